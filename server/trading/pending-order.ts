/**
 * A pending order's life under the account's lock: margin and fee at the target price wait in the `pending` lock; at the trigger the
 * lock is released and the position opened at that tick if the account can carry it, otherwise the order is cancelled (decisions
 * D1.4.03, D1.4.05).
 */
import { type AccountFunds, usable } from '#domain/account.ts';
import type { Money, Price } from '#domain/decimal.ts';
import type { Trx } from '../database/database.ts';
import { forgiveDeficit, repayDeficit } from '../ledger/deficit.ts';
import { deficitOf, type PersonAccount } from '../ledger/person-account.ts';
import { LOG_TYPE, post } from '../ledger/post.ts';
import {
  type Cancellation,
  cancelPending,
  fillPending,
  insertOrder,
  ORDER_STATUS,
  type OrderRecord,
} from '../repositories/order-repository.ts';
import { bookOpening, type Entry, type OrderPlan, orderDraft } from './opening.ts';
import type { Cost } from './order-terms.ts';

/** Which prices trigger: at or below the target, at or above it, or any, because the target was the price. */
export type TriggerSide = 'down' | 'up' | 'now';

export const triggerSideOf = (target: Price, price: Price): TriggerSide => (target < price ? 'down' : target > price ? 'up' : 'now');

/** True when a price triggers the order. */
export function isTriggered(order: Pick<OrderRecord, 'trigger_side' | 'asked_price'>, price: Price): boolean {
  if (order.trigger_side === 'down') return price <= order.asked_price;
  return order.trigger_side === 'up' ? price >= order.asked_price : true;
}

/** The lock of an order: put on once, taken off once. */
async function postLock(trx: Trx, account: PersonAccount, order: OrderRecord, act: 'lock' | 'release', atMs: number): Promise<void> {
  const locked: Money = order.margin + order.fee;
  if (locked === 0n) return;
  const amount = act === 'lock' ? locked : -locked;
  await post(trx, {
    realm: account.realm,
    userId: account.userId,
    kind: act === 'lock' ? 'pending_lock' : 'pending_release',
    refType: 'order',
    refId: order.id,
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
  asked: { target: Price; side: TriggerSide; evalFrom: number; atMs: number },
): Promise<OrderRecord> {
  const draft = orderDraft(account, plan, cost, { price: asked.target, evalFrom: asked.evalFrom, atMs: asked.atMs });
  const order = await insertOrder(trx, { ...draft, trigger_side: asked.side });
  await postLock(trx, account, order, 'lock', asked.atMs);
  return order;
}

/** Gives the lock back and repays what the account owes. */
async function release(trx: Trx, account: PersonAccount, order: OrderRecord, atMs: number): Promise<void> {
  await postLock(trx, account, order, 'release', atMs);
  await repayDeficit(trx, account, { refType: 'order', refId: order.id, atMs });
}

async function markCancelled(
  trx: Trx,
  account: PersonAccount,
  order: OrderRecord,
  live: readonly OrderRecord[],
  cancellation: Cancellation,
): Promise<OrderRecord | undefined> {
  if (!(await cancelPending(trx, order.id, cancellation))) return undefined;
  const isFlat = live.every((other) => other.id === order.id);
  if (isFlat) await forgiveDeficit(trx, account, { refType: 'order', refId: order.id, atMs: cancellation.completed_at });
  return { ...order, ...cancellation, fee: 0n, status: ORDER_STATUS.cancelled };
}

/** Cancels a pending order. `live`: everything the account holds and waits for, this order among it. Undefined when it was pending no more. */
export async function cancelOrderRow(
  trx: Trx,
  account: PersonAccount,
  order: OrderRecord,
  live: readonly OrderRecord[],
  cancellation: Cancellation,
): Promise<OrderRecord | undefined> {
  await release(trx, account, order, cancellation.completed_at);
  return markCancelled(trx, account, order, live, cancellation);
}

/**
 * The trigger: fills the order at the tick, or cancels it when the account cannot carry it there. `floating`: floating profit of the
 * account at the tick. Undefined when the order was pending no more.
 */
export async function triggerOrder(
  trx: Trx,
  account: PersonAccount,
  order: OrderRecord,
  live: readonly OrderRecord[],
  at: { entry: Entry; cost: Cost; floating: Money },
): Promise<OrderRecord | undefined> {
  const { entry, cost, floating } = at;
  await release(trx, account, order, entry.atMs);
  const { balance, margin, pending } = account.parts;
  const funds: AccountFunds = {
    balance: balance.balance,
    margin: margin.balance,
    pending: pending.balance,
    deficit: deficitOf(account),
    floatingProfit: floating,
  };
  const isCovered = cost.margin > 0n && usable(funds) >= cost.margin + cost.fee;
  if (!isCovered) {
    return markCancelled(trx, account, order, live, { close_seq: entry.seq, close_reason: 'balance', completed_at: entry.atMs });
  }
  const fill = {
    open_price: entry.price,
    margin: cost.margin,
    fee: cost.fee,
    open_seq: entry.seq,
    eval_from: entry.evalFrom,
    stop_loss_from: entry.evalFrom,
    take_profit_from: entry.evalFrom,
    opened_at: entry.atMs,
  };
  if (!(await fillPending(trx, order.id, fill))) return undefined;
  const filled = { ...order, ...fill, status: ORDER_STATUS.holding };
  await bookOpening(trx, account, filled);
  return filled;
}
