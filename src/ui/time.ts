/**
 * Texts of times in the configured zone (decisions D0.15, D0.16). One Intl formatter per zone, kept: making one costs two hundred
 * times what using it costs. The zone is a GMT offset in hours ('0', '8', '-3.5') or an IANA name; a zone that is neither is GMT.
 */

export const INVALID_DATE = 'Invalid Date';
const HOUR_MS = 3_600_000;
/** Zones seen in one life of the page; the configuration changes rarely. */
const FORMATTERS_MAX = 8;

type Zone = { formatter: Intl.DateTimeFormat; shiftMs: number };
const zones = new Map<string, Zone>();

function zoneOf(timezone: string): Zone {
  const known = zones.get(timezone);
  if (known) return known;
  const offset = /^[+-]?\d{1,2}(\.\d+)?$/.test(timezone.trim()) ? Number(timezone) : undefined;
  const zone =
    offset !== undefined && Math.abs(offset) <= 14
      ? { formatter: formatterFor('UTC'), shiftMs: offset * HOUR_MS }
      : { formatter: namedFormatter(timezone), shiftMs: 0 };
  if (zones.size >= FORMATTERS_MAX) zones.clear();
  zones.set(timezone, zone);
  return zone;
}

function namedFormatter(timezone: string): Intl.DateTimeFormat {
  try {
    return formatterFor(timezone);
  } catch {
    return formatterFor('UTC');
  }
}

function formatterFor(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
}

/** Milliseconds of a server's stamp `YYYY-MM-DD HH:mm:ss` (GMT); NaN when it is not one. */
export function stampMs(stamp: string): number {
  return /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(stamp) ? Date.parse(`${stamp.replace(' ', 'T')}Z`) : Number.NaN;
}

/** A time as `YYYY-MM-DD HH:mm:ss` in the zone; 'Invalid Date' for anything that is no time. */
export function dateTimeText(time: string | number, timezone: string): string {
  const ms = typeof time === 'number' ? time : stampMs(time);
  if (!Number.isFinite(ms)) return INVALID_DATE;
  const { formatter, shiftMs } = zoneOf(timezone);
  // British order: day, month, year, then the clock.
  const [day, month, year, clock] = formatter.format(ms + shiftMs).split(/[/,]\s*/);
  return `${year}-${month}-${day} ${clock}`;
}

/** Only the clock: `HH:mm:ss`. */
export function clockText(time: string | number, timezone: string): string {
  const text = dateTimeText(time, timezone);
  return text === INVALID_DATE ? text : text.slice(11);
}

/** Only the day: `YYYY-MM-DD`. */
export function dayText(time: string | number, timezone: string): string {
  const text = dateTimeText(time, timezone);
  return text === INVALID_DATE ? text : text.slice(0, 10);
}
