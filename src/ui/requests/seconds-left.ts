/** Seconds until something may be asked for again, counted down on screen. */
import { useEffect, useState } from 'preact/hooks';
import { RETRY_AFTER_S_MAX } from '#rest/retry-after.ts';

/** Where the server names no wait (specification S1 section 9). */
const WAIT_S = 60;
/** Later than the turn of the second, so that a timer which comes a little early has not to come again. */
const AFTER_TURN_MS = 5;

/** Seconds until the next try; `named`: by the server, if it does. */
export const waitS = (named: number | undefined): number =>
  named !== undefined && named >= 0 && named <= RETRY_AFTER_S_MAX ? named : WAIT_S;

/** Whole seconds that are left until `endMs`, rounded up. A clock that was set back makes nobody wait for more than the longest wait. */
export function waitLeftS(endMs: number, nowMs: number): number {
  const leftS = Math.ceil((endMs - nowMs) / 1_000);
  return leftS > 0 && leftS <= RETRY_AFTER_S_MAX ? leftS : 0;
}

/** Follows the seconds that are left until a time of the wall clock; 0: none. */
export function useSecondsLeft(endMs: number): number {
  const redraw = useState(0)[1];
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      clearTimeout(timer);
      redraw((count) => count + 1);
      if (waitLeftS(endMs, Date.now()) > 0) timer = setTimeout(look, ((endMs - Date.now()) % 1_000) + AFTER_TURN_MS);
    };
    look();
    // Timers of a hidden page come late.
    document.addEventListener('visibilitychange', look);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [endMs]);
  return waitLeftS(endMs, Date.now());
}
