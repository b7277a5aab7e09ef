/** Closing every position, cancelling every pending order: one transaction, one answer with what happened to each (decision D1.7.09). */
import { formatDecimal } from '#domain/decimal.ts';
import { ERROR } from '#protocol/errors.ts';
import type { ManyReply } from '#protocol/rest/forex.ts';
import type { Trx } from '../database/database.ts';
import { done, type Outcome } from '../outcome.ts';
import { ORDER_STATUS, type OrderRecord } from '../repositories/order-repository.ts';
import type { QuoteRow } from '../repositories/quote-repository.ts';
import { balanceEvent } from './account-row.ts';
import { closedEvents, closePosition } from './close-position.ts';
import { conclude, orderEvent } from './conclude.ts';
import { type DeskParts, tradingAccountOf } from './desk-parts.ts';
import { type JudgedAccount, lockJudged } from './judge-account.ts';
import { fillTimeMs, isMarketOpen, quoteRefusal } from './market-state.ts';
import { orderRow } from './order-row.ts';
import { cancelOrderRow } from './pending-order.ts';
import type { Trader } from './trading.ts';
import type { RulesAtTick } from './trading-rules.ts';
import { isHolding } from './valuation.ts';

type Result = { readonly order: OrderRecord; readonly code: number; readonly message: string };

/** `Msg` is a message key here; the route puts it into the person's language. */
function replyOf(parts: DeskParts, results: readonly Result[], { quotes, seq }: JudgedAccount): ManyReply {
  const succeeded = results.filter((result) => result.code === ERROR.ok);
  return {
    Done: succeeded.length,
    Failed: results.length - succeeded.length,
    FactProfits: formatDecimal(succeeded.reduce((sum, { order }) => sum + order.profit, 0n)),
    Seq: seq,
    Results: results.map(({ order, code, message }) => ({
      Id: order.id,
      Code: code,
      Msg: message,
      Order: orderRow(order, parts.catalogue.byId(order.product_id), quotes.get(order.product_id)?.price),
    })),
  };
}

/** Why a position cannot be closed now, or undefined. */
function obstacle(parts: DeskParts, order: OrderRecord, quote: QuoteRow | undefined, rules: RulesAtTick): Outcome<never> | undefined {
  const product = parts.catalogue.byId(order.product_id);
  if (!product || !isMarketOpen(parts, product, rules)) return { code: ERROR.marketClosed, message: 'marketClosed', data: null };
  return quoteRefusal(parts, quote, undefined);
}

/** Closes every position whose market is open and whose price is fresh, in the order of their numbers; the others stay. */
export async function closeAllOrders(parts: DeskParts, trx: Trx, trader: Trader): Promise<Outcome<ManyReply>> {
  const judged = await lockJudged(parts, trx, { userId: trader.id, type: tradingAccountOf(trader) });
  const { account, quotes, rules, seq } = judged;
  let { live } = judged;
  const results: Result[] = [];
  for (const order of live.filter(isHolding)) {
    const quote = quotes.get(order.product_id);
    const problem = obstacle(parts, order, quote, rules);
    if (problem || !quote) {
      results.push({ order, code: problem?.code ?? ERROR.quoteStale, message: problem?.message ?? 'quoteStale' });
      continue;
    }
    const exit = { price: quote.price, seq: quote.seq, atMs: fillTimeMs(parts, quote), reason: 'manual' } as const;
    const closed = await closePosition(trx, account, order, live, exit);
    if (!closed) throw new Error(`order ${order.id} changed under the lock of its account`);
    live = live.filter((other) => other.id !== order.id);
    results.push({ order: closed, code: ERROR.ok, message: 'orderClosed' });
  }
  const closed = results.filter((result) => result.code === ERROR.ok).map((result) => result.order);
  if (closed.length > 0) {
    await conclude(trx, account, { seq, events: closedEvents(account, closed), nowMs: parts.clock.now() });
  }
  return done(replyOf(parts, results, judged), 'allClosed');
}

/** Cancels every pending order, in the order of their numbers. */
export async function cancelAllOrders(parts: DeskParts, trx: Trx, trader: Trader): Promise<Outcome<ManyReply>> {
  const judged = await lockJudged(parts, trx, { userId: trader.id, type: tradingAccountOf(trader) });
  const { account, seq } = judged;
  let { live } = judged;
  const cancellation = { close_seq: seq, close_reason: 'manual', completed_at: parts.tape.watermarkMs() };
  const results: Result[] = [];
  for (const order of live.filter((it) => it.status === ORDER_STATUS.pending)) {
    const cancelled = await cancelOrderRow(trx, account, order, live, cancellation);
    if (!cancelled) throw new Error(`order ${order.id} changed under the lock of its account`);
    live = live.filter((other) => other.id !== order.id);
    results.push({ order: cancelled, code: ERROR.ok, message: 'orderCancelled' });
  }
  if (results.length > 0) {
    const events = [...results.map((result) => orderEvent(result.order)), balanceEvent(account)];
    await conclude(trx, account, { seq, events, nowMs: parts.clock.now() });
  }
  return done(replyOf(parts, results, judged), 'allCancelled');
}
