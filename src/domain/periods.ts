/** Looks into the table of candle periods: by name, by id, and which bucket a time lies in (decisions D1.3.03, D9.71). */
import { PERIODS, type Period, type PeriodRow } from './period-table.ts';

/** True when a text is the name of a period. */
export const isPeriod = (text: unknown): text is Period => PERIODS.some(({ name }) => name === text);

/** The row of a name or an id. Throws `RangeError` when no row has it. */
export function periodOf(asked: string | number): PeriodRow {
  const row = PERIODS.find(({ id, name }) => id === asked || name === asked);
  if (!row) throw new RangeError(`period: ${asked}, allowed: those of the table`);
  return row;
}

/** Start (ms, GMT) of the bucket of a period (by id) that a time lies in. */
export function bucketStart(period: number, timeMs: number): number {
  const { bucket } = periodOf(period);
  return bucket.startOf(bucket.numberAt(timeMs));
}

/** End (ms, GMT, exclusive) of the bucket of a period (by id) that a time lies in. */
export function bucketEnd(period: number, timeMs: number): number {
  const { bucket } = periodOf(period);
  return bucket.startOf(bucket.numberAt(timeMs) + 1);
}
