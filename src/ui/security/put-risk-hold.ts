/** Writes what the server said of who may take no new risk: only code that has read its word calls this. */
import { holdingLimit } from '#domain/own-limits.ts';
import type { Barrier } from '#domain/protection.ts';
import { type LimitHold, riskHold } from '../state/risk-hold.ts';

/** Longer waits than a timer can be set for end with the next reading. */
const TIMER_MS_MAX = 2 ** 31 - 1;
let timer: ReturnType<typeof setTimeout> | undefined;

/** A barrier of the person before a limit that they have used up. A break that is over ends by itself, and a limit out of whose window enough has gone. */
export function putRiskHold(barrier: Barrier | undefined, usedUp: readonly LimitHold[] = []): void {
  clearTimeout(timer);
  const nowMs = Date.now();
  const holds = ({ untilMs }: { untilMs: number }): boolean => untilMs === 0 || untilMs > nowMs;
  const standing = barrier && holds(barrier) ? barrier : undefined;
  const left = usedUp.filter(holds);
  riskHold.value = standing ?? holdingLimit(left, 'order') ?? holdingLimit(left, 'micro');
  const ends = [...(standing ? [standing] : []), ...left].map(({ untilMs }) => untilMs).filter((untilMs) => untilMs > 0);
  const leftMs = Math.min(...ends) - nowMs;
  if (leftMs <= TIMER_MS_MAX) timer = setTimeout(() => putRiskHold(standing, left), leftMs);
}
