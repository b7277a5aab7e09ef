/** What the nights of a position have brought it, on its own row; the postings are the ledger's. */
import type { Money } from '#domain/decimal.ts';
import { ORDER_STATUS } from '#protocol/order-status.ts';
import type { Trx } from '../database/database.ts';
import { prepared } from '../database/prepared.ts';

const addToFinancing = prepared<{ id: number; amount: bigint }, unknown>((db, arg) =>
  db
    .updateTable('trade_order')
    .set((eb) => ({ financing: eb('financing', '+', arg('amount')) }))
    .where('id', '=', arg('id'))
    .where('status', '=', ORDER_STATUS.holding),
);

/** What a night has brought a position. Throws when it is held no more: its account is not locked then. */
export async function addFinancing(trx: Trx, id: number, amount: Money): Promise<void> {
  if ((await addToFinancing(trx, { id, amount })).changes !== 1) throw new Error(`order ${id} changed under the lock of its account`);
}
