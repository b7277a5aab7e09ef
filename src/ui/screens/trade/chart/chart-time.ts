/** Texts of the chart's time axis in the configured zone. Days, weeks and months begin at 00:00 GMT whatever the zone, so that their bars never shift (decision D1.3.03). */
import { months } from '#domain/bucket.ts';
import type { Period } from '#domain/period-table.ts';
import { periodOf } from '#domain/periods.ts';
import { DAY_MS } from '#domain/time-units.ts';
import type { TimeTickKind } from '../../../charts/time-ticks.ts';
import { dateTimeText, offsetIn } from '../../../text/time.ts';

const GMT = '0';
const lengthOf = (period: Period): number => periodOf(period).bucket.lengthMs;
const zoneOf = (period: Period, timezone: string): string => (lengthOf(period) < DAY_MS ? timezone : GMT);
/** How much of 'YYYY-MM-DD HH:mm' tells one bar from the next. */
const fullLength = (lengthMs: number): number => (lengthMs < DAY_MS ? 16 : lengthMs < months.lengthMs ? 10 : 7);

/** 'HH:mm', 'MM-DD', 'YYYY-MM' or 'YYYY' for a mark; the whole time, or the day or month of so long a bar, under the crosshair. */
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
      return text.slice(0, fullLength(lengthOf(period)));
  }
}

/** Zone shown minus GMT at that time, in ms. */
export function chartZoneOffsetMs(timeMs: number, period: Period, timezone: string): number {
  const zone = zoneOf(period, timezone);
  return zone === GMT || !Number.isFinite(timeMs) ? 0 : offsetIn(zone)(timeMs);
}
