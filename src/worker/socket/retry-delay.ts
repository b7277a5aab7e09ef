/** How long to wait before a socket is opened again. Pure: randomness is an argument. Protocol: the client's connection rules. */

const FIRST_JITTER_MS = 250;
const BASE_MS = 250;
const STEP_MS = 500;
const STEP_MAX_MS = 1_250;
const STEP_MAX_LATER_MS = 9_750;
/** So long a visible page tries fast. */
const EAGER_MS = 120_000;
/** A server's own figure is believed up to this. */
const HINT_MAX_MS = 30_000;
const DOUBLINGS_MAX = 10;

/**
 * ms until the next attempt. `attempt` counts from 0 since the last good link; `hintMs` is what a server that shuts down asked for.
 * First: 0 to 250. Later: 250 + random(0, min(1250, 500 x 2^n)) for two minutes while visible; after that and hidden up to 10,000.
 */
export function retryDelayMs(from: {
  attempt: number;
  downMs: number;
  visible: boolean;
  random: number;
  hintMs?: number | undefined;
}): number {
  if (from.hintMs !== undefined) return Math.min(HINT_MAX_MS, from.hintMs);
  if (from.attempt === 0) return from.random * FIRST_JITTER_MS;
  const cap = from.visible && from.downMs < EAGER_MS ? STEP_MAX_MS : STEP_MAX_LATER_MS;
  return BASE_MS + from.random * Math.min(cap, STEP_MS * 2 ** Math.min(DOUBLINGS_MAX, from.attempt - 1));
}
