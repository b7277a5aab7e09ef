/** On which terms an order may be opened: leverage, lots, margin and fee. Asked by everything that opens a position. */
import { usable } from '#domain/account.ts';
import type { Side } from '#domain/contract.ts';
import { type Lots, type Money, type Price, parseDecimal, type Ratio } from '#domain/decimal.ts';
import { tradeFee } from '#domain/fee.ts';
import { lotsProblem } from '#domain/lots.ts';
import { initialMargin, marginAdded } from '#domain/margin.ts';
import { OPEN_ORDERS_MAX } from '#domain/order-request.ts';
import type { Product } from '../../catalogue/catalogue.ts';
import type { PersonAccount } from '../../ledger/person-account.ts';
import { type Outcome, refused } from '../../outcome.ts';
import type { QuoteRow } from '../../repositories/quote-repository.ts';
import type { StoredOrder } from '../../repositories/stored-order.ts';
import type { DeskParts } from '../desk-parts.ts';
import { isMarketOpen, isStale } from '../market/market-state.ts';
import type { RulesAtTick } from '../market/trading-rules.ts';
import { floatingProfit, fundsOf, isHolding, marginedPositions } from './valuation.ts';

/** `feeType` and `feeRate`: what the fee is made of. */
export type Cost = { readonly margin: Money; readonly fee: Money; readonly feeType: string; readonly feeRate: Ratio };
/** What margin is made of, copied onto the order; `id`: of the product. */
type Terms = Pick<Product, 'id' | 'contractNumber' | 'marginMode' | 'quoteRate'>;

/** The leverage to use, or undefined when the product offers no such one; MarginMode 1 ignores it (decision D1.2.24). */
export function leverageOf(product: Product, text: string): number | undefined {
  if (product.marginMode === 1) return 1;
  const asked = Number(text || '0');
  return product.leverages.some((offered) => offered.value === asked) ? asked : undefined;
}

/** The lots of an order, or undefined when they break a rule of the product (decision D1.2.27). */
export function orderLots(product: Product, text: string): Lots | undefined {
  const lots = parseDecimal<Lots>(text);
  return lots === undefined || lotsProblem(lots, product.lots) ? undefined : lots;
}

/** Margin and fee of an order at a price, by the fees that hold at its tick. */
export function costOf(rules: RulesAtTick, terms: Terms, order: { lots: Lots; leverage: number; price: Price }): Cost {
  const { lots, leverage, price } = order;
  const margin = initialMargin({ ...terms, lots, price, leverage });
  const { feeType } = rules;
  const { feePerLot, feeOfMargin } = rules.feeRatesOf(terms.id);
  const rate = (feeType === '1' ? feePerLot : feeOfMargin) as Ratio;
  return { margin, fee: tradeFee({ feeType, lots, margin, rate }), feeType, feeRate: rate };
}

/** Cost of a pending order at a price, on the terms that were copied onto it and the fees of a tick's time. */
export function costOfWaiting(order: StoredOrder, price: Price, rules: RulesAtTick): Cost {
  const terms = {
    contractNumber: order.contractNumber,
    marginMode: order.marginMode === 1 ? 1 : 0,
    quoteRate: order.quoteRate,
  } as const;
  return costOf(rules, { ...terms, id: order.productId }, { lots: order.lots, leverage: order.leverage, price });
}

/** True when the market of a held product is open but its source silent: then nobody knows what the account is worth. */
export function holdsStale(parts: DeskParts, held: readonly StoredOrder[], quotes: ReadonlyMap<number, QuoteRow>): boolean {
  return held.some((order) => {
    const product = parts.catalogue.byId(order.productId);
    return product !== undefined && isMarketOpen(parts, product) && isStale(parts, quotes.get(product.id));
  });
}

/** An account under its lock, with everything it holds and waits for. */
type Situation = {
  readonly account: PersonAccount;
  readonly live: readonly StoredOrder[];
  readonly quotes: ReadonlyMap<number, QuoteRow>;
};

type PlannedPosition = { readonly product: Pick<Product, 'id'>; readonly side: Side; readonly lots: Lots };

/** What an order takes from the usable money of an account that holds these positions: what it adds to the margin, and its fee. */
export const moneyNeeded = (live: readonly StoredOrder[], { product, side, lots }: PlannedPosition, { margin, fee }: Cost): Money =>
  marginAdded(marginedPositions(live), { productId: product.id, side, lots, margin }) + fee;

/** The first reason why this account cannot have this order now, or undefined. */
export function accountRefusal(
  parts: DeskParts,
  plan: PlannedPosition,
  cost: Cost,
  { account, live, quotes }: Situation,
): Outcome<never> | undefined {
  if (live.length >= OPEN_ORDERS_MAX) return refused('generic', { max: String(OPEN_ORDERS_MAX) }, 'tooManyOrders');
  const held = live.filter(isHolding);
  if (holdsStale(parts, held, quotes)) return refused('quoteStale');
  // A margin that rounds to nothing could never be stopped out.
  if (cost.margin <= 0n) return refused('marginTooSmall');
  const floating = floatingProfit(held, (productId) => quotes.get(productId)?.price);
  return usable(fundsOf(account, floating)) < moneyNeeded(held, plan, cost) ? refused('balanceTooSmall') : undefined;
}
