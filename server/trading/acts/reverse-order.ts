/**
 * Reversing a position: the whole of it is closed and the opposite one opened at the same tick, both or neither (decision D9.05). What
 * may be taken is what is usable after the closing leg.
 */

import { type AccountFunds, usable } from '#domain/account.ts';
import { type Money, maxDecimal } from '#domain/decimal.ts';
import { lotsProblem } from '#domain/lots.ts';
import type { AskedClose } from '#domain/order-request.ts';
import { NO_STOPS } from '#domain/stops.ts';
import { reversedToWire } from '#protocol/order-replies.ts';
import type { ReverseReply } from '#protocol/rest/forex.ts';
import type { Trx } from '../../database/database.ts';
import { done, type Outcome, refused } from '../../outcome.ts';

import type { QuoteRow } from '../../repositories/quote-repository.ts';
import type { DeskParts } from '../desk-parts.ts';
import { fillTimeMs, isMarketOpen, quoteRefusal } from '../market/market-state.ts';
import { closedEvents, closePosition, type Exit } from '../orders/close-position.ts';
import { closedAsAsked, openedAtMarket, silenceNow } from '../orders/deal-grounds.ts';
import { type OrderPlan, openPosition } from '../orders/opening.ts';
import { type Cost, costOf, holdsStale, leverageOf, moneyNeeded } from '../orders/order-terms.ts';
import { ownRefusal } from '../orders/own-refusal.ts';
import { floatingProfit, fundsOf, isHolding, marginOf, profitAt } from '../orders/valuation.ts';
import { orderEvent, recordChange } from '../outbox/record-change.ts';
import type { Trader } from '../trading.ts';
import { shownOrder } from '../views/shown-order.ts';
import { lockOwnOrder, type OwnOrder, wrongState } from './own-order.ts';

/** The account as it will stand after the closing leg. */
function fundsAfterClose({ account, order, live, quotes }: OwnOrder, quote: QuoteRow): AccountFunds {
  const others = live.filter((other) => other.id !== order.id);
  const floating = floatingProfit(others, (productId) => quotes.get(productId)?.price);
  const before = fundsOf(account, floating);
  const freed = marginOf(live) - marginOf(others);
  const cash: Money = before.balance + freed + profitAt(order, quote.price) - before.deficit;
  return {
    ...before,
    margin: before.margin - freed,
    balance: maxDecimal<Money>(0n, cash),
    deficit: maxDecimal<Money>(0n, -cash),
  };
}

/** The opposite position, or why it cannot be opened on today's terms. */
function oppositePlan(trader: Trader, { order, product }: OwnOrder): OrderPlan | Outcome<never> {
  if (trader.frozen) return refused('frozen');
  const leverage = leverageOf(product, String(order.leverage));
  if (leverage === undefined) return refused('leverageInvalid');
  const { lots } = order;
  if (lotsProblem(lots, product.lots)) return refused('lotsInvalid');
  return { product, side: order.side === 'buy' ? 'sell' : 'buy', lots, leverage, stops: NO_STOPS };
}

function moneyRefusal(parts: DeskParts, own: OwnOrder, plan: OrderPlan, quote: QuoteRow, cost: Cost): Outcome<never> | undefined {
  const others = own.live.filter((other) => other.id !== own.order.id && isHolding(other));
  if (holdsStale(parts, others, own.quotes)) return refused('quoteStale');
  if (cost.margin <= 0n) return refused('marginTooSmall');
  return usable(fundsAfterClose(own, quote)) < moneyNeeded(others, plan, cost) ? refused('balanceTooSmall') : undefined;
}

/** Runs in the transaction that took the call's key. Looks at everything, then writes everything. */
export async function reverseOrder(
  parts: DeskParts,
  trx: Trx,
  trader: Trader,
  asked: Omit<AskedClose, 'lots'>,
): Promise<Outcome<ReverseReply>> {
  const own = await lockOwnOrder(parts, trx, trader, asked.id);
  if (!own) return refused('notFound');
  const { account, order, product, live, quotes, seq } = own;
  if (order.state !== 'holding') return wrongState(own) as Outcome<never>;
  const plan = oppositePlan(trader, own);
  if ('code' in plan) return plan;
  if (!isMarketOpen(parts, product, own.rules)) return refused('marketClosed');
  const quote = quotes.get(product.id);
  const refusal = quoteRefusal(parts, quote, asked.bound);
  if (refusal || !quote) return refusal ?? refused('quoteStale');
  // The moment of the fill is the one at which the market is open, however long the rest takes.
  const atMs = fillTimeMs(parts, quote);
  const cost = costOf(own.rules, product, { ...plan, price: quote.price });
  const barrier = await ownRefusal(parts, trx, trader, { stake: cost.margin, loss: cost.fee, isMicro: false });
  const problem = barrier ?? moneyRefusal(parts, own, plan, quote, cost);
  if (problem) return problem;

  const silence = silenceNow(product.categoryId);
  const exit: Exit = { price: quote.price, seq: quote.seq, atMs, reason: 'manual', grounds: closedAsAsked('reverse', order, seq, silence) };
  const closed = await closePosition(trx, account, order, live, exit);
  if (!closed) throw new Error(`order ${order.id} changed under the lock of its account`);
  const others = live.filter((other) => other.id !== order.id);
  const entry = { price: quote.price, seq: quote.seq, evalFrom: seq, atMs, grounds: openedAtMarket('reverse', cost, seq, silence) };
  const opened = await openPosition(trx, account, others, plan, cost, entry);
  await recordChange(trx, account, { seq, events: [orderEvent(opened), ...closedEvents(account, [closed])], nowMs: parts.clock.now() });
  const shown = { order: shownOrder(opened, product, quote.price), closed: shownOrder(closed, product, undefined) };
  return done(reversedToWire(shown), 'orderReversed');
}
