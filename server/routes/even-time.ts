/**
 * Answers that must not tell by their time what is known of an address: they leave on a raster of their own. The same work takes a little
 * longer where there is an account (a row more is read); that little is hidden unless it happens to pass a step.
 */
import { setImmediate, setTimeout } from 'node:timers/promises';

/** Far above what an account adds (about 0.05 ms), far below what anybody waits for. */
export const STEP_MS = 10;
/** A timer rings up to so much late: the rest is waited for turn by turn. */
const TIMER_LATE_MS = 2;

/** Does the work; what it gives, or throws, comes at a whole number of steps after it was begun. */
export async function inEvenTime<T>(work: () => Promise<T>): Promise<T> {
  const startedMs = performance.now();
  try {
    return await work();
  } finally {
    const dueMs = startedMs + Math.ceil((performance.now() - startedMs) / STEP_MS) * STEP_MS;
    const restMs = dueMs - performance.now() - TIMER_LATE_MS;
    if (restMs >= 1) await setTimeout(restMs);
    while (performance.now() < dueMs) await setImmediate();
  }
}
