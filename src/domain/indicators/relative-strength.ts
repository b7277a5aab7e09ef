/**
 * Relative strength index after Wilder: 100 x average gain / (average gain + average loss) of the changes from close to close, where
 * the first averages are simple ones of `period` changes and each next is (previous x (period - 1) + newest) / period. A market that
 * did not move at all is at 50. Example: closes 1, 2, 4, 3 with period 2 give nothing, nothing, 100, 60.
 */
import type { Indicator } from './indicator.ts';

export class RelativeStrength implements Indicator {
  readonly lines = 1;
  readonly #period: number;
  #previous = Number.NaN;
  /** Changes kept, up to the period. */
  #count = 0;
  /** Sums while there are fewer than `period` changes, averages from then on. */
  #gain = 0;
  #loss = 0;

  constructor(period: number) {
    this.#period = period;
  }

  read(close: number, out: Float64Array, at: number): void {
    const change = close - this.#previous;
    if (Number.isNaN(change) || this.#count < this.#period - 1) {
      out[at] = Number.NaN;
      return;
    }
    const gain = this.#with(this.#gain, Math.max(change, 0));
    const loss = this.#with(this.#loss, Math.max(-change, 0));
    out[at] = gain + loss === 0 ? 50 : (100 * gain) / (gain + loss);
  }

  keep(close: number): void {
    const change = close - this.#previous;
    this.#previous = close;
    if (Number.isNaN(change)) return;
    const isFirst = this.#count < this.#period - 1;
    const gain = Math.max(change, 0);
    const loss = Math.max(-change, 0);
    this.#gain = isFirst ? this.#gain + gain : this.#with(this.#gain, gain);
    this.#loss = isFirst ? this.#loss + loss : this.#with(this.#loss, loss);
    if (this.#count < this.#period) this.#count++;
  }

  /** The average with one more change: the first is a simple one. */
  #with(before: number, change: number): number {
    return this.#count < this.#period ? (before + change) / this.#period : (before * (this.#period - 1) + change) / this.#period;
  }
}
