/** What keeps whoever is here from micro trades and from nothing else: beside `risk-hold.ts`, for those who know it to be asked. */
import { signal } from '@preact/signals';
import type { LimitHold } from './page-head.ts';

/** Written by `security/put-risk-hold.ts` alone. */
export const microHold = signal<LimitHold | undefined>(undefined);
