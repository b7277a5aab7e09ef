/** When a market opens, as short as can be and never in doubt. */
import { DAY_MS } from '#domain/time-units.ts';
import { textsTag } from '../language/language.ts';
import { dateTimeText, offsetIn } from './time.ts';

/** From then on a day of the week could be meant that is nearer. */
const WEEKDAY_DAYS_MAX = 6;

/** In the zone: '18:00' on the same day, 'Mon 00:05' within six days, '25 Dec, 00:05' beyond. */
export function openingTime(opensAtMs: number, nowMs: number, timezone: string): string {
  const text = dateTimeText(opensAtMs, timezone);
  const clock = text.slice(11, 16);
  const dayOf = (timeMs: number) => Math.floor((timeMs + offsetIn(timezone)(timeMs)) / DAY_MS);
  const days = dayOf(opensAtMs) - dayOf(nowMs);
  if (days === 0) return clock;
  const isFar = days < 0 || days > WEEKDAY_DAYS_MAX;
  const tag = textsTag();
  // English as most of the world writes it, as in `moment-text.ts`, which the first list does without.
  const words = new Intl.DateTimeFormat(tag === 'en' ? 'en-GB' : tag, {
    ...(isFar ? { day: 'numeric', month: 'short' } : { weekday: 'short' }),
    timeZone: 'UTC',
  });
  return `${words.format(dayOf(opensAtMs) * DAY_MS)}${isFar ? ',' : ''} ${clock}`;
}
