/**
 * What stands at the head of a person's pages beside the title: what keeps them from new risk, as the server said it last, and that they are new here.
 * It is kept in the browser, with whose it is: the next visit begins with it, and nothing is pushed down when the server has answered (decision D9.443).
 */
import { computed, signal } from '@preact/signals';
import type { TradeMeasure } from '#domain/own-limits.ts';
import type { Barrier } from '#domain/protection.ts';
import { storage } from '../browser/storage.ts';
import { user } from './user.ts';

/** A limit on oneself that is used up. `bound`: as a person reads it; `untilMs` 0: nobody knows until when. */
export type LimitHold = {
  readonly why: 'limit';
  readonly measure: TradeMeasure;
  readonly bound: string;
  readonly untilMs: number;
};

export type PageHead = {
  readonly uid: string;
  readonly hold?: Barrier | LimitHold | undefined;
  /** Received as somebody who has just registered; the rest says what they had or have done since. */
  readonly isNew?: boolean;
  readonly hadDemo?: boolean;
  readonly hasPlayed?: boolean;
  readonly hasPasskey?: boolean;
};
export const HEAD_KEY = 'head';

/** As it was kept; of what cannot be read nothing is shown. */
function readHead(): PageHead | undefined {
  try {
    const head = JSON.parse(storage.get(HEAD_KEY) ?? '{}') as PageHead;
    return head.uid ? head : undefined;
  } catch {
    return undefined;
  }
}

/** Of whomever it was said last. Written by `security/put-page-head.ts` alone. */
export const keptHead = signal(readHead());
/** Of whoever is here. */
export const pageHead = computed(() => (keptHead.value?.uid === (user.value?.uid ?? '') ? keptHead.value : undefined));
