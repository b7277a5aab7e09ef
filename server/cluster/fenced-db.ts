/**
 * The database as only the leading node may write to it: each transaction first proves that its node leads, and keeps the proof
 * valid until its commit. A node that was frozen or cut off and does not know yet that another leads can commit nothing.
 */
import { sql } from 'kysely';
import type { Db, Trx } from '../database/database.ts';

/** Raised by one with every change of leader. */
export const EPOCH_FACT = 'cluster.epoch';
/** A leader that falls silent inside a transaction would hold up its successor: the database throws it out after so long. */
const SILENT_MS_MAX = 1_000;

/** This node does not lead (any more): nothing was written. */
export class NotLeadingError extends Error {
  override name = 'NotLeadingError';
}

/** True when the epoch is still `epoch`; then it stays so until the transaction ends, since a successor waits for the row. */
export async function holdEpoch(trx: Trx, epoch: number): Promise<boolean> {
  const { rows } = await sql`select set_config('idle_in_transaction_session_timeout', ${String(SILENT_MS_MAX)}, true)
    from fact where "key" = ${EPOCH_FACT} and "value" = ${String(epoch)} for share`.execute(trx);
  return rows.length > 0;
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
