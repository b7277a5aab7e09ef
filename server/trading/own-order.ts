/** An order of the caller, read again under the lock of its account; and the answer when it is no longer what it was (decision D1.4.25). */
import { ERROR } from '#protocol/errors.ts';
import type { FillReply } from '#protocol/rest/forex.ts';
import type { Product } from '../catalogue/catalogue.ts';
import type { Trx } from '../database/database.ts';
import { lockPersonAccount, type PersonAccount } from '../ledger/person-account.ts';
import type { Outcome } from '../outcome.ts';
import { liveOrders, type OrderRecord, orderOfUser } from '../repositories/order-repository.ts';
import { allQuotes, type QuoteRow } from '../repositories/quote-repository.ts';
import type { DeskParts } from './desk-parts.ts';
import { orderRow } from './order-row.ts';
import type { Trader } from './trading.ts';

export type OwnOrder = {
  readonly account: PersonAccount;
  readonly order: OrderRecord;
  readonly product: Product;
  /** Everything the account holds and waits for. */
  readonly live: readonly OrderRecord[];
  readonly quotes: ReadonlyMap<number, QuoteRow>;
};

/** The order under its account's lock; undefined when the caller has no such order. */
export async function lockOwnOrder(parts: DeskParts, trx: Trx, trader: Trader, id: string): Promise<OwnOrder | undefined> {
  const found = await orderOfUser(trx, trader.id, Number(id));
  const product = found && parts.catalogue.byId(found.product_id);
  if (!found || !product) return undefined;
  const account = await lockPersonAccount(trx, trader.id, found.account_type);
  // Read again under the lock: a stop-out may have come first.
  const order = (await orderOfUser(trx, trader.id, found.id)) ?? found;
  const live = await liveOrders(trx, trader.id, account.type);
  const quotes = new Map((await allQuotes(trx)).map((quote) => [quote.product_id, quote]));
  return { account, order, product, live, quotes };
}

/** 1106 with the order as it stands: to the person it is done. */
export function wrongState({ order, product, quotes }: OwnOrder): Outcome<FillReply> {
  const row = orderRow(order, product, quotes.get(product.id)?.price);
  return { code: ERROR.wrongOrderState, message: 'wrongOrderState', data: { Id: order.id, Seq: order.close_seq, Order: row } };
}
