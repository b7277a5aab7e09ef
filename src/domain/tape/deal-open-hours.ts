/** Whether a product was open at a tick, by the calendar that a deal names and the stretches for which the operator had closed it. */
import { CALENDARS, isCalendarName, isOpen } from '../market-hours.ts';
import type { DealHours } from './deal-terms.ts';

/** A product that is replayed trades whenever it has ticks. */
const RECORDED = 'recorded';
/** No calendar goes further than this, unix ms: the year 9892. */
const OPEN_MS_MAX = 250_000_000_000_000;

/** `seq` and `timeMs` (unix ms) of the tick; of an act the newest tick that it knew and its own time. `undefined`: by a calendar that this verifier does not know. */
export function isOpenAt({ calendar, halts }: DealHours, seq: number, timeMs: number): boolean | undefined {
  if (halts.some(({ fromSeq, toSeq }) => fromSeq <= seq && seq < toSeq)) return false;
  if (calendar === RECORDED) return true;
  if (!isCalendarName(calendar)) return undefined;
  return timeMs >= 0 && timeMs <= OPEN_MS_MAX && isOpen(CALENDARS[calendar], timeMs);
}
