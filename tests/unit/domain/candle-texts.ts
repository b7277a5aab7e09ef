/** Bars of a test: a moment to begin at, ids of periods, and bars as short texts. */
import type { CandleAggregator } from '#domain/candles.ts';

/** Wed 2026-03-04 10:00:00 UTC. */
export const TEN = Date.UTC(2026, 2, 4, 10);
export const MINUTE = 60_000;
export const [MIN1, MIN5, DAY, WEEK] = [0, 1, 5, 6] as const;

/** A bar as `open high low close volume`. */
export const text = (candles: CandleAggregator, period: number, index: number) => {
  const bar = candles.bar(period, index);
  return bar && `${bar.open} ${bar.high} ${bar.low} ${bar.close} ${bar.volumeUnits}`;
};
export const all = (candles: CandleAggregator, period: number) =>
  Array.from({ length: candles.count(period) }, (_, i) => text(candles, period, i));
