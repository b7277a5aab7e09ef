/** The bars of one product in memory: the aggregator, what changed since the last publication, and what the database has not yet. */
import type { KeyedBar } from '#domain/candle-bar.ts';
import { fromVolumeUnits } from '#domain/candle-bar.ts';
import { CandleAggregator } from '#domain/candles.ts';
import { PERIODS, type PeriodRow } from '#domain/period-table.ts';
import { bucketStart } from '#domain/periods.ts';
import type { StoredBar } from '../repositories/candle-repository.ts';
import type { Bar, BarChange } from './candles.ts';

const IN_HAND_MAX = 400;
/** How many of a period's newest bars are in memory; older ones are read from the database. */
export const barsInHand = ({ barsKept }: PeriodRow): number => Math.min(IN_HAND_MAX, Math.ceil(barsKept / 3));

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
  readonly #dirtyFromMs = new Map<number, number>();
  readonly #publishedMs = new Map<number, number>();

  /** The bars in front of an aggregator must be stored before it forgets them. */
  constructor(productId: number, aggregator = new CandleAggregator(barsInHand)) {
    this.productId = productId;
    this.aggregator = aggregator;
  }

  /** Puts bars of the database in. */
  restore(period: number, bars: readonly KeyedBar[]): void {
    this.aggregator.restore(period, bars);
    this.#publishedMs.set(period, bars.at(-1)?.timeMs ?? 0);
  }

  /** At most so many bars that begin before a time, the newest of those in memory, ascending. */
  newest(period: number, limit: number, endMs: number): KeyedBar[] {
    const to = this.aggregator.indexAtOrAfter(period, endMs);
    const bars: KeyedBar[] = [];
    for (let at = Math.max(0, to - limit); at < to; at++) bars.push(this.aggregator.bar(period, at) as KeyedBar);
    return bars;
  }

  /** Bars that changed since the last call, and the one before a new one, now closed. */
  takeChanges(): BarChange[] {
    const changes: BarChange[] = [];
    for (const { id: period, name } of PERIODS) {
      const count = this.aggregator.count(period);
      let from = this.aggregator.changedFrom(period);
      if (from >= count) continue;
      const publishedMs = this.#publishedMs.get(period);
      this.#markDirty(period, (this.aggregator.bar(period, from) as KeyedBar).timeMs);
      // The bar that was the newest is closed by the one behind it, though no tick of this group touched it.
      if (from > 0 && (this.aggregator.bar(period, from - 1) as KeyedBar).timeMs === publishedMs) from--;
      for (let at = from; at < count; at++) {
        const bar = this.aggregator.bar(period, at) as KeyedBar;
        changes.push({ productId: this.productId, period: name, bar: publicBar(bar), closed: at < count - 1 });
      }
      this.#publishedMs.set(period, (this.aggregator.bar(period, count - 1) as KeyedBar).timeMs);
    }
    return changes;
  }

  /** Bars that the database has not, as they are now; they count as stored from here on. */
  takeDirty(): StoredBar[] {
    const dirty: StoredBar[] = [];
    for (const [period, fromMs] of this.#dirtyFromMs) {
      const count = this.aggregator.count(period);
      for (let at = this.aggregator.indexAtOrAfter(period, fromMs); at < count; at++) {
        dirty.push({ productId: this.productId, period, bar: this.aggregator.bar(period, at) as KeyedBar });
      }
    }
    this.#dirtyFromMs.clear();
    return dirty;
  }

  /** Bars that could not be stored are to be stored again. */
  giveBack(bars: readonly StoredBar[]): void {
    for (const { period, bar } of bars) this.#markDirty(period, bar.timeMs);
  }

  /** The database has everything up to here. */
  forgetDirty(): void {
    this.#dirtyFromMs.clear();
  }

  /** The database may lack what ticks from a time on changed. */
  markDirtyFrom(timeMs: number): void {
    for (const { id } of PERIODS) this.#markDirty(id, bucketStart(id, timeMs));
  }

  #markDirty(period: number, timeMs: number): void {
    this.#dirtyFromMs.set(period, Math.min(this.#dirtyFromMs.get(period) ?? timeMs, timeMs));
  }
}
