/**
 * Closing a whole position, whoever wants it: release the margin, book the profit, keep the deficit rules, tell the person. Runs under
 * the lock of the account; a position that somebody else closed first stays as it is.
 */
import type { Price } from '#domain/decimal.ts';
import type { CloseReason } from '#protocol/socket.ts';
import type { Trx } from '../database/database.ts';
import { bookProfit, forgiveDeficit, repayDeficit } from '../ledger/deficit.ts';
import type { PersonAccount } from '../ledger/person-account.ts';
import { LOG_TYPE, post } from '../ledger/post.ts';
import { removeMarginCall } from '../repositories/margin-call-repository.ts';
import { type Closing, closeHolding, insertDeal, ORDER_STATUS, type OrderRecord } from '../repositories/order-repository.ts';
import type { OutboxEvent } from '../repositories/outbox-repository.ts';
import { balanceEvent } from './account-row.ts';
import { profitAt } from './valuation.ts';

/** Where and why a position ends. */
export type Exit = {
  readonly price: Price;
  /** Tape sequence of the tick that gave the price. */
  readonly seq: number;
  /** Trading time, unix ms. */
  readonly atMs: number;
  readonly reason: CloseReason;
};

async function releaseMargin(
  trx: Trx,
  account: PersonAccount,
  order: OrderRecord,
  cause: { refType: string; refId: number; atMs: number },
) {
  if (order.margin === 0n) return;
  await post(trx, {
    ...cause,
    realm: account.realm,
    userId: account.userId,
    kind: 'margin_release',
    logType: LOG_TYPE.margin,
    memo: String(order.id),
    entries: [
      { part: account.parts.margin, amount: -order.margin },
      { part: account.parts.balance, amount: order.margin },
    ],
  });
}

/**
 * Closes one holding order. `live`: the account's holding and pending orders, this one among them. Returns the closed order, or
 * undefined when it was no longer holding.
 */
export async function closePosition(
  trx: Trx,
  account: PersonAccount,
  order: OrderRecord,
  live: readonly OrderRecord[],
  exit: Exit,
): Promise<OrderRecord | undefined> {
  const profit = profitAt(order, exit.price);
  const closing: Closing = {
    close_price: exit.price,
    profit,
    close_seq: exit.seq,
    close_reason: exit.reason,
    completed_at: exit.atMs,
  };
  if (!(await closeHolding(trx, order.id, closing))) return undefined;
  const refId = await insertDeal(trx, {
    order_id: order.id,
    user_id: order.user_id,
    kind: 'close',
    lots: order.lots,
    price: exit.price,
    profit,
    fee: 0n,
    margin: order.margin,
    tick_seq: exit.seq,
    created_at: exit.atMs,
  });
  const cause = { refType: 'deal', refId, atMs: exit.atMs };
  await releaseMargin(trx, account, order, cause);
  await bookProfit(trx, account, profit, String(order.id), cause);
  await repayDeficit(trx, account, cause);
  const isFlat = live.every((other) => other.id === order.id);
  if (isFlat) {
    await forgiveDeficit(trx, account, cause);
    // An account without positions has no margin level: its next fall through 100 % is news again.
    await removeMarginCall(trx, account);
  }
  return { ...order, ...closing, status: ORDER_STATUS.closed };
}

/** What a person is told after closes: the ids in one FOREX_CLOSED, each order's state, the balance. */
export function closedEvents(account: PersonAccount, closed: readonly OrderRecord[]): OutboxEvent[] {
  if (closed.length === 0) return [];
  const reasons = Object.fromEntries(closed.map((order) => [String(order.id), order.close_reason as CloseReason]));
  return [
    { topic: 'FOREX_CLOSED', payload: { data: closed.map((order) => order.id), reasons } },
    ...closed.map((order): OutboxEvent => ({ topic: 'ORDER', payload: { data: { Id: order.id, Status: order.status } } })),
    balanceEvent(account),
  ];
}
