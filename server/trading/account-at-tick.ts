/**
 * One account under its lock at one tick: what it holds and waits for, and what the tick does to it. Every act is booked at the
 * tick; what the person is told is gathered for the end of the transaction.
 */
import type { Ratio } from '#domain/decimal.ts';
import type { Trx } from '../database/database.ts';
import { deficitOf, type PersonAccount } from '../ledger/person-account.ts';
import type { OrderRecord } from '../repositories/order-repository.ts';
import type { OutboxEvent } from '../repositories/outbox-repository.ts';
import type { BookEntry } from '../tape/price-book.ts';
import { balanceEvent } from './account-row.ts';
import { closedEvents, closePosition } from './close-position.ts';
import { orderEvent } from './conclude.ts';
import { type Holdings, type Judgement, judge, type MarketView } from './judgement.ts';
import type { Cost } from './order-terms.ts';
import { cancelOrderRow, triggerOrder } from './pending-order.ts';
import { isHolding } from './valuation.ts';

/** The market as of a tick, with what a fill needs. */
export type MarketAtTick = MarketView & {
  readonly quoteOf: (productId: number) => BookEntry | undefined;
  /** Tape time of the tick. */
  readonly timeMs: number;
};

const cancelNotice: OutboxEvent = {
  topic: 'NOTICE',
  payload: { data: { kind: 'order_cancelled', level: '--', text: 'pendingNotCovered' } },
};

/** An account with its orders as judgement takes them. */
export function holdingsOf(account: PersonAccount, live: readonly OrderRecord[]): Holdings {
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
  #live: readonly OrderRecord[];
  readonly #closed: OrderRecord[] = [];
  readonly #changed: OrderRecord[] = [];

  constructor(account: PersonAccount, live: readonly OrderRecord[], isCalled: boolean, market: MarketAtTick) {
    this.account = account;
    this.market = market;
    this.isCalled = isCalled;
    this.#live = live;
  }

  /** What it holds and waits for. */
  get live(): readonly OrderRecord[] {
    return this.#live;
  }

  /** How many orders were filled, closed or cancelled. */
  get effects(): number {
    return this.#closed.length + this.#changed.length;
  }

  positions(): readonly OrderRecord[] {
    return this.#live.filter(isHolding);
  }

  pendings(): readonly OrderRecord[] {
    return this.#live.filter((order) => !isHolding(order));
  }

  judge(stopOutLevel: Ratio): Judgement {
    return judge(holdingsOf(this.account, this.#live), this.market, stopOutLevel);
  }

  /** Closes a position at the tick. */
  async close(trx: Trx, order: OrderRecord, reason: 'sl' | 'tp' | 'stopout'): Promise<void> {
    const { price, seq } = this.#quoteOf(order);
    const exit = { price, seq, atMs: this.market.timeMs, reason };
    const closed = await closePosition(trx, this.account, order, this.#live, exit);
    if (!closed) throw new Error(`order ${order.id} changed under the lock of its account`);
    this.#closed.push(closed);
    this.#live = this.#live.filter((other) => other.id !== order.id);
  }

  /** Cancels a pending order at the tick. */
  async cancel(trx: Trx, order: OrderRecord, reason: 'stopout'): Promise<void> {
    const cancellation = { close_seq: this.market.seq, close_reason: reason, completed_at: this.market.timeMs };
    const cancelled = await cancelOrderRow(trx, this.account, order, this.#live, cancellation);
    this.#replace(order, cancelled);
  }

  /** Fills a pending order at the tick, or cancels it when the account cannot carry it there. */
  async trigger(trx: Trx, order: OrderRecord, cost: Cost, stopOutLevel: Ratio): Promise<void> {
    const { price, seq } = this.#quoteOf(order);
    const { floatingProfit: floating } = this.judge(stopOutLevel).funds;
    const entry = { price, seq, evalFrom: this.market.seq, atMs: this.market.timeMs };
    const done = await triggerOrder(trx, this.account, order, this.#live, { entry, cost, floating });
    this.#replace(order, done);
    if (done && !isHolding(done)) this.notices.push(cancelNotice);
  }

  /** What the person is told; empty when nothing happened. */
  events(): OutboxEvent[] {
    const acts = [...this.#changed.map(orderEvent), ...closedEvents(this.account, this.#closed)];
    if (this.#changed.length > 0 && this.#closed.length === 0) acts.push(balanceEvent(this.account));
    return [...acts, ...this.notices];
  }

  #quoteOf(order: OrderRecord): BookEntry {
    const quote = this.market.quoteOf(order.product_id);
    if (!quote) throw new Error(`no price of product ${order.product_id} for order ${order.id}`);
    return quote;
  }

  #replace(order: OrderRecord, after: OrderRecord | undefined): void {
    if (!after) throw new Error(`order ${order.id} changed under the lock of its account`);
    this.#changed.push(after);
    this.#live = this.#live.flatMap((other) => (other.id !== order.id ? [other] : isHolding(after) ? [after] : []));
  }
}
