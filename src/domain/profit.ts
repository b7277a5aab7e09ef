/** Floating or realised profit of a contract position. Decision D1.4.01; the fee is not in it. */
import { type Position, sideSign } from './contract.ts';
import { type Money, type Price, quotient } from './decimal.ts';

/** Fraction digits of a contract profit (decision D0.14; records show 6). */
const PROFIT_DIGITS = 6;

/**
 * (price - open price) x lots x contract number x sign x QuoteRate, rounded once.
 * Example: buy 0.1 lot of 100000 from 1.08300 to 1.08342: 0.00042 x 10000 = 4.2.
 */
export function contractProfit(position: Position & { price: Price }): Money {
  const difference = (position.price - position.openPrice) * sideSign(position.side);
  return quotient<Money>(difference * position.lots * position.contractNumber * position.quoteRate, 1n, 4, PROFIT_DIGITS);
}
