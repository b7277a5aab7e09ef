/** Short enough that a browser does not gather timers to save wake-ups, spread over more than one display frame. */
const DELAY_MIN_MS = 5;
const DELAY_MAX_MS = 30;
/** A timer that comes so much later than an idle thread would run it found the thread at work. */
const LATE_MS = 1;
const PROBES_MAX = 500;

/**
 * Share of time, 0 to 1, in which the main thread was at work, from now until the returned function is called, which gives it; NaN of
 * nothing. Timers are set to random moments: the share of those that could not run at their moment is the share of time that was taken.
 * Forty timers a second cost next to nothing. Work of less than a millisecond is not seen.
 */
export function startBusyProbe(): () => number {
  const lates: number[] = [];
  let timer: ReturnType<typeof setTimeout>;
  const probe = () => {
    const delayMs = DELAY_MIN_MS + Math.random() * (DELAY_MAX_MS - DELAY_MIN_MS);
    const dueMs = performance.now() + delayMs;
    timer = setTimeout(() => {
      if (lates.length < PROBES_MAX) lates.push(performance.now() - dueMs);
      probe();
    }, delayMs);
  };
  probe();
  return () => {
    clearTimeout(timer);
    return busyShare(lates);
  };
}

/** What an idle thread makes a timer wait differs by browser and machine: the quickest of them is the measure. */
export function busyShare(lates: readonly number[]): number {
  const idleMs = Math.min(...lates);
  return lates.filter((late) => late > idleMs + LATE_MS).length / lates.length;
}
