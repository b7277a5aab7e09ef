/**
 * One account under its lock at one tick: what it holds and waits for, and what the tick does to it. Every act is booked at the
 * tick; what is sent to the person is gathered for the end of the transaction.
 */
import type { StopReason } from '#domain/close-reasons.ts';
import type { Money, Ratio } from '#domain/decimal.ts';
import type { MarginLevels } from '#domain/margin-call.ts';
import type { DealHours } from '#domain/tape/deal-terms.ts';
import type { Silence } from '#domain/tape/silence.ts';
import type { Trx } from '../../database/database.ts';
import { deficitOf, type PersonAccount } from '../../ledger/person-account.ts';
import type { OutboxEvent } from '../../repositories/outbox-repository.ts';
import type { StoredOrder } from '../../repositories/stored-order.ts';
import type { BookEntry } from '../../tape/price-book.ts';
import { closedEvents, closePosition } from '../orders/close-position.ts';
import { closedByStop, closedByStopOut, type DealGrounds, openedByTrigger } from '../orders/deal-grounds.ts';
import type { Cost } from '../orders/order-terms.ts';
import { cancelOrderRow, triggerOrder } from '../orders/pending-order.ts';
import { isHolding } from '../orders/valuation.ts';
import { orderEvent } from '../outbox/record-change.ts';
import { balanceEvent } from '../views/account-row.ts';
import { type Holdings, type MarginCheck, type MarketView, marginCheck } from './tick-rules.ts';

/** The market as of a tick, with what a fill needs. */
export type MarketAtTick = MarketView & {
  readonly quoteOf: (productId: number) => BookEntry | undefined;
  /** When the product trades, with the operator's closing that holds at the tick. */
  readonly hoursOf: (productId: number) => DealHours;
  /** How long its source may be silent. */
  readonly silenceOf: (productId: number) => Silence;
  /** Tape time of the tick. */
  readonly timeMs: number;
};

const cancelNotice: OutboxEvent = {
  topic: 'NOTICE',
  payload: { data: { kind: 'order_cancelled', level: '--', text: 'pendingNotCovered' } },
};

/** An account with its orders as judgement takes them. */
export function holdingsOf(account: PersonAccount, live: readonly StoredOrder[]): Holdings {
  const { balance, margin, pending } = account.parts;
  return {
    balance: balance.balance,
    margin: margin.balance,
    pending: pending.balance,
    deficit: deficitOf(account),
    positions: live.filter(isHolding),
    pendings: live.filter((order) => !isHolding(order)),
  };
}

export class AccountAtTick {
  readonly account: PersonAccount;
  readonly market: MarketAtTick;
  /** It had its margin call and is not re-armed. */
  isCalled: boolean;
  /** Told after what happened to the orders. */
  readonly notices: OutboxEvent[] = [];
  #live: readonly StoredOrder[];
  readonly #closed: StoredOrder[] = [];
  readonly #changed: StoredOrder[] = [];
  readonly #moneyEvents: OutboxEvent[] = [];
  #hasMoved = false;

  constructor(account: PersonAccount, live: readonly StoredOrder[], isCalled: boolean, market: MarketAtTick) {
    this.account = account;
    this.market = market;
    this.isCalled = isCalled;
    this.#live = live;
  }

  /** What it holds and waits for. */
  get live(): readonly StoredOrder[] {
    return this.#live;
  }

  /** How many orders were filled, closed or cancelled. */
  get effects(): number {
    return this.#closed.length + this.#changed.length;
  }

  positions(): readonly StoredOrder[] {
    return this.#live.filter(isHolding);
  }

  pendings(): readonly StoredOrder[] {
    return this.#live.filter((order) => !isHolding(order));
  }

  marginCheck(levels: MarginLevels): MarginCheck {
    return marginCheck(holdingsOf(this.account, this.#live), this.market, levels);
  }

  /** Closes a position whose stop is met at the tick. */
  closeStopped(trx: Trx, order: StoredOrder, reason: Exclude<StopReason, 'stopout'>): Promise<void> {
    const grounds = closedByStop(reason, order, this.market.seq, this.market.silenceOf(order.productId));
    return this.#close(trx, order, reason, grounds);
  }

  /** Closes a position at the tick, since the margin level is at or below a level in percent. */
  closeOut(trx: Trx, order: StoredOrder, level: Ratio): Promise<void> {
    return this.#close(trx, order, 'stopout', closedByStopOut(level, order, holdingsOf(this.account, this.#live), this.market));
  }

  async #close(trx: Trx, order: StoredOrder, reason: StopReason, grounds: DealGrounds): Promise<void> {
    const { price, seq } = this.#quoteOf(order);
    const exit = { price, seq, atMs: this.market.timeMs, reason, grounds };
    const closed = await closePosition(trx, this.account, order, this.#live, exit);
    if (!closed) throw new Error(`order ${order.id} changed under the lock of its account`);
    this.#closed.push(closed);
    this.#live = this.#live.filter((other) => other.id !== order.id);
  }

  /** Cancels a pending order at the tick. */
  async cancel(trx: Trx, order: StoredOrder, reason: 'stopout' | 'expired'): Promise<void> {
    const cancellation = { closeSeq: this.market.seq, end: reason, completedAtMs: this.market.timeMs };
    const cancelled = await cancelOrderRow(trx, this.account, order, this.#live, cancellation);
    this.#replace(order, cancelled);
  }

  /** Fills a pending order at the tick, or cancels it when the account cannot carry it there. */
  async trigger(trx: Trx, order: StoredOrder, cost: Cost, levels: MarginLevels): Promise<void> {
    const { price, seq } = this.#quoteOf(order);
    const { floatingProfit: floating } = this.marginCheck(levels).funds;
    const grounds = openedByTrigger(order, cost, this.market.seq, this.market.silenceOf(order.productId));
    const entry = { price, seq, evalFrom: this.market.seq, atMs: this.market.timeMs, grounds };
    const done = await triggerOrder(trx, this.account, order, this.#live, { entry, cost, floating });
    this.#replace(order, done);
    if (done && !isHolding(done)) this.notices.push(cancelNotice);
  }

  /** Nights of positions were posted, by order: the person is notified of the balance. */
  financed(amounts: ReadonlyMap<number, Money>): void {
    this.#live = this.#live.map((order) => ({ ...order, financing: order.financing + (amounts.get(order.id) ?? 0n) }));
    this.#hasMoved = true;
  }

  /** Money moved beside the orders: `event` says why, and the balance goes with it. */
  moved(event: OutboxEvent): void {
    this.#moneyEvents.push(event);
    this.#hasMoved = true;
  }

  /** What is sent to the person; empty when nothing happened. */
  events(): OutboxEvent[] {
    const acts = [...this.#moneyEvents, ...this.#changed.map(orderEvent), ...closedEvents(this.account, this.#closed)];
    if ((this.#changed.length > 0 || this.#hasMoved) && this.#closed.length === 0) acts.push(balanceEvent(this.account));
    return [...acts, ...this.notices];
  }

  #quoteOf(order: StoredOrder): BookEntry {
    const quote = this.market.quoteOf(order.productId);
    if (!quote) throw new Error(`no price of product ${order.productId} for order ${order.id}`);
    return quote;
  }

  #replace(order: StoredOrder, after: StoredOrder | undefined): void {
    if (!after) throw new Error(`order ${order.id} changed under the lock of its account`);
    this.#changed.push(after);
    this.#live = this.#live.flatMap((other) => (other.id !== order.id ? [other] : isHolding(after) ? [after] : []));
  }
}
