/** Writes what the server said of who may take no new risk: only code that has read its word calls this. */
import { riskBarrier, type Standing } from '#domain/protection.ts';
import { riskHold } from '../state/risk-hold.ts';

/** Longer waits than a timer can be set for end with the next reading. */
const TIMER_MS_MAX = 2 ** 31 - 1;
let timer: ReturnType<typeof setTimeout> | undefined;

/** When what holds is over by itself, the next that holds takes its place: a break may go on for longer than an exclusion. */
export function putRiskHold(standing: Standing | undefined): void {
  clearTimeout(timer);
  const now = Date.now();
  const hold = standing && riskBarrier(standing, now);
  riskHold.value = hold;
  const leftMs = hold ? hold.untilMs - now : 0;
  if (leftMs > 0 && leftMs <= TIMER_MS_MAX) timer = setTimeout(() => putRiskHold(standing), leftMs);
}
