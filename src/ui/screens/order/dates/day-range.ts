/**
 * Days of the date filter and of a statement, as the unix seconds that the server reads (decision D1.2.31). Days are days of the configured
 * zone: dayjs counts the calendar, where no zone is needed; where a day begins is the rule of `src/domain/trading-day.ts`.
 */
import dayjs from 'dayjs';
import utcPlugin from 'dayjs/plugin/utc.js';
import { type SecondsRange, startOfDay } from '#domain/trading-day.ts';
import { offsetIn } from '../../../text/time.ts';
import { DAY_MIN } from './day-bounds.ts';

dayjs.extend(utcPlugin);

const DAY = 'YYYY-MM-DD';
const DAY_S = 86_400;

export type DayRange = SecondsRange & {
  /** `YYYY-MM-DD` in the configured zone, both included. */
  readonly start: string;
  readonly end: string;
};

/** False for the 30th of February, which a date takes for the 2nd of March. */
const isDay = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text) && dayjs.utc(text).format(DAY) === text;

/** From 00:00 of the first day to 00:00 of the last day plus 86,400 seconds; `undefined` unless both days are chosen, are days from 2000 to `lastDay`, and the first is not after the last. */
export function dayRange(start: string, end: string, timezone: string, lastDay: string): DayRange | undefined {
  if (!isDay(start) || !isDay(end) || start > end || start < DAY_MIN || end > lastDay) return undefined;
  const beginning = (day: string) => startOfDay(day, offsetIn(timezone)) / 1_000;
  return { start, end, startS: beginning(start), endS: beginning(end) + DAY_S };
}

export const PERIOD_NAMES = ['this-month', 'last-month', '30-days', 'this-year'] as const;
export type PeriodName = (typeof PERIOD_NAMES)[number];

/** First and last day of a named period that ends today at the latest. */
export function periodDays(name: PeriodName, lastDay: string): { start: string; end: string } {
  const last = dayjs.utc(lastDay);
  switch (name) {
    case 'this-month':
      return { start: last.startOf('month').format(DAY), end: lastDay };
    case 'last-month': {
      const month = last.startOf('month').subtract(1, 'month');
      return { start: month.format(DAY), end: month.endOf('month').format(DAY) };
    }
    case '30-days':
      return { start: last.subtract(29, 'day').format(DAY), end: lastDay };
    case 'this-year':
      return { start: last.startOf('year').format(DAY), end: lastDay };
  }
}
