/** When "today" began in the configured zone: GMT offset in hours as text ("0", "8", "-3.5") or an IANA name (decisions D0.16, D1.2.16). */

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const OFFSET = /^-?\d{1,2}(\.\d{1,2})?$/;

/** What a wall clock in the zone shows, as if it were GMT. */
function wallMs(timeMs: number, zone: string): number {
  if (OFFSET.test(zone)) return timeMs + Number(zone) * HOUR_MS;
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  const part = Object.fromEntries(format.formatToParts(timeMs).map(({ type, value }) => [type, Number(value)]));
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part;
  return Date.UTC(year, month - 1, day, hour, minute, second) + (((timeMs % 1_000) + 1_000) % 1_000);
}

/** Unix ms of the last 00:00 in the zone at or before a time; GMT when nobody knows the zone. Where a day has no 00:00, its first moment. */
export function dayStartMs(timeMs: number, zone: string): number {
  try {
    const midnight = Math.floor(wallMs(timeMs, zone) / DAY_MS) * DAY_MS;
    // The offset may differ between midnight and now: one more look at the guess settles it.
    const guess = midnight - (wallMs(timeMs, zone) - timeMs);
    const start = midnight - (wallMs(guess, zone) - guess);
    return wallMs(start, zone) < midnight ? guess : start;
  } catch {
    return Math.floor(timeMs / DAY_MS) * DAY_MS;
  }
}
