/** Everything that the model of nights knows stands in the tables, to the last digit, and nothing else. */
import Big from 'big.js';
import { expect } from 'vitest';
import { formatDecimal } from '#domain/decimal.ts';
import type { Db } from '#server/database/database.ts';
import type { NightsModel } from './nights-model.ts';

/** States by the number of the table. */
const STATES = ['pending', 'holding', '', 'closed', 'cancelled'];

/** Orders as they ended or stand, with the sum of their nights: theirs, and what the parts that were closed took of them. */
async function orderRows(db: Db) {
  const all = await db.kysely.selectFrom('trade_order').selectAll().orderBy('id').execute();
  const ofParts = (id: number) => all.reduce((sum, row) => (row.parent_id === id ? sum + row.financing : sum), 0n);
  return all
    .filter((row) => row.parent_id === 0)
    .map((row) => ({
      id: row.id,
      state: row.close_reason === 'expired' ? 'expired' : STATES[row.status],
      sum: formatDecimal(row.financing + ofParts(row.id)),
      ...(row.close_reason === 'expired' ? { at: row.completed_at } : {}),
    }));
}

/** Every posting of a night, as 'order time amount'. */
async function postings(db: Db): Promise<string[]> {
  const rows = await db.kysely
    .selectFrom('ledger_tx')
    .innerJoin('entry', 'entry.tx_id', 'ledger_tx.id')
    .innerJoin('account', 'account.id', 'entry.account_id')
    .select(['ref_id', 'occurrence', 'entry.amount'])
    .where('ledger_tx.kind', '=', 'financing')
    .where('account.user_id', 'is not', null)
    .execute();
  return rows.map(({ ref_id, occurrence, amount }) => `${ref_id} ${occurrence} ${formatDecimal(amount)}`).sort();
}

export async function expectNights(db: Db, { orders }: NightsModel): Promise<void> {
  const expected = orders.map((order) => ({
    id: order.id,
    state: order.state,
    sum: order.nights.reduce((sum, [, amount]) => sum.plus(amount), Big(0)).toFixed(),
    ...(order.state === 'expired' ? { at: order.until } : {}),
  }));
  expect(await orderRows(db)).toEqual(expected);
  expect(await postings(db)).toEqual(orders.flatMap(({ id, nights }) => nights.map(([ms, amount]) => `${id} ${ms} ${amount}`)).sort());
}
