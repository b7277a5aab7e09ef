/** Closes for the small charts, kept for 60 s: every visitor's home page asks for the same four (decision D1.2.18). */
import type { Period } from '#domain/period-table.ts';
import { shortCandleToWire } from '#protocol/candle-wire.ts';
import type { ShortCandleRow } from '#protocol/rest/kline.ts';
import type { Candles } from '../candles/candles.ts';
import type { Clock } from '../clock/clock.ts';
import { BoundedMap } from '../limits/bounded-map.ts';

const POINTS_MAX = 60;
const KEPT_MS = 60_000;
/** More than every product in every period of the demo. */
const ENTRIES_MAX = 1_000;

export function createShortKlines({ candles, clock }: { candles: Candles; clock: Clock }) {
  const kept = new BoundedMap<{ readonly untilMs: number; readonly rows: Promise<ShortCandleRow[]> }>(ENTRIES_MAX);
  return (productId: number, period: Period, network: string): Promise<ShortCandleRow[]> => {
    const key = `${productId} ${period}`;
    const entry = kept.get(key);
    if (entry && clock.monotonicMs() < entry.untilMs) return entry.rows;
    const rows = candles.bars(productId, period, POINTS_MAX, undefined, network).then((bars) => bars.map(shortCandleToWire));
    // A failure is not kept: the next call tries again.
    rows.catch(() => {
      if (kept.get(key)?.rows === rows) kept.delete(key);
    });
    kept.set(key, { untilMs: clock.monotonicMs() + KEPT_MS, rows });
    return rows;
  };
}
