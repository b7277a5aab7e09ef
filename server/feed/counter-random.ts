/**
 * The streams of databases that began before their history had a secret: 32 bits of seed, a fast mixing function. Their history keeps
 * it, since a chart must not change; whoever has the chart can find the seed, so nothing else may ever be drawn from it.
 */
import { PositionRandom } from './position-random.ts';

const GOLDEN = 0x9e3779b9;

/** Scrambles 32 bits so that each bit of the input reaches every bit of the output (the finisher of MurmurHash3). */
function scramble(value: number): number {
  let mixed = value | 0;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}

/** Streams of a seed and a product: the generator sfc32 (Chris Doty-Humphrey, public domain), pointed at its name without allocating. */
export class CounterRandom extends PositionRandom {
  readonly #seed: number;
  readonly #product: number;
  #a = 0;
  #b = 0;
  #c = 0;
  #count = 0;

  constructor(seed: number, product: number) {
    super();
    this.#seed = scramble(seed + GOLDEN);
    this.#product = scramble(product ^ this.#seed);
  }

  at(level: number, index: number): this {
    this.#a = this.#seed;
    this.#b = scramble(this.#product + Math.imul(level + 1, GOLDEN));
    this.#c = scramble(this.#b ^ (index | 0)) ^ Math.floor(index / 4294967296);
    this.#count = 1;
    for (let round = 0; round < 6; round++) this.word();
    return this;
  }

  word(): number {
    const sum = (this.#a + this.#b + this.#count) | 0;
    this.#count = (this.#count + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = ((this.#c << 21) | (this.#c >>> 11)) + sum;
    this.#c |= 0;
    return sum >>> 0;
  }
}
