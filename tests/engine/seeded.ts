/** Seeded randomness (mulberry32): the same seed gives the same run on every machine. */
export class Seeded {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** From 0 up to and without 1. */
  next = (): number => {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };

  between = (least: number, most: number): number => least + this.next() * (most - least);
  whole = (least: number, most: number): number => Math.floor(this.between(least, most + 1));
  chance = (share: number): boolean => this.next() < share;
  pick = <T>(list: readonly T[]): T => list[this.whole(0, list.length - 1)] as T;
}
