/**
 * A pending order's life under the account's lock: margin and fee at the target price wait in the `pending` lock; at the trigger the
 * lock is released and the position opened at that tick if the account can carry it, otherwise the order is cancelled (decisions
 * D1.4.03, D1.4.05).
 */
import { usable } from '#domain/account.ts';
import type { Money, Price } from '#domain/decimal.ts';
import type { TriggerSide } from '#domain/stops.ts';
import type { Trx } from '../../database/database.ts';
import { forgiveDeficit, repayDeficit } from '../../ledger/deficit.ts';
import type { PersonAccount } from '../../ledger/person-account.ts';
import { LOG_TYPE, post } from '../../ledger/post.ts';
import { nextOccurrence } from '../../repositories/ledger-log-repository.ts';
import {
  type Amendment,
  amendPending,
  type Cancellation,
  cancelPending,
  fillPending,
  insertOrder,
} from '../../repositories/order-repository.ts';
import type { StoredOrder } from '../../repositories/stored-order.ts';
import { forgetGoodTill, noteGoodTill } from './good-till-work.ts';
import { bookOpening, type Entry, type OrderPlan, orderDraft } from './opening.ts';
import { type Cost, moneyNeeded } from './order-terms.ts';
import { fundsOf } from './valuation.ts';

/** The lock of an order: put on once, taken off once. `occurrence`: how many locks came before, of an order that was given another price. */
async function postLock(
  trx: Trx,
  account: PersonAccount,
  order: StoredOrder,
  act: 'lock' | 'release',
  atMs: number,
  occurrence = 0,
): Promise<void> {
  const locked: Money = order.margin + order.fee;
  if (locked === 0n) return;
  const amount = act === 'lock' ? locked : -locked;
  await post(trx, {
    realm: account.realm,
    userId: account.userId,
    kind: act === 'lock' ? 'pending_lock' : 'pending_release',
    refType: 'order',
    refId: order.id,
    occurrence,
    logType: LOG_TYPE.margin,
    memo: String(order.id),
    atMs,
    entries: [
      { part: account.parts.balance, amount: -amount },
      { part: account.parts.pending, amount },
    ],
  });
}

/** Takes a pending order into the books. The caller has looked at everything. */
export async function placePending(
  trx: Trx,
  account: PersonAccount,
  plan: OrderPlan,
  cost: Cost,
  asked: { target: Price; side: TriggerSide; evalFrom: number; atMs: number; goodTillMs: number; tapeMs: number },
): Promise<StoredOrder> {
  const draft = orderDraft(account, plan, cost, { price: asked.target, evalFrom: asked.evalFrom, atMs: asked.atMs });
  const order = await insertOrder(trx, { ...draft, triggerSide: asked.side, goodTillMs: asked.goodTillMs });
  await postLock(trx, account, order, 'lock', asked.atMs);
  await noteGoodTill(trx, order, asked.tapeMs);
  return order;
}

/** Gives the lock back and repays what the account owes. */
async function release(trx: Trx, account: PersonAccount, order: StoredOrder, atMs: number): Promise<void> {
  await postLock(trx, account, order, 'release', atMs);
  await repayDeficit(trx, account, { refType: 'order', refId: order.id, atMs });
}

/** Gives a pending order another price, with the lock that it takes there. The caller has looked at everything. */
export async function amendPendingOrder(
  trx: Trx,
  account: PersonAccount,
  order: StoredOrder,
  amendment: Amendment,
  atMs: number,
): Promise<StoredOrder> {
  const amended = { ...order, ...amendment };
  const before = await nextOccurrence(trx, 'pending_lock', 'order', order.id);
  await postLock(trx, account, order, 'release', atMs, before);
  await postLock(trx, account, amended, 'lock', atMs, before);
  await repayDeficit(trx, account, { refType: 'order', refId: order.id, occurrence: before, atMs });
  if (!(await amendPending(trx, order.id, amendment))) throw new Error(`order ${order.id} changed under the lock of its account`);
  return amended;
}

async function markCancelled(
  trx: Trx,
  account: PersonAccount,
  order: StoredOrder,
  live: readonly StoredOrder[],
  cancellation: Cancellation,
): Promise<StoredOrder | undefined> {
  if (!(await cancelPending(trx, order.id, cancellation))) return undefined;
  const isFlat = live.every((other) => other.id === order.id);
  if (isFlat) await forgiveDeficit(trx, account, { refType: 'order', refId: order.id, atMs: cancellation.completedAtMs });
  return { ...order, ...cancellation, fee: 0n, state: 'cancelled' };
}

/** Cancels a pending order. `live`: everything the account holds and waits for, this order among it. Undefined when it was pending no more. */
export async function cancelOrderRow(
  trx: Trx,
  account: PersonAccount,
  order: StoredOrder,
  live: readonly StoredOrder[],
  cancellation: Cancellation,
): Promise<StoredOrder | undefined> {
  await release(trx, account, order, cancellation.completedAtMs);
  // Its end is what is being worked on then.
  if (cancellation.end !== 'expired') await forgetGoodTill(trx, order);
  return markCancelled(trx, account, order, live, cancellation);
}

/**
 * The trigger: fills the order at the tick, or cancels it when the account cannot carry it there. `floating`: floating profit of the
 * account at the tick. Undefined when the order was pending no more.
 */
export async function triggerOrder(
  trx: Trx,
  account: PersonAccount,
  order: StoredOrder,
  live: readonly StoredOrder[],
  at: { entry: Entry; cost: Cost; floating: Money },
): Promise<StoredOrder | undefined> {
  const { entry, cost, floating } = at;
  await release(trx, account, order, entry.atMs);
  await forgetGoodTill(trx, order);
  const needed = moneyNeeded(live, { product: { id: order.productId }, ...order }, cost);
  const isCovered = cost.margin > 0n && usable(fundsOf(account, floating)) >= needed;
  if (!isCovered) {
    return markCancelled(trx, account, order, live, { closeSeq: entry.seq, end: 'balance', completedAtMs: entry.atMs });
  }
  const fill = {
    openPrice: entry.price,
    margin: cost.margin,
    fee: cost.fee,
    openSeq: entry.seq,
    evalFrom: entry.evalFrom,
    stopLossFrom: entry.evalFrom,
    takeProfitFrom: entry.evalFrom,
    openedAtMs: entry.atMs,
  };
  if (!(await fillPending(trx, order.id, fill))) return undefined;
  const filled: StoredOrder = { ...order, ...fill, state: 'holding' };
  await bookOpening(trx, account, filled, live, entry.grounds);
  return filled;
}
