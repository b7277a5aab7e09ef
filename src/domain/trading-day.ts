/**
 * Days and clocks of a zone: where a day begins and ends, which weekday it is, when a clock shows a time next. One rule for page, worker
 * and server, for the configured zone as for a product's: the zone comes in as its offset, so that a switch of daylight saving is
 * nothing but an offset that changes.
 */
import { DAY_MS, HOUR_MS, MINUTE_MS } from './time-units.ts';
import type { ZoneOffset } from './zone.ts';

/** 0 is Sunday. */
export type Weekday = 0 | 1 | 2 | 3 | 4 | 5 | 6;

/** Days as lists are asked for: unix seconds, the end exclusive. */
export type SecondsRange = { readonly startS: number; readonly endS: number };

/** Longer than any offset: so far before and after a wall time its clocks have not been, or have been, put. */
const BESIDE_MS = 15 * HOUR_MS;
/** A zone that crossed the date line has left out one day. */
const DAYS_TRIED = 3;

/** What the zone's clocks show, as if it were UTC. */
export const wallMs = (timeMs: number, offsetAt: ZoneOffset): number => timeMs + offsetAt(timeMs);
const midnightOf = (wall: number): number => Math.floor(wall / DAY_MS) * DAY_MS;

/** The moment at which the clocks are put, which lies after `beforeMs` and not after `afterMs`. */
function switchBetween(beforeMs: number, afterMs: number, offsetAt: ZoneOffset): number {
  const old = offsetAt(beforeMs);
  let [low, high] = [beforeMs, afterMs];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (offsetAt(middle) === old) low = middle;
    else high = middle;
  }
  return high;
}

/**
 * UTC time at which the zone's clocks show `wall` (as if it were UTC). Of two such times, when clocks are put back, the first; a time that
 * the clocks leave out, when they are put forward, is the moment at which they are put.
 */
export function timeOfWall(wall: number, offsetAt: ZoneOffset): number {
  const offsets = [offsetAt(wall - BESIDE_MS), offsetAt(wall + BESIDE_MS)];
  const [early, late] = [wall - Math.max(...offsets), wall - Math.min(...offsets)];
  if (wallMs(early, offsetAt) === wall) return early;
  if (wallMs(late, offsetAt) === wall) return late;
  return switchBetween(early, late, offsetAt);
}

/** The first moment of the zone's day that a time lies in: 00:00, unless clocks leave it out. */
export const dayStart = (timeMs: number, offsetAt: ZoneOffset): number => timeOfWall(midnightOf(wallMs(timeMs, offsetAt)), offsetAt);

/** The first moment after that day: 23, 24 or 25 hours after it began. */
export const dayEnd = (timeMs: number, offsetAt: ZoneOffset): number => timeOfWall(midnightOf(wallMs(timeMs, offsetAt)) + DAY_MS, offsetAt);

/** The first moment of a day `YYYY-MM-DD`. NaN when the text is no day. */
export function startOfDay(day: string, offsetAt: ZoneOffset): number {
  const wall = Date.parse(`${day}T00:00:00Z`);
  return Number.isNaN(wall) ? wall : timeOfWall(wall, offsetAt);
}

/** The weekday in the zone. */
export const weekdayAt = (timeMs: number, offsetAt: ZoneOffset): Weekday => new Date(wallMs(timeMs, offsetAt)).getUTCDay() as Weekday;

/** The first moment after a time at which the zone's clocks show so many minutes after midnight. */
export function nextClockTime(afterMs: number, minute: number, offsetAt: ZoneOffset): number {
  const today = midnightOf(wallMs(afterMs, offsetAt)) + minute * MINUTE_MS;
  for (let day = 0; day < DAYS_TRIED; day++) {
    const timeMs = timeOfWall(today + day * DAY_MS, offsetAt);
    if (timeMs > afterMs) return timeMs;
  }
  throw new RangeError(`no clock time after ${afterMs}: an offset of more than a day?`);
}
