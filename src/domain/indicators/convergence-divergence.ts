/**
 * MACD: the fast exponential average minus the slow one; its signal, an exponential average of that; and the histogram, macd minus
 * signal. Each average begins with a simple one. Example: periods 1, 2, 2 and closes 2, 4, 8 give macd nothing, 1, 5/3.
 */
import { ExponentialAverage } from './exponential-average.ts';
import type { Indicator } from './indicator.ts';

export class ConvergenceDivergence implements Indicator {
  readonly lines = 3;
  readonly #fast: ExponentialAverage;
  readonly #slow: ExponentialAverage;
  readonly #signal: ExponentialAverage;

  constructor(fast: number, slow: number, signal: number) {
    this.#fast = new ExponentialAverage(fast);
    this.#slow = new ExponentialAverage(slow);
    this.#signal = new ExponentialAverage(signal);
  }

  read(close: number, out: Float64Array, at: number): void {
    const macd = this.#macd(close);
    const signal = Number.isNaN(macd) ? Number.NaN : this.#signal.value(macd);
    out[at] = macd;
    out[at + 1] = signal;
    out[at + 2] = macd - signal;
  }

  keep(close: number): void {
    const macd = this.#macd(close);
    this.#fast.keep(close);
    this.#slow.keep(close);
    if (!Number.isNaN(macd)) this.#signal.keep(macd);
  }

  #macd(close: number): number {
    return this.#fast.value(close) - this.#slow.value(close);
  }
}
