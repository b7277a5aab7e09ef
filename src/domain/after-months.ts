/**
 * Calendar months from a moment on, counted in UTC: the same day and time so many months later, and of a month that has no such day its last one.
 * 28 November and 6 months: 28 May. 31 August and 6 months: 28 February, 29 in a leap year. No clock here.
 */
import { DAY_MS } from './time-units.ts';

/** `timeMs`: unix ms. */
export function afterMonths(timeMs: number, months: number): number {
  const from = new Date(timeMs);
  const [year, month] = [from.getUTCFullYear(), from.getUTCMonth() + months];
  // The day before the first of the month behind it.
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const dayMs = Date.UTC(year, month, Math.min(from.getUTCDate(), lastDay));
  return dayMs + (timeMs - Math.floor(timeMs / DAY_MS) * DAY_MS);
}
