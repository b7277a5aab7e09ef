/** An order of the caller as every tick so far has left it, under the lock of its account; and the answer when it is no longer what it was (decision D1.4.25). */
import { ERROR } from '#protocol/errors.ts';
import type { FillReply } from '#protocol/rest/forex.ts';
import type { Product } from '../catalogue/catalogue.ts';
import type { Trx } from '../database/database.ts';
import type { Outcome } from '../outcome.ts';
import { type OrderRecord, orderOfUser } from '../repositories/order-repository.ts';
import type { DeskParts } from './desk-parts.ts';
import { type JudgedAccount, lockJudged } from './judge-account.ts';
import { orderRow } from './order-row.ts';
import type { Trader } from './trading.ts';

export type OwnOrder = JudgedAccount & { readonly order: OrderRecord; readonly product: Product };

/** The order under its account's lock, judged; undefined when the caller has no such order. */
export async function lockOwnOrder(parts: DeskParts, trx: Trx, trader: Trader, id: string): Promise<OwnOrder | undefined> {
  const found = await orderOfUser(trx, trader.id, Number(id));
  const product = found && parts.catalogue.byId(found.product_id);
  if (!found || !product) return undefined;
  const judged = await lockJudged(parts, trx, { userId: trader.id, type: found.account_type }, found.product_id);
  // One that lives no more was ended since it was looked for, or before.
  const order = judged.live.find((it) => it.id === found.id) ?? (await orderOfUser(trx, trader.id, found.id)) ?? found;
  return { ...judged, order, product };
}

/** 1106 with the order as it stands: to the person it is done. */
export function wrongState({ order, product, quotes }: OwnOrder): Outcome<FillReply> {
  const row = orderRow(order, product, quotes.get(product.id)?.price);
  return { code: ERROR.wrongOrderState, message: 'wrongOrderState', data: { Id: order.id, Seq: order.close_seq, Order: row } };
}
