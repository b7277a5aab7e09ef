/**
 * Which nights of a market are financed, and when (decision D9.67). A night on which it does not trade is none; on the weekday that the
 * operator names a night counts three times, which is what a weekend costs.
 */
import type { Nights } from './financing.ts';
import { isOpen, type MarketHours, OPENING_SEARCH_MS, zoneOf } from './market-hours.ts';
import { nextClockTime, type Weekday, weekdayAt } from './trading-day.ts';

/** 22:00. */
const DUE_MINUTE = 22 * 60;

/**
 * How often a night counts, asked at the time at which it may fall due: not at all unless it is 22:00 and the market has traded right up to it,
 * by its hours alone: one that closes at 22:00 has, one on a holiday has not, and an operator's closing changes nothing.
 */
export function nightsAt(hours: MarketHours, timeMs: number, tripleOn: Weekday | undefined): Nights {
  const zone = zoneOf(hours);
  if (nextClockTime(timeMs - 1, DUE_MINUTE, zone) !== timeMs || !isOpen(hours, timeMs - 1)) return 0;
  return weekdayAt(timeMs, zone) === tripleOn ? 3 : 1;
}

/**
 * The next 22:00 of the market's zone after a time at which a night counts. Within two weeks: else the very next one, at which nothing does.
 */
export function nextFinancing(hours: MarketHours, afterMs: number): number {
  const zone = zoneOf(hours);
  const first = nextClockTime(afterMs, DUE_MINUTE, zone);
  for (let dueMs = first; dueMs <= afterMs + OPENING_SEARCH_MS; dueMs = nextClockTime(dueMs, DUE_MINUTE, zone))
    if (isOpen(hours, dueMs - 1)) return dueMs;
  return first;
}
