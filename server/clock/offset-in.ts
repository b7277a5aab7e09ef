/** Zones by the names of the configuration, for the server: the rules are `src/domain/zone.ts`, the tables of zones are Node's. */
import { WALL_CLOCK, zonesBy } from '#domain/zone.ts';

const clockOf = (timeZone: string) => new Intl.DateTimeFormat('en-GB', { ...WALL_CLOCK, timeZone });

/** A zone's offset: hours from GMT or an IANA name; GMT for what is neither. */
export const offsetIn = zonesBy(clockOf);

/** True for a name that Node knows a zone by. */
export function isZone(timeZone: string): boolean {
  try {
    return clockOf(timeZone).format(0) !== '';
  } catch {
    return false;
  }
}
