/** Candles of a REST reply as the aggregator takes them: sound, on bucket starts, ascending, each start once. */
import type { CandleBar } from '#domain/candle-bar.ts';
import { toVolumeUnits } from '#domain/candle-bar.ts';
import type { Period } from '#domain/period-table.ts';
import { bucketStart, periodOf } from '#domain/periods.ts';
import { readCandle } from '#protocol/parse-socket.ts';
import type { BarUpdate } from '#protocol/received.ts';

/** Rows that are read of one reply. */
const ROWS_MAX = 2_000;

/** A bar as the aggregator counts: volume in units, `n` only where the source tells. `period` is the id of its period. */
export function toCandleBar(bar: BarUpdate, period: number): CandleBar {
  return {
    // Another back end may cut its weeks elsewhere; ours begin on Monday.
    timeMs: bucketStart(period, bar.timeMs),
    open: bar.open,
    high: bar.high,
    low: bar.low,
    close: bar.close,
    volumeUnits: toVolumeUnits(bar.volume),
    ...(Number.isNaN(bar.n) ? {} : { n: bar.n }),
  };
}

/** Reads what `kline` answered; rows that are no candles are left out. */
export function candleRows(reply: unknown, period: Period): CandleBar[] {
  if (!Array.isArray(reply)) return [];
  const { id } = periodOf(period);
  const byTime = new Map<number, CandleBar>();
  for (const row of reply.slice(-ROWS_MAX)) {
    const bar = readCandle(row, period);
    if (!bar || bar.period !== period) continue;
    const candle = toCandleBar(bar, id);
    byTime.set(candle.timeMs, candle);
  }
  return [...byTime.values()].sort((a, b) => a.timeMs - b.timeMs);
}
