/**
 * When a market trades. Weekly calendars in local time of their exchange, and recorded sessions for a replayed product.
 * Pure: the time is an argument; nothing here knows a product.
 */

import { MARKET_ZONES, type MarketZone } from './market-zones.ts';
import { DAY_MS, MINUTE_MS } from './time-units.ts';
import { nextClockTime, timeOfWall, wallMs } from './trading-day.ts';
import type { ZoneOffset } from './zone.ts';

/** 'closed': outside the hours, or closed by the operator; 'holiday': inside the weekly hours (decision D1.4.18). */
export type MarketStatus = 'open' | 'closed' | 'holiday';
/** A stretch of open market, [start, end), unix ms. */
export type OpenSpan = { readonly startMs: number; readonly endMs: number };

/** Open stretches of one local day, in minutes from its midnight. */
type DaySpans = readonly (readonly [startMinute: number, endMinute: number])[];
type WeeklyHours = {
  readonly kind: 'weekly';
  readonly zone: MarketZone;
  /** Sunday first. */
  readonly week: readonly [DaySpans, DaySpans, DaySpans, DaySpans, DaySpans, DaySpans, DaySpans];
  /** Local dates `MM-DD` on which the market rests. */
  readonly holidays: readonly string[];
};
/** A replayed product trades when its recording has ticks: holes are closed hours (decision D9.12). */
export type RecordedHours = { readonly kind: 'recorded'; readonly spans: readonly OpenSpan[] };
export type MarketHours = WeeklyHours | RecordedHours;

/** How far ahead an opening is looked for. */
export const OPENING_SEARCH_MS = 14 * DAY_MS;
/** Spans are looked for in at most so many days at once. */
const SPAN_DAYS_MAX = 400;

const NEVER: DaySpans = [];
const ALL_DAY: DaySpans = [[0, 1440]];
const FIXED_HOLIDAYS = ['01-01', '12-25'] as const;

/** Minutes of the day from 'HH:mm'. */
const at = (text: string): number => Number(text.slice(0, 2)) * 60 + Number(text.slice(3));
const spans = (...pairs: [string, string][]): DaySpans => pairs.map(([start, end]) => [at(start), at(end)] as const);
/** A week of one kind of day from Monday to Friday. */
const weekdays = (
  zone: MarketZone,
  sunday: DaySpans,
  monday: DaySpans,
  tueToThu: DaySpans,
  friday: DaySpans,
  saturday: DaySpans,
): WeeklyHours => ({
  kind: 'weekly',
  zone,
  week: [sunday, monday, tueToThu, tueToThu, tueToThu, friday, saturday],
  holidays: FIXED_HOLIDAYS,
});

/** Sunday 18:00 to Friday 17:00 New York with an hour's rest each day, as the American futures markets trade. */
const globex = (): WeeklyHours => {
  const withBreak = spans(['00:00', '17:00'], ['18:00', '24:00']);
  return weekdays('new-york', spans(['18:00', '24:00']), withBreak, withBreak, spans(['00:00', '17:00']), NEVER);
};
const tokyoDay = spans(['08:45', '15:45'], ['17:00', '24:00']);
const tokyoNightAndDay = spans(['00:00', '06:00'], ['08:45', '15:45'], ['17:00', '24:00']);
const hongKongDay = spans(['09:15', '12:00'], ['13:00', '16:30'], ['17:15', '24:00']);
const hongKongNightAndDay = spans(['00:00', '03:00'], ['09:15', '12:00'], ['13:00', '16:30'], ['17:15', '24:00']);
const european = spans(['08:00', '22:00']);

/** The named calendars; a product names one of them. */
export const CALENDARS = {
  'around-the-clock': { ...weekdays('utc', ALL_DAY, ALL_DAY, ALL_DAY, ALL_DAY, ALL_DAY), holidays: [] },
  fx: weekdays('new-york', spans(['17:00', '24:00']), ALL_DAY, ALL_DAY, spans(['00:00', '17:00']), NEVER),
  metals: globex(),
  energy: globex(),
  'us-indices': globex(),
  'eu-indices': weekdays('berlin', NEVER, european, european, european, NEVER),
  'tokyo-index': weekdays('tokyo', NEVER, tokyoDay, tokyoNightAndDay, tokyoNightAndDay, spans(['00:00', '06:00'])),
  'hong-kong-index': weekdays('hong-kong', NEVER, hongKongDay, hongKongNightAndDay, hongKongNightAndDay, spans(['00:00', '03:00'])),
} as const satisfies Record<string, WeeklyHours>;
export type CalendarName = keyof typeof CALENDARS;

/** True when a text names a calendar. */
export const isCalendarName = (text: string): text is CalendarName => Object.hasOwn(CALENDARS, text);

const monthDay = (localMs: number): string => new Date(localMs).toISOString().slice(5, 10);

function isWeeklyOpen(hours: WeeklyHours, timeMs: number): { isSession: boolean; isHoliday: boolean } {
  const localMs = wallMs(timeMs, MARKET_ZONES[hours.zone]);
  const dayStartMs = Math.floor(localMs / DAY_MS) * DAY_MS;
  const minute = (localMs - dayStartMs) / MINUTE_MS;
  const today = hours.week[new Date(localMs).getUTCDay()] as DaySpans;
  const isSession = today.some(([start, end]) => minute >= start && minute < end);
  return { isSession, isHoliday: hours.holidays.length > 0 && hours.holidays.includes(monthDay(localMs)) };
}

function isRecordedOpen(recorded: readonly OpenSpan[], timeMs: number): boolean {
  let low = 0;
  let high = recorded.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((recorded[middle] as OpenSpan).endMs <= timeMs) low = middle + 1;
    else high = middle;
  }
  const span = recorded[low];
  return span !== undefined && timeMs >= span.startMs;
}

/** Whether a market trades at a time, by its hours alone. */
export function marketStatus(hours: MarketHours, timeMs: number): MarketStatus {
  if (hours.kind === 'recorded') return isRecordedOpen(hours.spans, timeMs) ? 'open' : 'closed';
  const { isSession, isHoliday } = isWeeklyOpen(hours, timeMs);
  if (!isSession) return 'closed';
  return isHoliday ? 'holiday' : 'open';
}

/** True while the market trades. */
export const isOpen = (hours: MarketHours, timeMs: number): boolean => marketStatus(hours, timeMs) === 'open';

/** Open stretches that touch [from, to), cut to it, adjacent ones joined, ascending. Throws for more than `SPAN_DAYS_MAX` days. */
export function openSpans(hours: MarketHours, fromMs: number, toMs: number): OpenSpan[] {
  if (toMs - fromMs > SPAN_DAYS_MAX * DAY_MS) throw new RangeError(`open spans over more than ${SPAN_DAYS_MAX} days`);
  if (hours.kind === 'recorded') return cut(hours.spans, fromMs, toMs);
  const found: OpenSpan[] = [];
  const zone = MARKET_ZONES[hours.zone];
  // A local day can begin up to fourteen hours before or after the same UTC date.
  const firstDayMs = Math.floor(fromMs / DAY_MS) * DAY_MS - DAY_MS;
  for (let dayMs = firstDayMs; dayMs < toMs + DAY_MS; dayMs += DAY_MS) {
    if (hours.holidays.includes(monthDay(dayMs))) continue;
    for (const [start, end] of hours.week[new Date(dayMs).getUTCDay()] as DaySpans) {
      found.push({ startMs: timeOfWall(dayMs + start * MINUTE_MS, zone), endMs: timeOfWall(dayMs + end * MINUTE_MS, zone) });
    }
  }
  return cut(found, fromMs, toMs);
}

function cut(all: readonly OpenSpan[], fromMs: number, toMs: number): OpenSpan[] {
  const inside: OpenSpan[] = [];
  for (const span of all) {
    const startMs = Math.max(span.startMs, fromMs);
    const endMs = Math.min(span.endMs, toMs);
    if (startMs >= endMs) continue;
    const last = inside.at(-1);
    if (last && last.endMs === startMs) inside[inside.length - 1] = { startMs: last.startMs, endMs };
    else inside.push({ startMs, endMs });
  }
  return inside;
}

/** True when a market trades from one time to another without a break; the end itself may be the close (decision D9.22). Both unix ms, ascending. */
export function isOpenThrough(hours: MarketHours, fromMs: number, toMs: number): boolean {
  const [first] = openSpans(hours, fromMs, toMs);
  return first !== undefined && first.startMs === fromMs && first.endMs === toMs;
}

/** Unix ms of the next opening after a time; 0 while open, or when there is none within 14 days. */
export function nextOpening(hours: MarketHours, timeMs: number): number {
  if (isOpen(hours, timeMs)) return 0;
  return openSpans(hours, timeMs, timeMs + OPENING_SEARCH_MS)[0]?.startMs ?? 0;
}

/** The zone that a market's days are days of; UTC for a recording. */
export const zoneOf = (hours: MarketHours): ZoneOffset => MARKET_ZONES[hours.kind === 'weekly' ? hours.zone : 'utc'];

/** Minutes after midnight, 22:00: there one trading day ends and the next begins, and the night between them is counted (decision D9.246). */
const DAY_TURN_MINUTE = 22 * 60;

/** The first 22:00 after a time on the clocks of the market's zone, whether it trades then or not. */
export const nextDayTurn = (hours: MarketHours, afterMs: number): number => nextClockTime(afterMs, DAY_TURN_MINUTE, zoneOf(hours));

/**
 * The end of the trading day on which a market trades now or, while it is closed, next: unix ms, later than the time. A day on which it does not
 * trade any more is none (decisions D9.66, D9.246).
 */
export const tradingDayEndMs = (hours: MarketHours, timeMs: number): number => nextDayTurn(hours, nextOpening(hours, timeMs) || timeMs);
