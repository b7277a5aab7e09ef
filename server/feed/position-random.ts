/**
 * Randomness by position, not by history: a stream of numbers is named by a level and an index, so any bar of the synthetic market can
 * be made without the bars before it. Streams of neighbouring names are unrelated. For history only: what is still to come is drawn from
 * `secret-stream.ts`.
 */

/** Numbers thrown away after a name, until each bit of it has reached every bit of the state. */
const ROUNDS_FIRST = 6;

/** A stream that can be pointed at another name without allocating: the generator sfc32 (Chris Doty-Humphrey, public domain). */
export abstract class PositionRandom {
  #a = 0;
  #b = 0;
  #c = 0;
  #count = 0;

  /** Points the stream at a level and an index (integers); the same name always gives the same numbers. */
  abstract at(level: number, index: number): this;

  /** Uniform in (0, 1), never 0 or 1. */
  uniform(): number {
    return ((this.#next() >>> 0) + 0.5) / 4294967296;
  }

  /** Standard normal, cut at three and a half, so that no single bar can be absurd (Box and Muller 1958, one of the pair). */
  normal(): number {
    const value = Math.sqrt(-2 * Math.log(this.uniform())) * Math.cos(2 * Math.PI * this.uniform());
    return Math.max(-3.5, Math.min(3.5, value));
  }

  /** Begins the stream of a name at the 128 bits that were made of it. */
  protected begin(a: number, b: number, c: number, count: number): void {
    this.#a = a;
    this.#b = b;
    this.#c = c;
    this.#count = count;
    for (let round = 0; round < ROUNDS_FIRST; round++) this.#next();
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
