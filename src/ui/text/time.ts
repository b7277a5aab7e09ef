/** Texts of times in the configured zone (decisions D0.15, D0.16). */
import { WALL_CLOCK, zonesBy } from '#domain/zone.ts';

export const INVALID_DATE = 'Invalid Date';

/** A zone of the configuration: hours from GMT or an IANA name. */
export const offsetIn = zonesBy((timeZone) => new Intl.DateTimeFormat('en-GB', { ...WALL_CLOCK, timeZone }));

/** A time as `YYYY-MM-DD HH:mm:ss` in the zone; 'Invalid Date' for a number that is no time. */
export function dateTimeText(timeMs: number, timezone: string): string {
  if (!Number.isFinite(timeMs)) return INVALID_DATE;
  return new Date(timeMs + offsetIn(timezone)(timeMs)).toISOString().slice(0, 19).replace('T', ' ');
}

/** Only the clock: `HH:mm:ss`. */
export function clockText(timeMs: number, timezone: string): string {
  const text = dateTimeText(timeMs, timezone);
  return text === INVALID_DATE ? text : text.slice(11);
}

/** Only the day: `YYYY-MM-DD`. */
export function dayText(timeMs: number, timezone: string): string {
  const text = dateTimeText(timeMs, timezone);
  return text === INVALID_DATE ? text : text.slice(0, 10);
}
