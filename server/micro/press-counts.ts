/**
 * What comes of trades whose moment and side are chosen by the last change of the price: with it or against it, a while after it. Counted for
 * one duration, by how lively the price was and for all of that together.
 */

import { AGES } from './last-change.ts';
import { LIVELINESSES } from './liveliness.ts';

/**
 * So many trades one after another, never two at once, must have been possible at an age: of fewer the better side is better by chance, by
 * 1.6 % of all trades at one standard error.
 */
const TRADES_MIN = 1_000;
/** All livelinesses together. */
const ALL = LIVELINESSES;
const CELLS = (LIVELINESSES + 1) * AGES;

/** Openings at one age after a change that went one way. `move`: 1 where the price rose until the end of the trade, -1 where it fell, 0 a tie. */
type Presses = {
  readonly liveliness: number;
  readonly age: number;
  readonly way: number;
  readonly fromMs: number;
  readonly openings: number;
  readonly move: number;
};

export class PressCounts {
  readonly #lengthMs: number;
  readonly #openings = new Float64Array(CELLS);
  readonly #ties = new Float64Array(CELLS);
  /** The price went on as its last change did. */
  readonly #onward = new Float64Array(CELLS);
  readonly #trades = new Float64Array(CELLS);
  /** When the last of those trades is over. */
  readonly #overMs = new Float64Array(CELLS).fill(Number.NEGATIVE_INFINITY);

  constructor(lengthMs: number) {
    this.#lengthMs = lengthMs;
  }

  /** In the order of time. */
  add(presses: Presses): void {
    this.#addIn(presses.liveliness * AGES + presses.age, presses);
    this.#addIn(ALL * AGES + presses.age, presses);
  }

  #addIn(cell: number, { way, fromMs, openings, move }: Presses): void {
    this.#openings[cell] = (this.#openings[cell] as number) + openings;
    if (move === 0) this.#ties[cell] = (this.#ties[cell] as number) + openings;
    else if (move === way) this.#onward[cell] = (this.#onward[cell] as number) + openings;
    if (fromMs < (this.#overMs[cell] as number)) return;
    this.#trades[cell] = (this.#trades[cell] as number) + 1;
    this.#overMs[cell] = fromMs + this.#lengthMs;
  }

  /**
   * By how much the best of these presses wins more often than a random side at a random moment, while the price is so lively; never below 0.
   * Ties are likelier at some ages than at others, which is compared at one liveliness alone: all together differ in it by that already.
   */
  edge(liveliness: number): number {
    let best = 0;
    const random = this.#randomShare(liveliness);
    for (let age = 0; age < AGES; age++) {
      const own = liveliness * AGES + age;
      if (this.#isKnown(own)) best = Math.max(best, this.#betterShare(own) - random);
      const all = ALL * AGES + age;
      if (this.#isKnown(all)) best = Math.max(best, this.#betterShare(all) - this.#randomIn(all));
    }
    return best;
  }

  #isKnown = (cell: number): boolean => (this.#trades[cell] as number) >= TRADES_MIN;

  /** Of a side that is chosen by the way of the last change, the better of the two. */
  #betterShare(cell: number): number {
    const [openings, ties, onward] = this.#of(cell);
    return (ties + Math.max(onward, openings - ties - onward)) / openings;
  }

  #randomIn(cell: number): number {
    const [openings, ties] = this.#of(cell);
    return (1 + ties / openings) / 2;
  }

  #randomShare(liveliness: number): number {
    let [openings, ties] = [0, 0];
    for (let cell = liveliness * AGES; cell < (liveliness + 1) * AGES; cell++) {
      openings += this.#openings[cell] as number;
      ties += this.#ties[cell] as number;
    }
    return openings === 0 ? 1 : (1 + ties / openings) / 2;
  }

  #of = (cell: number): [openings: number, ties: number, onward: number] => [
    this.#openings[cell] as number,
    this.#ties[cell] as number,
    this.#onward[cell] as number,
  ];
}
