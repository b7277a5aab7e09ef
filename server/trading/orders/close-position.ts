/**
 * Closing a position or a part of it, whoever wants it: release the margin, book the profit, keep the deficit rules, tell the person.
 * Runs under the lock of the account; a position that somebody else closed first stays as it is.
 */

import type { CloseReason } from '#domain/close-reasons.ts';
import type { Lots, Money, Price } from '#domain/decimal.ts';
import { moneyOfPart } from '#domain/margin.ts';
import type { Trx } from '../../database/database.ts';
import { bookProfit, forgiveDeficit, repayDeficit } from '../../ledger/deficit.ts';
import type { PersonAccount } from '../../ledger/person-account.ts';
import { LOG_TYPE, post } from '../../ledger/post.ts';
import { removeMarginCall } from '../../repositories/margin-call-repository.ts';
import { type Closing, closeHolding, insertDeal, insertOrder, shrinkHolding } from '../../repositories/order-repository.ts';
import type { OutboxEvent } from '../../repositories/outbox-repository.ts';
import type { StoredOrder } from '../../repositories/stored-order.ts';
import { orderEvent } from '../outbox/record-change.ts';
import { balanceEvent } from '../views/account-row.ts';
import type { DealGrounds } from './deal-grounds.ts';
import { isHolding, marginOf, profitAt } from './valuation.ts';

/** Where and why a position ends. */
export type Exit = {
  readonly price: Price;
  /** Tape sequence of the tick that gave the price. */
  readonly seq: number;
  /** Trading time, unix ms. */
  readonly atMs: number;
  readonly reason: CloseReason;
  readonly grounds: DealGrounds;
};

type Change = { readonly before: readonly StoredOrder[]; readonly after: readonly StoredOrder[] };

/** Gives back what the account's margin is less without the order. */
async function releaseMargin(
  trx: Trx,
  account: PersonAccount,
  order: StoredOrder,
  { before, after }: Change,
  cause: { refType: string; refId: number; atMs: number },
) {
  const freed = marginOf(before) - marginOf(after);
  if (freed === 0n) return;
  await post(trx, {
    ...cause,
    realm: account.realm,
    userId: account.userId,
    kind: 'margin_release',
    logType: LOG_TYPE.margin,
    memo: String(order.id),
    entries: [
      { part: account.parts.margin, amount: -freed },
      { part: account.parts.balance, amount: freed },
    ],
  });
}

const closingOf = (order: StoredOrder, exit: Exit): Closing => ({
  closePrice: exit.price,
  profit: profitAt(order, exit.price),
  closeSeq: exit.seq,
  end: exit.reason,
  completedAtMs: exit.atMs,
});

/** The closing deal of a row that is closed, its margin back to the cash, its profit or loss, and what is owed repaid first. */
async function bookClosing(trx: Trx, account: PersonAccount, closed: StoredOrder, live: Change, grounds: DealGrounds) {
  const refId = await insertDeal(trx, {
    order_id: closed.id,
    user_id: closed.userId,
    kind: 'close',
    lots: closed.lots,
    price: closed.closePrice,
    profit: closed.profit,
    fee: 0n,
    margin: closed.margin,
    tick_seq: closed.closeSeq,
    created_at: closed.completedAtMs,
    ...grounds,
  });
  const cause = { refType: 'deal', refId, atMs: closed.completedAtMs };
  await releaseMargin(trx, account, closed, live, cause);
  await bookProfit(trx, account, closed.profit, String(closed.id), cause);
  await repayDeficit(trx, account, cause);
  return cause;
}

/**
 * Closes one holding order. `live`: the account's holding and pending orders, this one among them. Returns the closed order, or
 * undefined when it was no longer holding.
 */
export async function closePosition(
  trx: Trx,
  account: PersonAccount,
  order: StoredOrder,
  live: readonly StoredOrder[],
  exit: Exit,
): Promise<StoredOrder | undefined> {
  const closing = closingOf(order, exit);
  if (!(await closeHolding(trx, order.id, closing))) return undefined;
  const closed: StoredOrder = { ...order, ...closing, state: 'closed' };
  const others = live.filter((other) => other.id !== order.id);
  const cause = await bookClosing(trx, account, closed, { before: live, after: others }, exit.grounds);
  if (others.length === 0) await forgiveDeficit(trx, account, cause);
  // An account without positions has no margin level: its next fall through 100 % is news again.
  if (!others.some(isHolding)) await removeMarginCall(trx, account);
  return closed;
}

/**
 * Closes a part of a holding order, less than the whole: the part becomes a closed row of its own, the order keeps its number with what
 * is left of lots, margin, fee and nights (decisions D1.7.08, D9.472). `closed` is undefined when the order was no longer holding.
 */
export async function closePart(
  trx: Trx,
  account: PersonAccount,
  order: StoredOrder,
  live: readonly StoredOrder[],
  lots: Lots,
  exit: Exit,
): Promise<{ closed: StoredOrder | undefined; rest: StoredOrder | undefined }> {
  const shareOf = (money: Money): Money => moneyOfPart({ money, lots, wholeLots: order.lots });
  // The fee and the nights were charged already: of what is shown, the part takes its share as it does of the margin.
  const [margin, fee, financing] = [shareOf(order.margin), shareOf(order.fee), shareOf(order.financing)];
  const left = {
    lots: order.lots - lots,
    margin: order.margin - margin,
    fee: order.fee - fee,
    financing: order.financing - financing,
  };
  const rest = { ...order, ...left };
  if (!(await shrinkHolding(trx, order.id, left))) return { closed: undefined, rest: undefined };
  const { id, ...copied } = order;
  const part = { ...copied, lots, margin, fee, financing, parentId: id };
  const closed = await insertOrder(trx, { ...part, ...closingOf({ ...part, id }, exit), state: 'closed' });
  const after = live.map((other) => (other.id === order.id ? rest : other));
  await bookClosing(trx, account, closed, { before: live, after }, exit.grounds);
  return { closed, rest };
}

/** What a person is told after closes: the ids in one FOREX_CLOSED, each order's state, the balance. */
export function closedEvents(account: PersonAccount, closed: readonly StoredOrder[]): OutboxEvent[] {
  if (closed.length === 0) return [];
  const reasons = Object.fromEntries(closed.map((order) => [String(order.id), order.end as CloseReason]));
  return [
    { topic: 'FOREX_CLOSED', payload: { data: closed.map((order) => order.id), reasons } },
    ...closed.map(orderEvent),
    balanceEvent(account),
  ];
}
