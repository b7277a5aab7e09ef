/**
 * Margin of a contract order, and of an account that holds several. Specification S1 section 9 with QuoteRate of decision D0.23;
 * 6 digits, rounded once.
 */
import type { ContractTerms, Side } from './contract.ts';
import { type Lots, type Money, type Price, quotient } from './decimal.ts';

/** Fraction digits of a margin (specification: "to 6 decimals"). */
const MARGIN_DIGITS = 6;

/**
 * Margin to hold for an order. MarginMode 1: lots x contract number x QuoteRate; otherwise lots x contract number x price x
 * QuoteRate / leverage. `leverage` is a plain integer of 1 or more and is ignored in MarginMode 1.
 * Example: 0.1 x 100000 x 1.08345 / 100 = 108.345.
 */
export function initialMargin(order: ContractTerms & { lots: Lots; price: Price; leverage: number }): Money {
  const perPrice = order.lots * order.contractNumber * order.quoteRate;
  if (order.marginMode === 1) return quotient<Money>(perPrice, 1n, 3, MARGIN_DIGITS);
  if (!Number.isSafeInteger(order.leverage) || order.leverage < 1) throw new RangeError(`leverage: ${order.leverage}`);
  return quotient<Money>(perPrice * order.price, BigInt(order.leverage), 4, MARGIN_DIGITS);
}

/** Share of a margin, of a fee or of nights that belongs to a part of the lots: money x part / whole, 6 digits. The caller gives the last part the rest. */
export function moneyOfPart(part: { money: Money; lots: Lots; wholeLots: Lots }): Money {
  return quotient<Money>(part.money * part.lots, part.wholeLots, 1, MARGIN_DIGITS);
}

/** A position as the margin of its account sees it. `margin`: its own. */
export type MarginedPosition = { readonly productId: number; readonly side: Side; readonly lots: Lots; readonly margin: Money };

/**
 * Margin that an account holds for all its open positions: the sum of their own, so that a hedge pays for both of its sides. The ledger's
 * lock, the check of the books, what an order may take, the totals of a list and the worker's figures follow from this alone; the ticket's
 * estimate counts an order's own margin (decision D9.77).
 */
export function accountMargin(positions: readonly MarginedPosition[]): Money {
  return positions.reduce<Money>((sum, position) => sum + position.margin, 0n);
}

/** What one more position adds to the margin of its account. `held`: the positions that are there, or those of its product. */
export const marginAdded = (held: readonly MarginedPosition[], position: MarginedPosition): Money =>
  accountMargin([...held, position]) - accountMargin(held);
