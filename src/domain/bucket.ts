/** How a period cuts time: into buckets [start, end) in a row, each with a number one above that of the bucket before it. All in GMT. */
import { DAY_MS, MINUTE_MS } from './time-units.ts';

export type Bucket = {
  /** Length in ms; where lengths differ the usual one, for spacing only and never for bounds. */
  readonly lengthMs: number;
  /** Number of the bucket that a time (ms) lies in. */
  numberAt(timeMs: number): number;
  /** Start (ms) of a bucket by its number; its end is the start of the next. */
  startOf(number: number): number;
};

/** 1970-01-01 was a Thursday; the Monday of that week began three days earlier. */
const MONDAY_SHIFT_MS = 3 * DAY_MS;

const even = (lengthMs: number, shiftMs = 0): Bucket => ({
  lengthMs,
  numberAt: (timeMs) => Math.floor((timeMs + shiftMs) / lengthMs),
  startOf: (number) => number * lengthMs - shiftMs,
});

/** So many minutes, counted from 00:00 GMT of a day where they divide one. */
export const minutes = (count: number): Bucket => even(count * MINUTE_MS);
/** From Monday 00:00 GMT. */
export const weeks: Bucket = even(7 * DAY_MS, MONDAY_SHIFT_MS);
/** Calendar months from the first, 00:00 GMT: 28 to 31 days. */
export const months: Bucket = {
  lengthMs: 30 * DAY_MS,
  numberAt(timeMs) {
    const date = new Date(timeMs);
    return (date.getUTCFullYear() - 1970) * 12 + date.getUTCMonth();
  },
  startOf: (number) => Date.UTC(1970, number),
};
