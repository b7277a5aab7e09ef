/**
 * Randomness by position, not by history: a stream of numbers is named by (seed, product, level, index), so any bar of the synthetic
 * market can be made without the bars before it. Streams of neighbouring names are unrelated. Not for secrets.
 */

const GOLDEN = 0x9e3779b9;

/** Scrambles 32 bits so that each bit of the input reaches every bit of the output (the finisher of MurmurHash3). */
function scramble(value: number): number {
  let mixed = value | 0;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}

/** A stream that can be pointed at another name without allocating: the generator sfc32 (Chris Doty-Humphrey, public domain). */
export class CounterRandom {
  readonly #seed: number;
  readonly #product: number;
  #a = 0;
  #b = 0;
  #c = 0;
  #count = 0;

  constructor(seed: number, product: number) {
    this.#seed = scramble(seed + GOLDEN);
    this.#product = scramble(product ^ this.#seed);
  }

  /** Points the stream at a level and an index (integers); the same name always gives the same numbers. */
  at(level: number, index: number): this {
    this.#a = this.#seed;
    this.#b = scramble(this.#product + Math.imul(level + 1, GOLDEN));
    this.#c = scramble(this.#b ^ (index | 0)) ^ Math.floor(index / 4294967296);
    this.#count = 1;
    for (let round = 0; round < 6; round++) this.#next();
    return this;
  }

  /** Uniform in (0, 1), never 0 or 1. */
  uniform(): number {
    return ((this.#next() >>> 0) + 0.5) / 4294967296;
  }

  /** Standard normal, cut at three and a half, so that no single bar can be absurd (Box and Muller 1958, one of the pair). */
  normal(): number {
    const value = Math.sqrt(-2 * Math.log(this.uniform())) * Math.cos(2 * Math.PI * this.uniform());
    return Math.max(-3.5, Math.min(3.5, value));
  }

  #next(): number {
    const sum = (this.#a + this.#b + this.#count) | 0;
    this.#count = (this.#count + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = ((this.#c << 21) | (this.#c >>> 11)) + sum;
    this.#c |= 0;
    return sum;
  }
}
