/**
 * The clock of all that deals with the market: its time is tape time. Feed, candles, trading, outbox, routes and sockets get this one, so
 * that they agree with each other and none of them can see the wall clock being set; logins and sessions have the machine's.
 */
import type { Clock } from '../clock/clock.ts';
import type { Tape } from './tape.ts';

export const tapeClock = (clock: Clock, tape: Pick<Tape, 'nowMs'>): Clock => ({
  now: () => tape.nowMs(),
  monotonicMs: () => clock.monotonicMs(),
  every: (intervalMs, work) => clock.every(intervalMs, work),
  after: (delayMs, work) => clock.after(delayMs, work),
  sleep: (delayMs) => clock.sleep(delayMs),
});
