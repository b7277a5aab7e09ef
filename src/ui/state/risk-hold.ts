/** What keeps whoever is here from new risk, as the server last said it. */
import { signal } from '@preact/signals';
import type { TradeMeasure } from '#domain/own-limits.ts';
import type { Barrier } from '#domain/protection.ts';

/** A limit on oneself that is used up. `bound`: as a person reads it; `untilMs` 0: nobody knows until when. */
export type LimitHold = {
  readonly why: 'limit';
  readonly measure: TradeMeasure;
  readonly bound: string;
  readonly untilMs: number;
};

/** `undefined`: nothing does, or nobody knows. Written by `security/put-risk-hold.ts` alone. */
export const riskHold = signal<Barrier | LimitHold | undefined>(undefined);
