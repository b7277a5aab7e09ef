/**
 * The streams of databases that began before their history had a secret: 32 bits of seed, a fast mixing function. Their history keeps
 * it, since a chart must not change; anyone who has the chart can find the seed, so nothing else may ever be drawn from it.
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

export class CounterRandom extends PositionRandom {
  readonly #seed: number;
  readonly #product: number;

  constructor(seed: number, product: number) {
    super();
    this.#seed = scramble(seed + GOLDEN);
    this.#product = scramble(product ^ this.#seed);
  }

  at(level: number, index: number): this {
    const named = scramble(this.#product + Math.imul(level + 1, GOLDEN));
    this.begin(this.#seed, named, scramble(named ^ (index | 0)) ^ Math.floor(index / 4294967296), 1);
    return this;
  }
}
