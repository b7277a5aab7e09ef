/**
 * Exponential moving average: previous + 2 / (period + 1) x (close - previous), begun with the simple average of the first `period`
 * closes, as chart schools teach it. Example: closes 2, 4, 6 with period 2 give nothing, 3, 5.
 */
import type { Indicator } from './indicator.ts';

export class ExponentialAverage implements Indicator {
  readonly lines = 1;
  readonly #period: number;
  readonly #share: number;
  #count = 0;
  #sum = 0;
  #average = Number.NaN;

  constructor(period: number) {
    this.#period = period;
    this.#share = 2 / (period + 1);
  }

  /** The average with `close` as the newest; NaN while there are too few. */
  value(close: number): number {
    if (this.#count < this.#period - 1) return Number.NaN;
    if (this.#count === this.#period - 1) return (this.#sum + close) / this.#period;
    return this.#average + this.#share * (close - this.#average);
  }

  read(close: number, out: Float64Array, at: number): void {
    out[at] = this.value(close);
  }

  keep(close: number): void {
    this.#average = this.value(close);
    if (this.#count >= this.#period) return;
    this.#count++;
    this.#sum += close;
  }
}
