/** What keeps whoever is here from new risk, as the server last said it. */
import { signal } from '@preact/signals';
import type { Barrier } from '#domain/protection.ts';

/** `undefined`: nothing does, or nobody knows. Written by `security/put-risk-hold.ts` alone. */
export const riskHold = signal<Barrier | undefined>(undefined);
