/**
 * The check of a start goes on where an earlier one ended: what was found in order, and can only grow, is not read again (decision D9.83).
 * The whole ledger is the operator's to check.
 */
import { sql } from 'kysely';
import type { Db } from '../database/database.ts';
import { checkLedger, LEDGER_BEGIN, type LedgerPlace } from './check-ledger.ts';

/** Waits for transactions that were open, each so long and at most so many: together longer than any transaction may take. */
const WAIT_SECONDS = 0.1;
const WAITS_MAX = 150;

/** Up to where the ledger was found in order; its beginning when it never was. */
async function newestCheckpoint(db: Db): Promise<LedgerPlace> {
  const row = await db.kysely.selectFrom('ledger_checkpoint').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirst();
  return row ? { txId: row.tx_id, entryId: row.entry_id, orderId: row.order_id, dealId: row.deal_id } : LEDGER_BEGIN;
}

/** The newest row of each table that there is now. */
const ledgerEnd = (db: Db): Promise<LedgerPlace> =>
  db.readTogether(async (reads) => {
    const newest = async (table: 'ledger_tx' | 'entry' | 'trade_order' | 'deal'): Promise<number> =>
      (await reads.selectFrom(table).select('id').orderBy('id', 'desc').limit(1).executeTakeFirst())?.id ?? 0;
    return {
      txId: await newest('ledger_tx'),
      entryId: await newest('entry'),
      orderId: await newest('trade_order'),
      dealId: await newest('deal'),
    };
  });

/**
 * Waits until every transaction that is open now has ended: on PostgreSQL another node may commit a row later than one with a higher
 * number. False when one does not end in time.
 */
async function othersEnded(db: Db): Promise<boolean> {
  if (db.dialect === 'sqlite') return true;
  const { rows } = await sql<{ open: string }>`select pg_snapshot_xmax(pg_current_snapshot())::text as open`.execute(db.kysely);
  for (let waits = 0; waits < WAITS_MAX; waits++) {
    const ended = sql<{ ended: boolean }>`select pg_snapshot_xmin(pg_current_snapshot()) >= ${rows[0]?.open}::text::xid8 as ended`;
    if ((await ended.execute(db.kysely)).rows[0]?.ended) return true;
    await sql`select pg_sleep(${WAIT_SECONDS})`.execute(db.kysely);
  }
  return false;
}

/** What is broken behind the newest checkpoint. When nothing is, a new one notes how far that was; `nowMs`: wall clock. */
export async function checkSinceCheckpoint(db: Db, nowMs: number): Promise<string[]> {
  const from = await newestCheckpoint(db);
  const end = await ledgerEnd(db);
  const isSettled = await othersEnded(db);
  const problems = await checkLedger(db, from);
  if (problems.length > 0 || !isSettled || (end.entryId === from.entryId && end.orderId === from.orderId)) return problems;
  const row = { at: nowMs, tx_id: end.txId, entry_id: end.entryId, order_id: end.orderId, deal_id: end.dealId };
  await db.transaction((trx) => trx.insertInto('ledger_checkpoint').values(row).execute());
  return problems;
}
