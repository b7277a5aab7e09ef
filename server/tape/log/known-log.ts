/** What the database knows of its log: who it is, and by which keys others verify. */
import type { LogKeys } from './key-files.ts';

export type KnownLog = { readonly origin: string; readonly generation: number; readonly log: string; readonly receipts: string };

/** The fact, as it is written. */
export const knownAs = ({ origin, generation, logVkey, receiptsVkey }: LogKeys): string =>
  JSON.stringify({ origin, generation, log: logVkey, receipts: receiptsVkey } satisfies KnownLog);
