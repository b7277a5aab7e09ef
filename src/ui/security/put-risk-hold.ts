/** Writes what the server said of who may take no new risk: only code that has read its word calls this. */
import { holdingLimit } from '#domain/own-limits.ts';
import { riskBarrier, type Standing } from '#domain/protection.ts';
import type { LimitHold } from '../state/risk-hold.ts';
import { user } from '../state/user.ts';
import { keptHead, putPageHead } from './page-head.ts';

/** Longer waits than a timer can be set for end with the next reading. */
const TIMER_MS_MAX = 2 ** 31 - 1;
let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * A barrier of the person before a limit that they have used up. When what holds is over by itself, the next that holds takes its place: a break
 * may go on for longer than an exclusion, and out of a limit's window enough may have gone.
 */
export function putRiskHold(standing: Standing | undefined, usedUp: readonly LimitHold[] = []): void {
  clearTimeout(timer);
  const nowMs = Date.now();
  const barrier = standing && riskBarrier(standing, nowMs);
  const left = usedUp.filter(({ untilMs }) => untilMs === 0 || untilMs > nowMs);
  // What held whoever has gone is forgotten.
  putPageHead(user.peek()?.uid ?? keptHead.peek()?.uid ?? '', {
    hold: barrier ?? holdingLimit(left, 'order') ?? holdingLimit(left, 'micro'),
  });
  const ends = [...(barrier ? [barrier] : []), ...left].map(({ untilMs }) => untilMs).filter((untilMs) => untilMs > 0);
  const leftMs = Math.min(...ends) - nowMs;
  if (leftMs <= TIMER_MS_MAX) timer = setTimeout(() => putRiskHold(standing, left), leftMs);
}

/** Somebody else is here: what holds them begins with what was known of them, and nothing of the one before is written any more. */
export const leaveRiskHold = (): void => clearTimeout(timer);
