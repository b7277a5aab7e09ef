/** Closing every position, cancelling every pending order: one transaction, one answer with what happened to each (decision D1.7.09). */

import { ERROR } from '#protocol/errors.ts';
import { type ManyResult, manyToWire } from '#protocol/order-replies.ts';
import type { ManyReply } from '#protocol/rest/forex.ts';
import type { Trx } from '../../database/database.ts';
import { done, type Outcome } from '../../outcome.ts';
import type { QuoteRow } from '../../repositories/quote-repository.ts';
import type { StoredOrder } from '../../repositories/stored-order.ts';
import type { DeskParts } from '../desk-parts.ts';
import type { JudgedAccount } from '../judge/judge-account.ts';
import { fillTimeMs, isMarketOpen, quoteRefusal } from '../market/market-state.ts';
import type { RulesAtTick } from '../market/trading-rules.ts';
import { closedEvents, closePosition } from '../orders/close-position.ts';
import { closedAsAsked, silenceNow } from '../orders/deal-grounds.ts';
import { cancelOrderRow } from '../orders/pending-order.ts';
import { isHolding } from '../orders/valuation.ts';
import { orderEvent, recordChange } from '../outbox/record-change.ts';
import type { Trader } from '../trading.ts';
import { balanceEvent } from '../views/account-row.ts';
import { shownOrder } from '../views/shown-order.ts';
import { lockTraded } from './lock-trading.ts';

/** A message is a key here; the route puts it into the person's language. */
type Result = Omit<ManyResult, 'order'> & { readonly order: StoredOrder };

const replyOf = (parts: DeskParts, results: readonly Result[], { quotes, seq }: JudgedAccount): ManyReply =>
  manyToWire(
    results.map((result) => {
      const { productId } = result.order;
      return { ...result, order: shownOrder(result.order, parts.catalogue.byId(productId), quotes.get(productId)?.price) };
    }),
    seq,
  );

/** Why a position cannot be closed now, or undefined. */
function obstacle(parts: DeskParts, order: StoredOrder, quote: QuoteRow | undefined, rules: RulesAtTick): Outcome<never> | undefined {
  const product = parts.catalogue.byId(order.productId);
  if (!product || !isMarketOpen(parts, product, rules)) return { code: ERROR.marketClosed, message: 'marketClosed', data: null };
  return quoteRefusal(parts, quote, undefined);
}

/** Closes every position whose market is open and whose price is fresh, in the order of their numbers; the others stay. */
export async function closeAllOrders(parts: DeskParts, trx: Trx, trader: Trader): Promise<Outcome<ManyReply>> {
  const judged = await lockTraded(parts, trx, trader);
  const { account, quotes, rules, seq } = judged;
  let { live } = judged;
  const results: Result[] = [];
  for (const order of live.filter(isHolding)) {
    const quote = quotes.get(order.productId);
    const problem = obstacle(parts, order, quote, rules);
    if (problem || !quote) {
      results.push({ order, code: problem?.code ?? ERROR.quoteStale, message: problem?.message ?? 'quoteStale' });
      continue;
    }
    const grounds = closedAsAsked('close', order, seq, silenceNow(parts.catalogue.byId(order.productId)?.categoryId));
    const exit = { price: quote.price, seq: quote.seq, atMs: fillTimeMs(parts, quote), reason: 'manual', grounds } as const;
    const closed = await closePosition(trx, account, order, live, exit);
    if (!closed) throw new Error(`order ${order.id} changed under the lock of its account`);
    live = live.filter((other) => other.id !== order.id);
    results.push({ order: closed, code: ERROR.ok, message: 'orderClosed' });
  }
  const closed = results.filter((result) => result.code === ERROR.ok).map((result) => result.order);
  if (closed.length > 0) {
    await recordChange(trx, account, { seq, events: closedEvents(account, closed), nowMs: parts.clock.now() });
  }
  return done(replyOf(parts, results, judged), 'allClosed');
}

/** Cancels every pending order, in the order of their numbers. */
export async function cancelAllOrders(parts: DeskParts, trx: Trx, trader: Trader): Promise<Outcome<ManyReply>> {
  const judged = await lockTraded(parts, trx, trader);
  const { account, seq } = judged;
  let { live } = judged;
  const cancellation = { closeSeq: seq, end: 'manual' as const, completedAtMs: parts.tape.watermarkMs() };
  const results: Result[] = [];
  for (const order of live.filter((it) => it.state === 'pending')) {
    const cancelled = await cancelOrderRow(trx, account, order, live, cancellation);
    if (!cancelled) throw new Error(`order ${order.id} changed under the lock of its account`);
    live = live.filter((other) => other.id !== order.id);
    results.push({ order: cancelled, code: ERROR.ok, message: 'orderCancelled' });
  }
  if (results.length > 0) {
    const events = [...results.map((result) => orderEvent(result.order)), balanceEvent(account)];
    await recordChange(trx, account, { seq, events, nowMs: parts.clock.now() });
  }
  return done(replyOf(parts, results, judged), 'allCancelled');
}
