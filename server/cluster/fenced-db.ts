/**
 * The database as only the leading node may write to it: each transaction first proves that its node leads, and keeps the proof
 * valid until its commit. A node that was frozen or cut off and does not know yet that another leads can commit nothing.
 */
import type { Db, Trx } from '../database/database.ts';

/** This node does not lead (any more): nothing was written. */
export class NotLeadingError extends Error {
  override name = 'NotLeadingError';
}

/** `fence` throws `NotLeadingError` unless the transaction may go on. */
export const fencedDb = (db: Db, fence: (trx: Trx) => Promise<void>): Db => ({
  ...db,
  transaction: (work) =>
    db.transaction(async (trx) => {
      await fence(trx);
      return work(trx);
    }),
});
