/** Closes for the small charts, kept for 60 s: every visitor's home page asks for the same (decisions D1.2.18, D9.104). */
import type { Period } from '#domain/period-table.ts';
import { dayStart } from '#domain/trading-day.ts';
import type { Bar, Candles } from '../candles/candles.ts';
import type { Clock } from '../clock/clock.ts';
import { offsetIn } from '../clock/offset-in.ts';
import { BoundedMap } from '../limits/bounded-map.ts';
import type { Settings } from '../site/settings.ts';

/** Closes of a product that are kept, and the most that an answer has of each. */
export const SHORT_POINTS_MAX = 60;
const KEPT_MS = 60_000;
/** More than every product in every period of the demo. */
const ENTRIES_MAX = 1_000;

type ShortBar = Pick<Bar, 'timeMs' | 'close'>;

export function createShortKlines({ candles, clock }: { candles: Candles; clock: Clock }) {
  const kept = new BoundedMap<{ readonly untilMs: number; readonly bars: Promise<ShortBar[]> }>(ENTRIES_MAX);
  return (productId: number, period: Period, network: string): Promise<ShortBar[]> => {
    const key = `${productId} ${period}`;
    const entry = kept.get(key);
    if (entry && clock.monotonicMs() < entry.untilMs) return entry.bars;
    const read = candles.bars(productId, period, SHORT_POINTS_MAX, undefined, network);
    const bars = read.then((all) => all.map(({ timeMs, close }) => ({ timeMs, close })));
    // A failure is not kept: the next call tries again.
    bars.catch(() => {
      if (kept.get(key)?.bars === bars) kept.delete(key);
    });
    kept.set(key, { untilMs: clock.monotonicMs() + KEPT_MS, bars });
    return bars;
  };
}

/** The closes of the day that a product's change is of, and what it opened at (decisions D9.181, DW.04). */
export function ofDay({ candles, settings }: { candles: Candles; settings: Settings }, productId: number, bars: readonly ShortBar[]) {
  const { open, timeMs } = candles.quotation(productId);
  const startMs = dayStart(timeMs, offsetIn(settings.get('timezone')));
  const closes = bars.filter((bar) => bar.timeMs >= startMs).map(({ close }) => close);
  return { open: open > 0 ? open : undefined, closes };
}
