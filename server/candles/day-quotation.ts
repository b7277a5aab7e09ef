/** Open, high, low and last price of a product's day (decision DW.04): a day of the configured zone; while closed, the last session's stays. */
import { changePercent } from '#domain/change-percent.ts';
import { type Price, toNumber } from '#domain/decimal.ts';
import type { Quotation } from '#domain/product.ts';
import { dayEnd, dayStart } from '#domain/trading-day.ts';
import type { ZoneOffset } from '#domain/zone.ts';
import { priceUnits } from '../repositories/candle-repository.ts';

type Day = { open: Price; high: Price; low: Price; close: Price; timeMs: number };
/** A bar of less than a day by the time of its last price. */
type DayBar = { readonly timeMs: number; readonly open: number; readonly high: number; readonly low: number; readonly close: number };
/** A day as it is shown. */
type DayNumbers = Omit<Quotation, 'confirmedMs'>;
/** Before the first price. */
export const NO_PRICES: DayNumbers = { open: 0, high: 0, low: 0, close: 0, change: 0, timeMs: 0 };

export class DayQuotation {
  readonly #zone: () => ZoneOffset;
  #day: Day | undefined;
  /** The day as it was last read; undefined once it has changed. */
  #read: DayNumbers | undefined;
  #startMs = 0;
  #endMs = 0;
  #readEarlier: (() => readonly DayBar[]) | undefined;

  /** `zone`: the configured zone, which may change while the server runs. */
  constructor(zone: () => ZoneOffset) {
    this.#zone = zone;
  }

  /** Takes a price, or a bar of less than a day, at a time; one of an earlier day is left out. */
  take(timeMs: number, price: { open: Price; high: Price; low: Price; close: Price }): void {
    if (timeMs < this.#startMs) return;
    this.#read = undefined;
    if (!this.#day || timeMs >= this.#endMs) {
      this.#startMs = dayStart(timeMs, this.#zone());
      this.#endMs = dayEnd(timeMs, this.#zone());
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

  /** Takes bars, ascending, as `take` does. */
  takeBars(bars: readonly DayBar[]): void {
    for (const { timeMs, open, high, low, close } of bars)
      this.take(timeMs, { open: priceUnits(open), high: priceUnits(high), low: priceUnits(low), close: priceUnits(close) });
  }

  /** Bars that come before all that is taken, whenever that is: they are worked out when the day is first read. */
  takeEarlier(bars: () => readonly DayBar[]): void {
    this.#readEarlier = bars;
  }

  /** Zeros before the first price. */
  read(): DayNumbers {
    this.#putEarlier();
    this.#read ??= numbersOf(this.#day);
    return this.#read;
  }

  /** A day that has begun keeps its close, and begins where the first of its earlier bars does. */
  #putEarlier(): void {
    const bars = this.#readEarlier?.() ?? [];
    this.#readEarlier = undefined;
    const begun = this.#day;
    const first = bars.find(({ timeMs }) => timeMs >= this.#startMs);
    this.takeBars(bars);
    if (begun && first) begun.open = priceUnits(first.open);
  }
}

function numbersOf(day: Day | undefined): DayNumbers {
  if (!day) return NO_PRICES;
  const { open, high, low, close, timeMs } = day;
  return {
    open: toNumber(open),
    high: toNumber(high),
    low: toNumber(low),
    close: toNumber(close),
    change: toNumber(changePercent({ open, close })),
    timeMs,
  };
}
