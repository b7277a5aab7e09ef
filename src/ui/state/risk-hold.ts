/** What keeps whoever is here from new risk, as the server last said it, be it at an earlier visit. Both are written by `security/page-head.ts` alone. */
import { signal } from '@preact/signals';
import type { TradeMeasure } from '#domain/own-limits.ts';
import type { Barrier } from '#domain/protection.ts';
import { storage } from '../browser/storage.ts';

/** A limit on oneself that is used up. `bound`: as a person reads it; `untilMs` 0: nobody knows until when. */
export type LimitHold = {
  readonly why: 'limit';
  readonly measure: TradeMeasure;
  readonly bound: string;
  readonly untilMs: number;
};

export const HEAD_KEY = 'head';
/** `undefined`: nothing does, or nobody knows. */
export const riskHold = signal<Barrier | LimitHold | undefined>(undefined);
/** Something is known that stands at the head of a person's pages; whose it is, the code knows that shows it. */
export const hasHead = signal(!!storage.get(HEAD_KEY));
