/**
 * Whether an account must be called or stopped out at one tick, and which position goes first. Pure and exact; the evaluator asks it
 * twice: from memory to see whether to act, and under the account's lock to act.
 */
import { type AccountFunds, equity, isMarginLevelAtOrBelow } from '#domain/account.ts';
import type { Money, Price, Ratio } from '#domain/decimal.ts';
import type { OrderRecord } from '../repositories/order-repository.ts';
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
export type Holdings = Omit<AccountFunds, 'floatingProfit'> & { readonly positions: readonly OrderRecord[] };

export type Judgement = {
  readonly funds: AccountFunds;
  /** 'low': equity below the margin; 'good': above 110 % of it, or no margin at all. */
  readonly level: 'low' | 'middle' | 'good';
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

/** Judges the account at the tick. The victim is the position with the largest loss; of equal ones the older. */
export function judge(holdings: Holdings, market: MarketView, stopOutLevel: Ratio): Judgement {
  const all = holdings.positions.map((order) => valued(order, market));
  const floatingProfit = all.reduce((sum, { profit }) => sum + profit, 0n);
  const { balance, margin, pending, deficit } = holdings;
  const funds: AccountFunds = { balance, margin, pending, deficit, floatingProfit };
  const isOut = isMarginLevelAtOrBelow(funds, stopOutLevel);
  const candidates = isOut ? all.filter(({ order, isKnown }) => isKnown && market.isTradable(order.product_id)) : [];
  const victim = candidates.length > 0 ? candidates.reduce(worse).order : undefined;
  return { funds, level: levelOf(funds), victim };
}
