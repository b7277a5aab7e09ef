/** The seven candle periods and their buckets. A bucket is [start, end); days start 00:00 GMT, weeks Monday 00:00 GMT (decision D1.3.03). */

/** Wire names, shortest first; the order is also the order of the period bar and of every per-period table. */
export const PERIODS = ['1min', '5min', '15min', '30min', '60min', '1day', '1week'] as const;
export type Period = (typeof PERIODS)[number];
/** Position of a period in `PERIODS`. */
export type PeriodIndex = 0 | 1 | 2 | 3 | 4 | 5 | 6;

const MINUTE_MS = 60_000;
/** Length of a bucket in milliseconds, by position in `PERIODS`. */
export const PERIOD_MS: readonly number[] = [1, 5, 15, 30, 60, 1440, 10080].map((minutes) => minutes * MINUTE_MS);
/** 1970-01-01 was a Thursday; the Monday of that week began three days earlier. */
const MONDAY_SHIFT_MS = 3 * 1440 * MINUTE_MS;

/** True when a text is one of the seven wire names. */
export const isPeriod = (text: unknown): text is Period => PERIODS.includes(text as Period);

/** Position of a period in `PERIODS`. */
export const periodIndex = (period: Period): PeriodIndex => PERIODS.indexOf(period) as PeriodIndex;

/** Start (ms, GMT) of the bucket that a time lies in. */
export function bucketStart(index: number, timeMs: number): number {
  const length = PERIOD_MS[index] as number;
  const shift = index === 6 ? MONDAY_SHIFT_MS : 0;
  return Math.floor((timeMs + shift) / length) * length - shift;
}
