/**
 * What stands at the head of a person's pages beside the title: what keeps them from new risk, as the server said it last, and that they are new here.
 * It is kept in the browser, with whose it is: the next visit begins with it, and nothing is pushed down when the server has answered (decision
 * D9.443). Comes with those whom it concerns.
 */
import { computed, effect, signal } from '@preact/signals';
import type { Barrier } from '#domain/protection.ts';
import { storage } from '../browser/storage.ts';
import { HEAD_KEY, hasHead, type LimitHold, riskHold } from '../state/risk-hold.ts';
import { user } from '../state/user.ts';

export type PageHead = {
  readonly uid: string;
  readonly hold?: Barrier | LimitHold | undefined;
  /** Received as somebody who has just registered; the rest says what they had or have done since. */
  readonly isNew?: boolean;
  readonly hadDemo?: boolean;
  readonly hasPlayed?: boolean;
  readonly hasPasskey?: boolean;
};

/** As it was kept; of what cannot be read nothing is shown. */
function readHead(): PageHead | undefined {
  try {
    const head = JSON.parse(storage.get(HEAD_KEY) ?? '{}') as PageHead;
    return head.uid ? head : undefined;
  } catch {
    return undefined;
  }
}

/** Of whomever it was said last. */
export const keptHead = signal(readHead());
/** Of whoever is here. */
export const pageHead = computed(() => (keptHead.value?.uid === (user.value?.uid ?? '') ? keptHead.value : undefined));

effect(() => {
  const hold = pageHead.value?.hold;
  // What was kept may be over by now.
  riskHold.value = hold && (hold.untilMs === 0 || hold.untilMs > Date.now()) ? hold : undefined;
});

/** What is said of somebody takes the place of what was said of another. Of whom there is nothing to say nothing is kept. */
export function putPageHead(uid: string, change: Partial<Omit<PageHead, 'uid'>>): void {
  const before = keptHead.peek();
  const next = { ...(before?.uid === uid ? before : {}), ...change, uid };
  const isEmpty = !next.hold && !next.isNew;
  if (isEmpty && before?.uid !== uid) return;
  keptHead.value = isEmpty ? undefined : next;
  hasHead.value = !isEmpty;
  if (isEmpty) storage.remove(HEAD_KEY);
  else storage.set(HEAD_KEY, JSON.stringify(next));
}
