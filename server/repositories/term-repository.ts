/** Whose turn it is to lead: a number that every new leader raises, and that holds until a transaction ends once it was looked at. */
import { sql } from 'kysely';
import type { DbSession, Trx } from '../database/database.ts';

/** Raised by one with every change of leader. */
export const TERM_FACT = 'cluster.epoch';
/** A leader that falls silent inside a transaction would hold up its successor: the database throws it out after so long. */
const SILENT_MS_MAX = 1_000;
const NEXT_TERM = `insert into fact ("key", "value") values ('${TERM_FACT}', '1')
  on conflict ("key") do update set "value" = (fact."value"::bigint + 1)::text returning "value"`;

/** Begins the next term, on the connection that holds the lead; waits for transactions of the one before. PostgreSQL only. */
export async function nextTerm(session: DbSession, timeoutMs: number): Promise<number> {
  const [fact] = await session.query(NEXT_TERM, { timeoutMs });
  return Number(fact?.value);
}

/** True when the term is still `term`; then it stays so until the transaction ends, since a successor waits for the row. */
export async function holdTerm(trx: Trx, term: number): Promise<boolean> {
  const { rows } = await sql`select set_config('idle_in_transaction_session_timeout', ${String(SILENT_MS_MAX)}, true)
    from fact where "key" = ${TERM_FACT} and "value" = ${String(term)} for share`.execute(trx);
  return rows.length > 0;
}
