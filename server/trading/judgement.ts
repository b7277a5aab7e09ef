/**
 * What one tick does to an account: which stops it hits, which pending orders it triggers, whether the account must be called or
 * stopped out, and which position goes first. Pure and exact; the evaluator asks it twice: from memory to see whether to act, and
 * under the account's lock to act.
 */
import { type AccountFunds, equity, isMarginLevelAtOrBelow } from '#domain/account.ts';
import type { Money, Price, Ratio } from '#domain/decimal.ts';
import type { OrderRecord } from '../repositories/order-repository.ts';
import { isTriggered } from './pending-order.ts';
import { profitAt } from './valuation.ts';

/** The market as of one tick. */
export type MarketView = {
  /** Sequence of the tick. A position that is judged only from later ones counts neither for nor against. */
  readonly seq: number;
  readonly priceOf: (productId: number) => Price | undefined;
  /** True when the product is open and its source alive. */
  readonly isTradable: (productId: number) => boolean;
};

/** The account without what floats. */
export type Holdings = Omit<AccountFunds, 'floatingProfit'> & {
  readonly positions: readonly OrderRecord[];
  readonly pendings: readonly OrderRecord[];
};

export type Judgement = {
  readonly funds: AccountFunds;
  /** 'low': equity below the margin; 'good': above 110 % of it, or no margin at all. */
  readonly level: 'low' | 'middle' | 'good';
  /** The margin level is at or below the stop-out level. */
  readonly isOut: boolean;
  /** The position to close now; undefined when none has to be, or none can be. */
  readonly victim: OrderRecord | undefined;
};

/** A margin call is re-armed above so many percent (decision D9.06). */
const REARM_PERCENT = 110n;

type Valued = { readonly order: OrderRecord; readonly profit: Money; readonly isKnown: boolean };

function valued(order: OrderRecord, market: MarketView): Valued {
  const price = order.eval_from >= market.seq ? undefined : market.priceOf(order.product_id);
  return price === undefined ? { order, profit: 0n, isKnown: false } : { order, profit: profitAt(order, price), isKnown: true };
}

const worse = (a: Valued, b: Valued): Valued => (b.profit < a.profit || (b.profit === a.profit && b.order.id < a.order.id) ? b : a);

function levelOf(funds: AccountFunds): Judgement['level'] {
  if (funds.margin <= 0n) return 'good';
  const worth = equity(funds);
  if (worth < funds.margin) return 'low';
  return worth * 100n > funds.margin * REARM_PERCENT ? 'good' : 'middle';
}

/** The stop that a tick of the order's product hits. Where a gap jumped over both, the stop loss. */
export function stopHit(order: OrderRecord, price: Price, seq: number): 'sl' | 'tp' | undefined {
  if (order.eval_from >= seq) return undefined;
  const isBuy = order.side === 'buy';
  const { stop_loss: stopLoss, take_profit: takeProfit } = order;
  const isLossSet = stopLoss > 0n && order.stop_loss_from < seq;
  if (isLossSet && (isBuy ? price <= stopLoss : price >= stopLoss)) return 'sl';
  const isProfitSet = takeProfit > 0n && order.take_profit_from < seq;
  return isProfitSet && (isBuy ? price >= takeProfit : price <= takeProfit) ? 'tp' : undefined;
}

/** True when a tick of the pending order's product triggers it. */
export const triggerHit = (order: OrderRecord, price: Price, seq: number): boolean => order.eval_from < seq && isTriggered(order, price);

/** True when the tick of a product has something to do with the account: exact, so that a transaction is opened for nothing else. */
export function isDue(account: Holdings & { readonly isCalled: boolean }, productId: number, market: MarketView, level: Ratio): boolean {
  const price = market.priceOf(productId);
  const isOf = (order: OrderRecord) => order.product_id === productId;
  if (price !== undefined && market.isTradable(productId)) {
    if (account.positions.some((order) => isOf(order) && stopHit(order, price, market.seq) !== undefined)) return true;
    if (account.pendings.some((order) => isOf(order) && triggerHit(order, price, market.seq))) return true;
  }
  // The margin is looked at when a held product ticks, at no other time: so it never depends on what else was looked at.
  if (!account.positions.some(isOf)) return false;
  const judgement = judge(account, market, level);
  if (judgement.isOut && (judgement.victim !== undefined || account.pendings.length > 0)) return true;
  return account.isCalled ? judgement.level === 'good' : judgement.level === 'low';
}

/** Judges the account at the tick. The victim is the position with the largest loss; of equal ones the older. */
export function judge(holdings: Holdings, market: MarketView, stopOutLevel: Ratio): Judgement {
  const all = holdings.positions.map((order) => valued(order, market));
  const floatingProfit = all.reduce((sum, { profit }) => sum + profit, 0n);
  const { balance, margin, pending, deficit } = holdings;
  const funds: AccountFunds = { balance, margin, pending, deficit, floatingProfit };
  const isOut = isMarginLevelAtOrBelow(funds, stopOutLevel);
  const candidates = isOut ? all.filter(({ order, isKnown }) => isKnown && market.isTradable(order.product_id)) : [];
  const victim = candidates.length > 0 ? candidates.reduce(worse).order : undefined;
  return { funds, level: levelOf(funds), isOut, victim };
}
