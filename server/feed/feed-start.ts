/** From which moment on a feed speaks when it starts. */
import type { Tape } from '../tape/tape.ts';

/** After a longer pause than this the process slept, the clock was set, or another node fed: what would have been is a hole, not a burst. */
export const CATCH_UP_MAX_MS = 5_000;

/**
 * Unix ms. `beganMs`: when the source began, so that the first start has no hole; else now. What another node's feed put on the tape,
 * by a clock that may be ahead of this one, is not said again.
 */
export function feedStartMs(tape: Pick<Tape, 'lastSeq' | 'watermarkMs'>, nowMs: number, beganMs: number): number {
  const fromMs = nowMs - beganMs <= CATCH_UP_MAX_MS ? Math.min(beganMs, nowMs) : nowMs;
  const saidMs = tape.lastSeq() > 0 ? tape.watermarkMs() + 1 : 0;
  return saidMs - nowMs <= CATCH_UP_MAX_MS ? Math.max(fromMs, saidMs) : fromMs;
}
