/** An order of the caller as every tick so far has left it, under the lock of its account; and the answer when it is no longer what it was (decision D1.4.25). */

import { ERROR } from '#protocol/errors.ts';
import { filledToWire } from '#protocol/order-replies.ts';
import type { FillReply } from '#protocol/rest/forex.ts';
import type { Product } from '../../catalogue/catalogue.ts';
import type { Trx } from '../../database/database.ts';
import type { Outcome } from '../../outcome.ts';
import { orderOfUser } from '../../repositories/order-repository.ts';
import type { StoredOrder } from '../../repositories/stored-order.ts';
import type { DeskParts } from '../desk-parts.ts';
import { type JudgedAccount, lockJudged } from '../judge/judge-account.ts';
import type { Trader } from '../trading.ts';
import { shownOrder } from '../views/shown-order.ts';

export type OwnOrder = JudgedAccount & { readonly order: StoredOrder; readonly product: Product };

/** The order under its account's lock, judged; undefined when the caller has no such order. */
export async function lockOwnOrder(parts: DeskParts, trx: Trx, trader: Trader, id: number): Promise<OwnOrder | undefined> {
  const found = await orderOfUser(trx, trader.id, id);
  const product = found && parts.catalogue.byId(found.productId);
  if (!found || !product) return undefined;
  const judged = await lockJudged(parts, trx, { userId: trader.id, type: found.accountType }, found.productId);
  // One that lives no more was ended since it was looked for, or before.
  const order = judged.live.find((it) => it.id === found.id) ?? (await orderOfUser(trx, trader.id, found.id)) ?? found;
  return { ...judged, order, product };
}

/** 1106 with the order as it is: to the person it is done. */
export function wrongState({ order, product, quotes }: OwnOrder): Outcome<FillReply> {
  const shown = shownOrder(order, product, quotes.get(product.id)?.price);
  return { code: ERROR.wrongOrderState, message: 'wrongOrderState', data: filledToWire(shown, order.closeSeq) };
}
