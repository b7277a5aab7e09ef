/** Open, high, low and last price of a product's day (decision DW.04): a day of the configured zone; while closed, the last session's stays. */
import { changePercent } from '#domain/change-percent.ts';
import { type Price, toNumber } from '#domain/decimal.ts';

export type Day = { open: Price; high: Price; low: Price; close: Price; timeMs: number };

/** Longer than any day and shorter than two: a moment of the next day. */
const INTO_NEXT_DAY_MS = 36 * 3_600_000;

export class DayQuotation {
  readonly #dayStartMs: (timeMs: number) => number;
  #day: Day | undefined;
  #startMs = 0;
  #endMs = 0;

  /** `dayStartMs` gives 00:00 of the configured zone on or before a time. */
  constructor(dayStartMs: (timeMs: number) => number) {
    this.#dayStartMs = dayStartMs;
  }

  /** Takes a price, or a bar of less than a day, at a time; one of an earlier day is left out. */
  take(timeMs: number, price: { open: Price; high: Price; low: Price; close: Price }): void {
    if (timeMs < this.#startMs) return;
    if (!this.#day || timeMs >= this.#endMs) {
      this.#startMs = this.#dayStartMs(timeMs);
      this.#endMs = this.#dayStartMs(this.#startMs + INTO_NEXT_DAY_MS);
      this.#day = { ...price, timeMs };
      return;
    }
    const day = this.#day;
    if (price.high > day.high) day.high = price.high;
    if (price.low < day.low) day.low = price.low;
    if (timeMs >= day.timeMs) {
      day.close = price.close;
      day.timeMs = timeMs;
    }
  }

  /** The day as numbers for the wire; zeros before the first price. */
  read(): { open: number; high: number; low: number; close: number; change: number; time: number } {
    if (!this.#day) return { open: 0, high: 0, low: 0, close: 0, change: 0, time: 0 };
    const { open, high, low, close, timeMs } = this.#day;
    return {
      open: toNumber(open),
      high: toNumber(high),
      low: toNumber(low),
      close: toNumber(close),
      change: toNumber(changePercent({ open, close })),
      time: timeMs,
    };
  }
}
