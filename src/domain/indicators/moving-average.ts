/** Simple moving average: the mean of the last `period` closes. Example: closes 1, 2, 6 with period 3 give 3. */
import type { Indicator } from './indicator.ts';
import { RollingWindow } from './rolling-window.ts';

export class MovingAverage implements Indicator {
  readonly lines = 1;
  readonly #window: RollingWindow;

  constructor(period: number) {
    this.#window = new RollingWindow(period);
  }

  read(close: number, out: Float64Array, at: number): void {
    out[at] = this.#window.mean(close);
  }

  keep(close: number): void {
    this.#window.keep(close);
  }
}
