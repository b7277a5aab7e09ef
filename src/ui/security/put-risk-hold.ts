/** Writes what the server said of who may take no new risk: only code that has read its word calls this. */
import type { Barrier } from '#domain/protection.ts';
import { user } from '../state/user.ts';
import { keptHead, putPageHead } from './page-head.ts';

/** Longer waits than a timer can be set for end with the next reading. */
const TIMER_MS_MAX = 2 ** 31 - 1;
let timer: ReturnType<typeof setTimeout> | undefined;

/** A break that is over ends by itself. */
export function putRiskHold(next: Barrier | undefined): void {
  clearTimeout(timer);
  // What held whoever has gone is forgotten.
  putPageHead(user.peek()?.uid ?? keptHead.peek()?.uid ?? '', { hold: next });
  const leftMs = next ? next.untilMs - Date.now() : 0;
  if (leftMs > 0 && leftMs <= TIMER_MS_MAX) timer = setTimeout(putRiskHold, leftMs, undefined);
}
