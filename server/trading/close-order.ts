/** A person closes a position: at the newest tick, never refused for frozen accounts or balances (decisions D1.4.04, D1.7.08). */
import { ERROR } from '#protocol/errors.ts';
import type { FillReply } from '#protocol/rest/forex.ts';
import type { Trx } from '../database/database.ts';
import { lockPersonAccount } from '../ledger/person-account.ts';
import { done, type Outcome, refused } from '../outcome.ts';
import { liveOrders, ORDER_STATUS, type OrderRecord, orderOfUser } from '../repositories/order-repository.ts';
import { appendEvents } from '../repositories/outbox-repository.ts';
import { quotesOf } from '../repositories/quote-repository.ts';
import { closedEvents, closePosition } from './close-position.ts';
import type { DeskParts } from './desk-parts.ts';
import { fillTimeMs, isMarketOpen, quoteRefusal, slippageBound } from './market-state.ts';
import { orderRow } from './order-row.ts';
import type { CloseFields, Trader } from './trading.ts';

/** 1106 with the order as it stands: to the person it is done (decision D1.4.25). */
function alreadyDone(parts: DeskParts, order: OrderRecord): Outcome<FillReply> {
  const row = orderRow(order, parts.catalogue.byId(order.product_id), undefined);
  return { code: ERROR.wrongOrderState, message: 'wrongOrderState', data: { Id: order.id, Seq: order.close_seq, Order: row } };
}

/** Runs in the transaction that took the call's key. */
export async function closeOrder(parts: DeskParts, trx: Trx, trader: Trader, fields: CloseFields): Promise<Outcome<FillReply>> {
  const found = await orderOfUser(trx, trader.id, Number(fields.id));
  const product = found && parts.catalogue.byId(found.product_id);
  if (!found || !product) return refused('notFound');
  const account = await lockPersonAccount(trx, trader.id, found.account_type);
  // Read again under the lock: a stop-out may have come first.
  const order = (await orderOfUser(trx, trader.id, found.id)) ?? found;
  if (order.status !== ORDER_STATUS.holding) return alreadyDone(parts, order);
  if (!isMarketOpen(parts, product)) return refused('marketClosed');
  const quote = (await quotesOf(trx, [product.id])).get(product.id);
  const refusal = quoteRefusal(parts, quote, slippageBound(fields));
  if (refusal || !quote) return refusal ?? refused('quoteStale');

  const live = await liveOrders(trx, trader.id, account.type);
  const exit = { price: quote.price, seq: quote.seq, atMs: fillTimeMs(parts, quote), reason: 'manual' } as const;
  const closed = await closePosition(trx, account, order, live, exit);
  if (!closed) throw new Error(`order ${order.id} changed under the lock of its account`);
  await appendEvents(trx, trader.id, closedEvents(account, [closed]), parts.clock.now());
  return done({ Id: closed.id, Seq: closed.close_seq, Order: orderRow(closed, product, undefined) }, 'orderClosed');
}
