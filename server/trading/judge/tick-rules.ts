/**
 * What one tick does to an account: which stops it hits, which pending orders it triggers, whether the account must be called or
 * stopped out, and which position goes first. Pure and exact; the evaluator asks it twice: from memory to see whether to act, and
 * under the account's lock to act.
 */
import { type AccountFunds, isMarginLevelAtOrBelow } from '#domain/account.ts';
import type { Money, Price } from '#domain/decimal.ts';
import { type MarginLevels, type MarginStanding, marginStanding } from '#domain/margin-call.ts';
import type { OrderEndReason } from '#domain/order.ts';
import { isMet, metStop, type StopName, triggerLevel } from '#domain/stops.ts';
import type { StoredOrder } from '../../repositories/stored-order.ts';
import { profitAt } from '../orders/valuation.ts';

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
  readonly positions: readonly StoredOrder[];
  readonly pendings: readonly StoredOrder[];
};

export type MarginCheck = {
  readonly funds: AccountFunds;
  readonly standing: MarginStanding;
  /** The margin level is at or below the stop-out level. */
  readonly isOut: boolean;
  /** The position to close now; undefined when none has to be, or none can be. */
  readonly victim: StoredOrder | undefined;
};

type Valued = { readonly order: StoredOrder; readonly profit: Money; readonly isKnown: boolean };

function valued(order: StoredOrder, market: MarketView): Valued {
  const price = order.evalFrom >= market.seq ? undefined : market.priceOf(order.productId);
  return price === undefined ? { order, profit: 0n, isKnown: false } : { order, profit: profitAt(order, price), isKnown: true };
}

const worse = (a: Valued, b: Valued): Valued => (b.profit < a.profit || (b.profit === a.profit && b.order.id < a.order.id) ? b : a);

const END_OF_STOP = { stopLoss: 'sl', takeProfit: 'tp' } as const satisfies Record<StopName, OrderEndReason>;

/** Why a tick of the order's product closes it; undefined when it does not. A stop counts from the tick after the one that it was set at. */
export function stopHit(order: StoredOrder, price: Price, seq: number): 'sl' | 'tp' | undefined {
  if (order.evalFrom >= seq) return undefined;
  const stops = {
    stopLoss: order.stopLossFrom < seq ? order.stopLoss : 0n,
    takeProfit: order.takeProfitFrom < seq ? order.takeProfit : 0n,
  };
  const met = metStop(order.side, stops, price);
  return met && END_OF_STOP[met];
}

/** True when a tick of the pending order's product triggers it. */
export const triggerHit = (order: StoredOrder, price: Price, seq: number): boolean =>
  order.evalFrom < seq && isMet(triggerLevel(order.triggerSide, order.askedPrice), price);

/** True when the tick of a product has something to do with the account: exact, so that a transaction is opened for nothing else. */
export function isTouchedByTick(
  account: Holdings & { readonly isCalled: boolean },
  productId: number,
  market: MarketView,
  levels: MarginLevels,
): boolean {
  const price = market.priceOf(productId);
  const isOf = (order: StoredOrder) => order.productId === productId;
  if (price !== undefined && market.isTradable(productId)) {
    if (account.positions.some((order) => isOf(order) && stopHit(order, price, market.seq) !== undefined)) return true;
    if (account.pendings.some((order) => isOf(order) && triggerHit(order, price, market.seq))) return true;
  }
  // The margin is looked at when a held product ticks, at no other time: so it never depends on what else was looked at.
  if (!account.positions.some(isOf)) return false;
  const check = marginCheck(account, market, levels);
  if (check.isOut && (check.victim !== undefined || account.pendings.length > 0)) return true;
  return account.isCalled ? check.standing === 'good' : check.standing === 'low';
}

/** The account's margin at the tick. The victim is the position with the largest loss; of equal ones the older. */
export function marginCheck(holdings: Holdings, market: MarketView, levels: MarginLevels): MarginCheck {
  const all = holdings.positions.map((order) => valued(order, market));
  const floatingProfit = all.reduce((sum, { profit }) => sum + profit, 0n);
  const { balance, margin, pending, deficit } = holdings;
  const funds: AccountFunds = { balance, margin, pending, deficit, floatingProfit };
  const isOut = isMarginLevelAtOrBelow(funds, levels.stopOutLevel);
  const candidates = isOut ? all.filter(({ order, isKnown }) => isKnown && market.isTradable(order.productId)) : [];
  const victim = candidates.length > 0 ? candidates.reduce(worse).order : undefined;
  return { funds, standing: marginStanding(funds, levels), isOut, victim };
}
