/**
 * Which nights of a market are financed, and when (decision D9.67). A night on which it does not trade is none; on the weekday that the
 * operator names a night counts three times, which is what a weekend costs.
 */
import type { Nights } from './financing.ts';
import { isOpen, type MarketHours, nextDayTurn, OPENING_SEARCH_MS, zoneOf } from './market-hours.ts';
import { type Weekday, weekdayAt } from './trading-day.ts';

/**
 * How often a night counts, asked at the time at which it may fall due: not at all unless a trading day ends there and the market has traded
 * right up to it, by its hours alone: one that closes at 22:00 has, one on a holiday has not, and an operator's closing changes nothing.
 */
export function nightsAt(hours: MarketHours, timeMs: number, tripleOn: Weekday | undefined): Nights {
  if (nextDayTurn(hours, timeMs - 1) !== timeMs || !isOpen(hours, timeMs - 1)) return 0;
  return weekdayAt(timeMs, zoneOf(hours)) === tripleOn ? 3 : 1;
}

/**
 * The next end of a trading day after a time at which a night counts. Within two weeks: else the very next one, at which nothing does.
 */
export function nextFinancing(hours: MarketHours, afterMs: number): number {
  const first = nextDayTurn(hours, afterMs);
  for (let dueMs = first; dueMs <= afterMs + OPENING_SEARCH_MS; dueMs = nextDayTurn(hours, dueMs))
    if (isOpen(hours, dueMs - 1)) return dueMs;
  return first;
}
