/** Bars as the fake exchange keeps them: a past that is made up, and the plain way to take a tick in. */
import type { PeriodRow } from '#domain/period-table.ts';
import { bucketStart } from '#domain/periods.ts';

export type Bar = { timeMs: number; open: number; high: number; low: number; close: number; volume: number; n: number };

const HISTORY_BARS = 400;
const DIGITS = 100_000;

/** Bars up to the one before a time: as many as a server keeps, 400 at most. */
export function pastBars({ bucket, barsKept }: PeriodRow, nowMs: number, price: number): Bar[] {
  const count = Math.min(HISTORY_BARS, barsKept);
  const first = bucket.numberAt(nowMs) - count;
  return Array.from({ length: count }, (_, at) => {
    const open = Math.round((price + Math.sin(at) / 100) * DIGITS) / DIGITS;
    return { timeMs: bucket.startOf(first + at), open, high: open + 0.001, low: open - 0.001, close: open, volume: 1, n: 0 };
  });
}

/** Ticks of the exchange come in the order of their time or up to 30 ms late. */
export function takeInto(bars: Bar[], period: number, tick: { timeMs: number; price: number; n: number }, volume: number): Bar {
  const startMs = bucketStart(period, tick.timeMs);
  let bar = bars.filter((it) => it.timeMs <= startMs).at(-1);
  if (bar?.timeMs !== startMs) {
    bar = { timeMs: startMs, open: tick.price, high: tick.price, low: tick.price, close: tick.price, volume: 0, n: 0 };
    bars.push(bar);
    bars.sort((a, b) => a.timeMs - b.timeMs);
  }
  bar.high = Math.max(bar.high, tick.price);
  bar.low = Math.min(bar.low, tick.price);
  bar.close = tick.price;
  bar.volume += volume;
  bar.n = tick.n;
  return bar;
}
