/** Bars by the book, for the property tests: takes all ticks, throws doubles out, sorts by (time, n) and groups by calendar. Shares no code with ours. */

export type ReferenceTick = { timeMs: number; n: number; price: number; volumeUnits: number };
type ReferenceBar = { timeMs: number; open: number; high: number; low: number; close: number; volumeUnits: number };

/** Starts of the nine buckets that a time lies in, by the id of their period, read off a calendar. */
function starts(timeMs: number): number[] {
  const date = new Date(timeMs);
  const day = Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate());
  const minutes = date.getUTCHours() * 60 + date.getUTCMinutes();
  const sinceMonday = (date.getUTCDay() + 6) % 7;
  const inDay = [1, 5, 15, 30, 60].map((length) => day + (minutes - (minutes % length)) * 60_000);
  const fourHours = day + Math.floor(date.getUTCHours() / 4) * 4 * 3_600_000;
  return [...inDay, day, day - sinceMonday * 86_400_000, fourHours, Date.UTC(date.getUTCFullYear(), date.getUTCMonth())];
}

/** Bars of all periods by id, ascending. */
export function referenceBars(ticks: readonly ReferenceTick[]): ReferenceBar[][] {
  const once = [...new Map(ticks.map((tick) => [tick.n, tick])).values()];
  once.sort((a, b) => a.timeMs - b.timeMs || a.n - b.n);
  const buckets = Array.from({ length: 9 }, () => new Map<number, ReferenceTick[]>());
  for (const tick of once)
    starts(tick.timeMs).forEach((start, period) => {
      const bucket = buckets[period]?.get(start);
      if (bucket) bucket.push(tick);
      else buckets[period]?.set(start, [tick]);
    });
  return buckets.map((period) => [...period].map(([timeMs, bucket]) => bar(timeMs, bucket)).sort((a, b) => a.timeMs - b.timeMs));
}

function bar(timeMs: number, ticks: readonly ReferenceTick[]): ReferenceBar {
  const prices = ticks.map((tick) => tick.price);
  return {
    timeMs,
    open: prices.at(0) as number,
    high: prices.reduce((a, b) => Math.max(a, b)),
    low: prices.reduce((a, b) => Math.min(a, b)),
    close: prices.at(-1) as number,
    volumeUnits: ticks.reduce((sum, tick) => sum + tick.volumeUnits, 0),
  };
}
