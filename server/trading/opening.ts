/** Writing a position into the books: the order's row, its deal, its margin into the lock, its fee to the house. All under the account's lock. */
import type { Side } from '#domain/contract.ts';
import type { Lots, Price } from '#domain/decimal.ts';
import type { Product } from '../catalogue/catalogue.ts';
import type { Trx } from '../database/database.ts';
import type { PersonAccount } from '../ledger/person-account.ts';
import { LOG_TYPE, type Posting, postAll } from '../ledger/post.ts';
import { insertDeal, insertOrder, type NewOrder, ORDER_STATUS, type OrderRecord } from '../repositories/order-repository.ts';
import type { Cost } from './order-terms.ts';
import type { Stops } from './stop-rules.ts';

/** Which order it will be. */
export type OrderPlan = {
  readonly product: Product;
  readonly side: Side;
  readonly lots: Lots;
  readonly leverage: number;
  readonly stops: Stops;
};

/** Where and when a position begins. */
export type Entry = {
  readonly price: Price;
  /** Tape sequence of the tick that gave the price. */
  readonly seq: number;
  /** Newest tick that it is not judged by. */
  readonly evalFrom: number;
  /** Trading time, unix ms. */
  readonly atMs: number;
};

/** What every new row of an order has in common; a position overrides what it knows more of. */
export function orderDraft(
  account: PersonAccount,
  plan: OrderPlan,
  cost: Cost,
  asked: { price: Price; evalFrom: number; atMs: number },
): NewOrder {
  const { product, side, lots, leverage, stops } = plan;
  return {
    user_id: account.userId,
    realm: account.realm,
    account_type: account.type,
    product_id: product.id,
    status: ORDER_STATUS.pending,
    side,
    lots,
    asked_price: asked.price,
    open_price: 0n,
    close_price: 0n,
    margin: cost.margin,
    fee: cost.fee,
    profit: 0n,
    stop_loss: stops.stopLoss,
    take_profit: stops.takeProfit,
    leverage,
    margin_mode: product.marginMode,
    contract_number: product.contractNumber,
    quote_rate: product.quoteRate,
    open_seq: 0,
    close_seq: 0,
    eval_from: asked.evalFrom,
    stop_loss_from: asked.evalFrom,
    take_profit_from: asked.evalFrom,
    trigger_side: '',
    close_reason: '',
    origin_id: 0,
    parent_id: 0,
    follow_type: 1,
    created_at: asked.atMs,
    opened_at: 0,
    completed_at: 0,
  };
}

/** Moves margin into its lock and the fee to the house; both refer to the deal. */
async function postOpening(trx: Trx, account: PersonAccount, order: OrderRecord, refId: number): Promise<void> {
  const { balance, margin } = account.parts;
  const cause = { realm: order.realm, userId: order.user_id, refType: 'deal', refId, memo: String(order.id), atMs: order.opened_at };
  const lock: Posting = {
    ...cause,
    kind: 'margin_lock',
    logType: LOG_TYPE.margin,
    entries: [
      { part: balance, amount: -order.margin },
      { part: margin, amount: order.margin },
    ],
  };
  const fee: Posting = {
    ...cause,
    kind: 'fee',
    logType: LOG_TYPE.fee,
    entries: [
      { part: balance, amount: -order.fee },
      { house: 'fees', amount: order.fee },
    ],
  };
  await postAll(trx, order.fee === 0n ? [lock] : [lock, fee]);
}

/** The opening deal of a position that has just got its row, and its postings. */
export async function bookOpening(trx: Trx, account: PersonAccount, order: OrderRecord): Promise<void> {
  const dealId = await insertDeal(trx, {
    order_id: order.id,
    user_id: order.user_id,
    kind: 'open',
    lots: order.lots,
    price: order.open_price,
    profit: 0n,
    fee: order.fee,
    margin: order.margin,
    tick_seq: order.open_seq,
    created_at: order.opened_at,
  });
  await postOpening(trx, account, order, dealId);
}

/** Opens a position at a tick. The caller has looked at everything. */
export async function openPosition(trx: Trx, account: PersonAccount, plan: OrderPlan, cost: Cost, entry: Entry): Promise<OrderRecord> {
  const order = await insertOrder(trx, {
    ...orderDraft(account, plan, cost, entry),
    status: ORDER_STATUS.holding,
    open_price: entry.price,
    open_seq: entry.seq,
    opened_at: entry.atMs,
  });
  await bookOpening(trx, account, order);
  return order;
}
