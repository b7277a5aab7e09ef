/** Writing a position into the books: the order's row, its deal, its margin into the lock, its fee to the house. All under the account's lock. */
import type { Side } from '#domain/contract.ts';
import type { Lots, Price } from '#domain/decimal.ts';
import { marginAdded } from '#domain/margin.ts';
import type { Stops } from '#domain/stops.ts';
import type { Product } from '../../catalogue/catalogue.ts';
import type { Trx } from '../../database/database.ts';
import type { PersonAccount } from '../../ledger/person-account.ts';
import { LOG_TYPE, type Posting, postAll } from '../../ledger/post.ts';
import { insertDeal, insertOrder } from '../../repositories/order-repository.ts';
import type { NewOrder, StoredOrder } from '../../repositories/stored-order.ts';
import type { DealGrounds } from './deal-grounds.ts';
import type { Cost } from './order-terms.ts';
import { marginedPosition, marginedPositions } from './valuation.ts';

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
  readonly grounds: DealGrounds;
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
    userId: account.userId,
    realm: account.realm,
    accountType: account.type,
    productId: product.id,
    state: 'pending',
    side,
    lots,
    askedPrice: asked.price,
    openPrice: 0n,
    closePrice: 0n,
    margin: cost.margin,
    fee: cost.fee,
    profit: 0n,
    financing: 0n,
    stopLoss: stops.stopLoss,
    takeProfit: stops.takeProfit,
    leverage,
    marginMode: product.marginMode,
    contractNumber: product.contractNumber,
    quoteRate: product.quoteRate,
    openSeq: 0,
    closeSeq: 0,
    evalFrom: asked.evalFrom,
    stopLossFrom: asked.evalFrom,
    takeProfitFrom: asked.evalFrom,
    triggerSide: '',
    goodTillMs: 0,
    end: '',
    originId: 0,
    parentId: 0,
    followType: 1,
    createdAtMs: asked.atMs,
    openedAtMs: 0,
    completedAtMs: 0,
  };
}

/** Moves into its lock what the order adds to the account's margin, and the fee to the house; both refer to the deal. `live`: without the order. */
async function postOpening(
  trx: Trx,
  account: PersonAccount,
  order: StoredOrder,
  live: readonly StoredOrder[],
  refId: number,
): Promise<void> {
  const added = marginAdded(marginedPositions(live), marginedPosition(order));
  const { balance, margin } = account.parts;
  const cause = { realm: order.realm, userId: order.userId, refType: 'deal', refId, memo: String(order.id), atMs: order.openedAtMs };
  const lock: Posting = {
    ...cause,
    kind: 'margin_lock',
    logType: LOG_TYPE.margin,
    entries: [
      { part: balance, amount: -added },
      { part: margin, amount: added },
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
  await postAll(trx, [...(added === 0n ? [] : [lock]), ...(order.fee === 0n ? [] : [fee])]);
}

/** The opening deal of a position that has just got its row, and its postings. `live`: what the account held and waited for before it. */
export async function bookOpening(
  trx: Trx,
  account: PersonAccount,
  order: StoredOrder,
  live: readonly StoredOrder[],
  grounds: DealGrounds,
): Promise<void> {
  const dealId = await insertDeal(trx, {
    order_id: order.id,
    user_id: order.userId,
    kind: 'open',
    lots: order.lots,
    price: order.openPrice,
    profit: 0n,
    fee: order.fee,
    margin: order.margin,
    tick_seq: order.openSeq,
    created_at: order.openedAtMs,
    ...grounds,
  });
  await postOpening(trx, account, order, live, dealId);
}

/** Opens a position at a tick. `live`: what the account holds and waits for without it. The caller has looked at everything. */
export async function openPosition(
  trx: Trx,
  account: PersonAccount,
  live: readonly StoredOrder[],
  plan: OrderPlan,
  cost: Cost,
  entry: Entry,
): Promise<StoredOrder> {
  const order = await insertOrder(trx, {
    ...orderDraft(account, plan, cost, entry),
    state: 'holding',
    openPrice: entry.price,
    openSeq: entry.seq,
    openedAtMs: entry.atMs,
  });
  await bookOpening(trx, account, order, live, entry.grounds);
  return order;
}
