/**
 * A zone is its offset: what its clocks show minus UTC. It is named by hours from GMT ('0', '8', '-3.5') or by an IANA name, whose rules
 * `Intl` alone knows: page and server each hand in a clock of a named zone, and everything else about zones is here (decision D0.16).
 */
import { HOUR_MS } from './time-units.ts';

/** Local time minus UTC in ms, at a UTC time in ms. */
export type ZoneOffset = (timeMs: number) => number;
/** Shows a UTC time as 'DD/MM/YYYY, HH:mm:ss': an `Intl.DateTimeFormat` of 'en-GB' with the options `WALL_CLOCK` and a zone. */
type WallClock = { format(timeMs: number): string };

export const WALL_CLOCK = {
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
} as const;

/** No clock on earth is further from GMT. */
const HOURS_MAX = 14;
/** Zones kept at once: making a clock costs two hundred times what reading it costs, and the configuration changes rarely. */
const ZONES_MAX = 8;

function offsetOf(clock: WallClock): ZoneOffset {
  return (timeMs) => {
    const second = Math.floor(timeMs / 1_000) * 1_000;
    const [day, month, year, time] = clock.format(second).split(/[/,]\s*/);
    return Date.parse(`${year}-${month}-${day}T${time}Z`) - second;
  };
}

function newOffset(timezone: string, clockOf: (timeZone: string) => WallClock): ZoneOffset {
  const zone = timezone.trim();
  if (/^[+-]?\d{1,2}(\.\d+)?$/.test(zone) && Math.abs(Number(zone)) <= HOURS_MAX) {
    const fixedMs = Math.round(Number(zone) * HOUR_MS);
    return () => fixedMs;
  }
  try {
    return offsetOf(clockOf(zone));
  } catch {
    return () => 0;
  }
}

/** Zones by their names. A name that is neither hours from GMT (14 at most) nor known to `clockOf`, which throws then, is GMT. */
export function zonesBy(clockOf: (timeZone: string) => WallClock): (timezone: string) => ZoneOffset {
  const known = new Map<string, ZoneOffset>();
  return (timezone) => {
    const offset = known.get(timezone) ?? newOffset(timezone, clockOf);
    if (known.size >= ZONES_MAX) known.clear();
    known.set(timezone, offset);
    return offset;
  };
}
