/** A moment as people say it: '22:28 today', '22:28 tomorrow', 'Nov 30, 2026, 22:28'. In words of the browser, in the language of the texts. */
import { DAY_MS, MINUTE_MS } from '#domain/time-units.ts';
import { textsTag } from '../language/language.ts';
import { clockText, offsetIn } from './time.ts';

const CLOCK_LENGTH = 5;
/** Days that have a name of their own. */
const NAMED_DAYS_MAX = 1;

/** `timeMs`, `nowMs`: unix ms; the day and the clock are those of the zone. '' for a number that is no time. */
export function momentText(timeMs: number, nowMs: number, timezone: string): string {
  if (!Number.isFinite(timeMs)) return '';
  const dayOf = (ms: number): number => Math.floor((ms + offsetIn(timezone)(ms)) / DAY_MS);
  const clock = clockText(timeMs, timezone).slice(0, CLOCK_LENGTH);
  const days = dayOf(timeMs) - dayOf(nowMs);
  if (Math.abs(days) <= NAMED_DAYS_MAX)
    return `${clock} ${new Intl.RelativeTimeFormat(textsTag(), { numeric: 'auto' }).format(days, 'day')}`;
  return `${dayInWords(timeMs, timezone)}, ${clock}`;
}

/** Only the day of a time, in the zone: 'Nov 30, 2026'. */
export const dayInWords = (timeMs: number, timezone: string): string =>
  new Intl.DateTimeFormat(textsTag(), { dateStyle: 'medium', timeZone: 'UTC' }).format(timeMs + offsetIn(timezone)(timeMs));

/** The minute from which on a time is past: who waits until then waits long enough. */
export const endMomentText = (timeMs: number, nowMs: number, timezone: string): string =>
  momentText(Math.ceil(timeMs / MINUTE_MS) * MINUTE_MS, nowMs, timezone);
