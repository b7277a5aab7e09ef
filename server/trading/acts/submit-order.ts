/**
 * A market or a pending order: every check on the server, prices from the newest tick read after the locks, order, deal, ledger, events
 * and answer in one transaction (specification S1 section 4; decisions D1.2.23 to D1.2.27, D1.4.02 to D1.4.08, D1.5.15).
 */

import type { Price } from '#domain/decimal.ts';
import { UNTIL_CANCELLED } from '#domain/good-till.ts';
import type { AskedOrder, SlippageBound } from '#domain/order-request.ts';
import { triggerSideOf } from '#domain/stops.ts';
import { filledToWire } from '#protocol/order-replies.ts';
import type { FillReply } from '#protocol/rest/forex.ts';
import type { Product } from '../../catalogue/catalogue.ts';
import type { Trx } from '../../database/database.ts';
import { done, type Outcome, refused } from '../../outcome.ts';
import type { StoredOrder } from '../../repositories/stored-order.ts';
import type { DeskParts } from '../desk-parts.ts';
import { fillTimeMs, isMarketOpen, quoteRefusal } from '../market/market-state.ts';
import { openedAtMarket, silenceNow } from '../orders/deal-grounds.ts';
import { noteNights } from '../orders/financing-work.ts';
import { goodTillRefusal, goodTillTime } from '../orders/good-till-time.ts';
import { type OrderPlan, openPosition } from '../orders/opening.ts';
import { accountRefusal, costOf, leverageOf, orderLots } from '../orders/order-terms.ts';
import { ownRefusal } from '../orders/own-refusal.ts';
import { placePending } from '../orders/pending-order.ts';
import { triggerQuote } from '../orders/trigger-quote.ts';
import { stopsRefusal, typedStops, typedTarget } from '../orders/typed-stops.ts';
import { orderEvent, recordChange } from '../outbox/record-change.ts';
import type { Trader } from '../trading.ts';
import { balanceEvent } from '../views/account-row.ts';
import { shownOrder } from '../views/shown-order.ts';
import { lockTrading } from './lock-trading.ts';

/** An order that may be asked for; what the account and the market say about it comes later. `target`: of a pending order. */
type Ask = {
  readonly plan: OrderPlan;
  readonly target: Price | undefined;
  readonly bound: SlippageBound | undefined;
  /** When a pending order has waited long enough; 0: never. */
  readonly goodTillMs: number;
};

/** The price that a pending order waits for, nothing for a market order, or the refusal 1001. */
const targetOf = (product: Product, { isPending, orderPrice }: AskedOrder): Price | undefined | Outcome<never> =>
  isPending ? typedTarget(product, orderPrice) : undefined;

/** How long a pending order waits; a market order never does. */
function goodTillOf(parts: DeskParts, product: Product, { isPending, goodTill }: AskedOrder): number | Outcome<never> {
  if (isPending) return goodTillTime(parts, product, goodTill, parts.clock.now());
  return goodTill === UNTIL_CANCELLED ? 0 : goodTillRefusal(goodTill, `${UNTIL_CANCELLED}, for a market order`);
}

/** What the request alone tells, in the order of decision D1.5.15: an order to look at further, or the first refusal. */
function askOf(parts: DeskParts, trader: Trader, asked: AskedOrder): Ask | Outcome<never> {
  const product = parts.catalogue.byId(asked.productId);
  if (!product) return refused('notFound');
  if (trader.frozen) return refused('frozen');
  const leverage = leverageOf(product, asked.leverage);
  if (leverage === undefined) return refused('leverageInvalid');
  const lots = orderLots(product, asked.lots);
  if (lots === undefined) return refused('lotsInvalid');
  // A pending order may be placed while the market rests: it waits for its first tick.
  if (!asked.isPending && !isMarketOpen(parts, product)) return refused('marketClosed');
  const target = targetOf(product, asked);
  if (typeof target === 'object') return target;
  const goodTillMs = goodTillOf(parts, product, asked);
  if (typeof goodTillMs === 'object') return goodTillMs;
  const stops = typedStops(product, asked);
  if ('code' in stops) return stops;
  const { side, bound } = asked;
  return { plan: { product, side, lots, leverage, stops }, target, bound, goodTillMs };
}

/** Runs in the transaction that took the call's key. Looks at everything, then writes everything. */
export async function submitOrder(parts: DeskParts, trx: Trx, trader: Trader, asked: AskedOrder): Promise<Outcome<FillReply>> {
  const ask = askOf(parts, trader, asked);
  if ('code' in ask) return ask;
  const { plan, target, bound, goodTillMs } = ask;
  const situation = await lockTrading(parts, trx, trader, { usual: 'forex', productId: plan.product.id });
  const { account, quotes, rules, seq: evalFrom, tapeMs } = situation;
  // The tape of another node may be ahead of this one's estimate.
  if (goodTillMs > 0 && goodTillMs <= tapeMs) return goodTillRefusal(asked.goodTill);
  // Looked at again: it may have closed while the lock was waited for, and the tape knows of that before the memory of every node does.
  const isOpen = isMarketOpen(parts, plan.product, rules);
  if (target === undefined && !isOpen) return refused('marketClosed');
  // The price now fills a market order, and tells a pending one which side it waits on.
  const quote = triggerQuote(parts, plan.product, rules, quotes);
  if (quote === undefined) return refused('quoteStale');
  // The moment of the fill is the one at which the market is open, however long the rest takes.
  const atMs = fillTimeMs(parts, quote);
  const refusal = target === undefined ? quoteRefusal(parts, quote, bound) : undefined;
  const reference = target ?? quote.price;
  const problem = refusal ?? stopsRefusal(plan.side, reference, plan.stops);
  if (problem) return problem;
  const cost = costOf(rules, plan.product, { ...plan, price: reference });
  const own = await ownRefusal(parts, trx, trader, { stake: cost.margin, loss: cost.fee, isMicro: false });
  const forbidden = own ?? accountRefusal(parts, plan, cost, situation);
  if (forbidden) return forbidden;

  await noteNights(trx, parts.catalogue, plan.product, situation);
  let order: StoredOrder;
  // A target that is the price now is met at once, where there is a market to meet it.
  if (target === undefined || (target === quote.price && isOpen)) {
    const grounds = openedAtMarket('market', cost, evalFrom, silenceNow(plan.product.categoryId));
    const entry = { price: quote.price, seq: quote.seq, evalFrom, atMs, grounds };
    order = await openPosition(trx, account, situation.live, plan, cost, entry);
  } else {
    order = await placePending(trx, account, plan, cost, {
      target,
      side: triggerSideOf(target, quote.price),
      evalFrom,
      atMs,
      goodTillMs,
      tapeMs,
    });
  }
  await recordChange(trx, account, { seq: evalFrom, events: [orderEvent(order), balanceEvent(account)], nowMs: parts.clock.now() });
  const reply = filledToWire(shownOrder(order, plan.product, quote.price), order.openSeq || quote.seq);
  return done(reply, order.openSeq > 0 ? 'orderPlaced' : 'orderPending');
}
