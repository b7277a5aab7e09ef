/** What the nights of a position have brought it, on its own row; the postings are the ledger's. */
import { sql } from 'kysely';
import type { Money } from '#domain/decimal.ts';
import type { Trx } from '../database/database.ts';
import { gathered } from '../database/gathered-writes.ts';
import { asInt, preparedRows } from '../database/prepared.ts';

/** Rows of one statement. */
const ROWS_AT_ONCE = 32;

type NightRow = { readonly id: number; readonly amount: Money };
const addRows = preparedRows<NightRow, { id: number }>(['id', 'amount'], ROWS_AT_ONCE, (db, rows) => {
  const nights = sql.join(rows.map(({ id, amount }) => sql`(${asInt(id)}, ${asInt(amount)})`));
  const query = sql<{ id: number }>`with night (id, amount) as (values ${nights})
    update trade_order set financing = financing + night.amount from night where trade_order.id = night.id returning trade_order.id`;
  return { compile: () => query.compile(db) };
});

/** Several nights of one order are one sum: a statement changes a row once. */
async function addNights(trx: Trx, nights: readonly NightRow[]): Promise<void> {
  const sums = new Map<number, Money>();
  for (const { id, amount } of nights) sums.set(id, (sums.get(id) ?? 0n) + amount);
  const rows = [...sums].map(([id, amount]) => ({ id, amount }));
  const added = await addRows(trx, rows);
  if (added.length < rows.length) throw new Error(`${rows.length - added.length} of ${rows.length} orders that had a night are gone`);
}
const addLater = gathered<NightRow>(addNights);

/** What a night has brought a position whose account is locked. */
export async function addFinancing(trx: Trx, id: number, amount: Money): Promise<void> {
  if (!addLater(trx, { id, amount })) await addNights(trx, [{ id, amount }]);
}
