/**
 * Bollinger bands: the simple average of the last `period` closes, and `width` standard deviations (of the whole window) above and below
 * it. Example: closes 1, 2, 3 with period 3 and width 2 give 2 + 2 x sqrt(2/3) = 3.633, 2, 0.367.
 */
import type { Indicator } from './indicator.ts';
import { RollingWindow } from './rolling-window.ts';

export class BollingerBands implements Indicator {
  readonly lines = 3;
  readonly #window: RollingWindow;
  readonly #width: number;

  constructor(period: number, width: number) {
    this.#window = new RollingWindow(period);
    this.#width = width;
  }

  read(close: number, out: Float64Array, at: number): void {
    const middle = this.#window.mean(close);
    const reach = this.#width * this.#window.deviation(close);
    out[at] = middle + reach;
    out[at + 1] = middle;
    out[at + 2] = middle - reach;
  }

  keep(close: number): void {
    this.#window.keep(close);
  }
}
