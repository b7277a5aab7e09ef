/** When a market opens, as short as can be and never in doubt. */
import { DAY_MS } from '#domain/time-units.ts';
import { textsTag } from '../language/language.ts';
import { dateTimeText, offsetIn } from './time.ts';

/** From then on a day of the week could be meant that is nearer. */
const WEEKDAY_DAYS_MAX = 6;

/** In the zone: '18:00' on the same day, 'Mon 00:05' within six days, '12-25 00:05' beyond. */
export function openingTime(opensAtMs: number, nowMs: number, timezone: string): string {
  const text = dateTimeText(opensAtMs, timezone);
  const clock = text.slice(11, 16);
  const dayOf = (timeMs: number) => Math.floor((timeMs + offsetIn(timezone)(timeMs)) / DAY_MS);
  const days = dayOf(opensAtMs) - dayOf(nowMs);
  if (days === 0) return clock;
  // In figures: the first list has no room for more.
  if (days < 0 || days > WEEKDAY_DAYS_MAX) return `${text.slice(5, 10)} ${clock}`;
  const weekday = new Intl.DateTimeFormat(textsTag(), { weekday: 'short', timeZone: 'UTC' });
  return `${weekday.format(dayOf(opensAtMs) * DAY_MS)} ${clock}`;
}
