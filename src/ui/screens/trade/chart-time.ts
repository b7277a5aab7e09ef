/** Texts of the chart's time axis in the configured zone. Days and weeks begin at 00:00 GMT whatever the zone, so that their bars never shift (decision D1.3.03). */
import type { Period } from '#domain/periods.ts';
import type { TimeTickKind } from '../../charts/time-ticks.ts';
import { dateTimeText } from '../../time.ts';

const GMT = '0';
const isDaily = (period: Period): boolean => period === '1day' || period === '1week';
const zoneOf = (period: Period, timezone: string): string => (isDaily(period) ? GMT : timezone);

/** 'HH:mm', 'MM-DD', 'YYYY-MM' or 'YYYY' for a mark; the whole time, or the day of a daily bar, under the crosshair. */
export function chartTimeText(timeMs: number, kind: TimeTickKind | 'full', period: Period, timezone: string): string {
  const text = dateTimeText(timeMs, zoneOf(period, timezone));
  switch (kind) {
    case 'time':
      return text.slice(11, 16);
    case 'day':
      return text.slice(5, 10);
    case 'month':
      return text.slice(0, 7);
    case 'year':
      return text.slice(0, 4);
    case 'full':
      return isDaily(period) ? text.slice(0, 10) : text.slice(0, 16);
  }
}

/** Zone shown minus GMT at that time, in ms. */
export function chartZoneOffsetMs(timeMs: number, period: Period, timezone: string): number {
  const zone = zoneOf(period, timezone);
  if (zone === GMT || !Number.isFinite(timeMs)) return 0;
  const second = Math.floor(timeMs / 1000) * 1000;
  return Date.parse(`${dateTimeText(second, zone).replace(' ', 'T')}Z`) - second;
}
