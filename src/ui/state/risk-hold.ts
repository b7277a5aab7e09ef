/** What keeps whoever is here from new risk, as the server last said it; only the code that reads the server's word on it writes it. */
import { signal } from '@preact/signals';
import type { Barrier } from '#domain/protection.ts';

const hold = signal<Barrier | undefined>(undefined);
let timer: ReturnType<typeof setTimeout> | undefined;
/** Longer waits than a timer can be set for end with the next reading. */
const TIMER_MS_MAX = 2 ** 31 - 1;

/** `undefined`: nothing does, or nobody knows. A break that is over ends by itself. */
export const riskHold = hold as { readonly value: Barrier | undefined; peek(): Barrier | undefined };

export function putRiskHold(next: Barrier | undefined): void {
  clearTimeout(timer);
  hold.value = next;
  const leftMs = next ? next.untilMs - Date.now() : 0;
  if (leftMs > 0 && leftMs <= TIMER_MS_MAX) timer = setTimeout(() => (hold.value = undefined), leftMs);
}
