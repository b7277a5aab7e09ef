/** How long something took, in its two largest units: '2 d 4 h', '1 h 10 min', '5 min'. Whole minutes; the rest is cut. */
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time-units.ts';
import { t } from '../../../language/i18n.ts';

export function spanText(spanMs: number): string {
  const days = Math.floor(spanMs / DAY_MS);
  const hours = Math.floor((spanMs % DAY_MS) / HOUR_MS);
  const minutes = Math.floor((spanMs % HOUR_MS) / MINUTE_MS);
  const named = { days: t('chart:span.days', { count: days }), hours: t('chart:span.hours', { count: hours }) };
  if (days > 0) return hours === 0 ? named.days : t('chart:span.both', { large: named.days, small: named.hours });
  const small = t('chart:span.minutes', { count: minutes });
  if (hours === 0) return small;
  return minutes === 0 ? named.hours : t('chart:span.both', { large: named.hours, small });
}
