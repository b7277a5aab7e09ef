/**
 * A moment as people read it, the same wherever one is read (decision D9.445): 'Sun 29 Nov, 07:29', and of another year than the one that we are in
 * 'Mon 29 Nov 2027, 07:29'. In words of the browser, in the language of the texts.
 */
import { MINUTE_MS } from '#domain/time-units.ts';
import { textsTag } from '../language/language.ts';
import { clockText, INVALID_DATE, offsetIn } from './time.ts';

const CLOCK_LENGTH = 5;
/** By language and form: at most four of each language. */
const formats = new Map<string, Intl.DateTimeFormat>();

type DayForm = { readonly hasWeekday: boolean; readonly hasYear: boolean };

/** `localMs`: ms since 1970 on the clock of the zone. */
function dayWords(localMs: number, { hasWeekday, hasYear }: DayForm): string {
  const tag = textsTag();
  // English as most of the world writes it, whatever the browser takes it for.
  const isEnglish = tag.startsWith('en');
  const key = `${tag} ${hasWeekday} ${hasYear}`;
  const format =
    formats.get(key) ??
    new Intl.DateTimeFormat(isEnglish ? 'en-GB' : tag, {
      ...(hasWeekday && { weekday: 'short' }),
      ...{ day: 'numeric', month: 'short', timeZone: 'UTC' },
      ...(hasYear && { year: 'numeric' }),
    });
  formats.set(key, format);
  const words = format.format(localMs);
  return isEnglish ? words.replaceAll(',', '') : words;
}

const localOf = (timeMs: number, timezone: string): number => timeMs + offsetIn(timezone)(timeMs);
const yearOf = (localMs: number): number => new Date(localMs).getUTCFullYear();

function dayOf(timeMs: number, nowMs: number | undefined, timezone: string, hasWeekday: boolean): string {
  const localMs = localOf(timeMs, timezone);
  const hasYear = nowMs === undefined || yearOf(localMs) !== yearOf(localOf(nowMs, timezone));
  return dayWords(localMs, { hasWeekday, hasYear });
}

/** `timeMs`, `nowMs`: unix ms; the day and the clock are those of the zone. '' for a number that is no time. */
export const momentText = (timeMs: number, nowMs: number, timezone: string): string =>
  Number.isFinite(timeMs) ? `${dayOf(timeMs, nowMs, timezone, true)}, ${clockText(timeMs, timezone).slice(0, CLOCK_LENGTH)}` : '';

/** With its seconds: 'Sun 29 Nov, 07:29:04'; 'Invalid Date' for a number that is no time. */
export const exactMomentText = (timeMs: number, nowMs: number, timezone: string): string =>
  Number.isFinite(timeMs) ? `${dayOf(timeMs, nowMs, timezone, true)}, ${clockText(timeMs, timezone)}` : INVALID_DATE;

/** Of a narrow place: '29 Nov', '29 Nov 2027'; 'Invalid Date' for a number that is no time. */
export const shortDayText = (timeMs: number, nowMs: number, timezone: string): string =>
  Number.isFinite(timeMs) ? dayOf(timeMs, nowMs, timezone, false) : INVALID_DATE;

/** Of a narrow place too: '29 Nov, 07:29'. */
export const shortMomentText = (timeMs: number, nowMs: number, timezone: string): string =>
  `${shortDayText(timeMs, nowMs, timezone)}, ${clockText(timeMs, timezone).slice(0, CLOCK_LENGTH)}`;

/** Only the day of a time, in the zone, with its year: 'Sun 29 Nov 2026'. */
export const dayInWords = (timeMs: number, timezone: string): string => dayOf(timeMs, undefined, timezone, true);

/** The minute from which on a time is past: who waits until then waits long enough. */
export const endMomentText = (timeMs: number, nowMs: number, timezone: string): string =>
  momentText(Math.ceil(timeMs / MINUTE_MS) * MINUTE_MS, nowMs, timezone);
