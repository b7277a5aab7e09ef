/** Result of a micro order, and its estimate while it runs: the same maths on client and server. Specification S1 section 4, decisions D1.4.10 to D1.4.13. */
import { type Money, type Price, quotient, type Ratio } from './decimal.ts';

/** Fraction digits of a micro profit (specification: "rounded to 2 decimals"). */
const MICRO_DIGITS = 2;

export type MicroSide = 'up' | 'down';
type MicroOrder = { readonly side: MicroSide; readonly amount: Money; readonly ratio: Ratio; readonly openPrice: Price };

/** Profit if it wins: amount x ratio. Examples: 33.33 x 0.85 = 28.33; 100 x 0.8 = 80. */
export function microIncome(order: { amount: Money; ratio: Ratio }): Money {
  return quotient<Money>(order.amount * order.ratio, 1n, 2, MICRO_DIGITS);
}

/** Up wins at or above the open price, down at or below it: a tie wins on both sides (decision D1.4.10). */
export function isMicroWin(order: { side: MicroSide; openPrice: Price; price: Price }): boolean {
  return order.side === 'up' ? order.openPrice <= order.price : order.openPrice >= order.price;
}

/**
 * What the order yields at a price: + income when it wins; when it loses, the whole amount at micro_loss_level '0', otherwise the
 * income with a minus. Examples for amount 100, ratio 0.8: +80; '0': -100; '1': -80.
 */
export function microProfit(order: MicroOrder & { price: Price; lossLevel: string }): Money {
  if (isMicroWin(order)) return microIncome(order);
  return order.lossLevel === '0' ? 0n - order.amount : 0n - microIncome(order);
}
