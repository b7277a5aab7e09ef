/** What keeps whoever is here from new risk, as the server last said it, be it at an earlier visit. Both are written by `security/page-head.ts` alone. */
import { signal } from '@preact/signals';
import type { Barrier } from '#domain/protection.ts';
import { storage } from '../browser/storage.ts';

export const HEAD_KEY = 'head';
/** `undefined`: nothing does, or nobody knows. */
export const riskHold = signal<Barrier | undefined>(undefined);
/** Something is known that stands at the head of a person's pages; whose it is, the code knows that shows it. */
export const hasHead = signal(!!storage.get(HEAD_KEY));
