/** Whose turn it is to lead: a number that every new leader raises, and that holds until a transaction ends once it was looked at. */
import { sql } from 'kysely';
import type { DbSession, Trx } from '../database/database.ts';

/** Raised by one with every change of leader. */
export const EPOCH_FACT = 'cluster.epoch';
/** A leader that falls silent inside a transaction would hold up its successor: the database throws it out after so long. */
const SILENT_MS_MAX = 1_000;
const NEXT_EPOCH = `insert into fact ("key", "value") values ('${EPOCH_FACT}', '1')
  on conflict ("key") do update set "value" = (fact."value"::bigint + 1)::text returning "value"`;

/** Begins the next epoch, on the connection that holds the lead; waits for transactions of the one before. PostgreSQL only. */
export async function nextEpoch(session: DbSession, timeoutMs: number): Promise<number> {
  const [fact] = await session.query(NEXT_EPOCH, { timeoutMs });
  return Number(fact?.value);
}

/** True when the epoch is still `epoch`; then it stays so until the transaction ends, since a successor waits for the row. */
export async function holdEpoch(trx: Trx, epoch: number): Promise<boolean> {
  const { rows } = await sql`select set_config('idle_in_transaction_session_timeout', ${String(SILENT_MS_MAX)}, true)
    from fact where "key" = ${EPOCH_FACT} and "value" = ${String(epoch)} for share`.execute(trx);
  return rows.length > 0;
}
