/** The bars of one product in memory: the aggregator, what changed since the last publication, and what the database has not yet. */
import type { KeyedBar } from '#domain/candle-bar.ts';
import { fromVolumeUnits } from '#domain/candle-bar.ts';
import { CandleAggregator } from '#domain/candles.ts';
import { bucketStart, PERIODS, type Period } from '#domain/periods.ts';
import type { StoredBar } from '../repositories/candle-repository.ts';
import type { Bar, BarChange } from './candles.ts';

/** Newest bars in memory by position in PERIODS; older ones are read from the database. */
export const BARS_IN_HAND = [400, 400, 400, 400, 400, 200, 100] as const;
const CLEAN = Number.POSITIVE_INFINITY;

/** A bar as routes and the socket see it. */
export const publicBar = (bar: {
  timeMs: number;
  open: number;
  high: number;
  low: number;
  close: number;
  volumeUnits: number;
  n?: number | undefined;
}): Bar => ({
  timeMs: bar.timeMs,
  open: bar.open,
  high: bar.high,
  low: bar.low,
  close: bar.close,
  volume: fromVolumeUnits(bar.volumeUnits),
  seq: bar.n ?? 0,
});

export class ProductCandles {
  readonly productId: number;
  readonly aggregator: CandleAggregator;
  /** Start of the first bar of each period that the database has not. */
  readonly #dirtyFromMs: number[] = PERIODS.map(() => CLEAN);
  readonly #publishedMs: number[] = PERIODS.map(() => 0);

  /** `barsMax`: how many bars of each period to hold; those in front must be stored before they are forgotten. */
  constructor(productId: number, barsMax: readonly number[] = BARS_IN_HAND) {
    this.productId = productId;
    this.aggregator = new CandleAggregator(barsMax);
  }

  /** Puts bars of the database in. */
  restore(period: number, bars: readonly KeyedBar[]): void {
    this.aggregator.restore(period, bars);
    this.#publishedMs[period] = bars.at(-1)?.timeMs ?? 0;
  }

  /** Bars that changed since the last call, and the one before a new one, now closed. */
  takeChanges(): BarChange[] {
    const changes: BarChange[] = [];
    for (let period = 0; period < PERIODS.length; period++) {
      const count = this.aggregator.count(period);
      let from = this.aggregator.changedFrom(period);
      if (from >= count) continue;
      const publishedMs = this.#publishedMs[period] as number;
      this.#markDirty(period, (this.aggregator.bar(period, from) as KeyedBar).timeMs);
      // The bar that was the newest is closed by the one behind it, though no tick of this group touched it.
      if (from > 0 && (this.aggregator.bar(period, from - 1) as KeyedBar).timeMs === publishedMs) from--;
      for (let at = from; at < count; at++) {
        const bar = this.aggregator.bar(period, at) as KeyedBar;
        changes.push({ productId: this.productId, period: PERIODS[period] as Period, bar: publicBar(bar), closed: at < count - 1 });
      }
      this.#publishedMs[period] = (this.aggregator.bar(period, count - 1) as KeyedBar).timeMs;
    }
    return changes;
  }

  /** Bars that the database has not, as they stand now; they count as stored from here on. */
  takeDirty(): StoredBar[] {
    const dirty: StoredBar[] = [];
    for (let period = 0; period < PERIODS.length; period++) {
      const fromMs = this.#dirtyFromMs[period] as number;
      if (fromMs === CLEAN) continue;
      const count = this.aggregator.count(period);
      for (let at = this.aggregator.indexAtOrAfter(period, fromMs); at < count; at++) {
        dirty.push({ productId: this.productId, period, bar: this.aggregator.bar(period, at) as KeyedBar });
      }
      this.#dirtyFromMs[period] = CLEAN;
    }
    return dirty;
  }

  /** Bars that could not be stored are to be stored again. */
  giveBack(bars: readonly StoredBar[]): void {
    for (const { period, bar } of bars) this.#markDirty(period, bar.timeMs);
  }

  /** The database has everything up to here. */
  forgetDirty(): void {
    this.#dirtyFromMs.fill(CLEAN);
  }

  /** The database may lack what ticks from a time on changed. */
  markDirtyFrom(timeMs: number): void {
    for (let period = 0; period < PERIODS.length; period++) this.#markDirty(period, bucketStart(period, timeMs));
  }

  #markDirty(period: number, timeMs: number): void {
    this.#dirtyFromMs[period] = Math.min(this.#dirtyFromMs[period] as number, timeMs);
  }
}
