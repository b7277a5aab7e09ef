/** Result of a micro trade, and its estimate while it runs: the same maths on client and server. Specification S1 section 4, decisions D1.4.10 to D1.4.13. */
import { type Money, type Price, quotient, type Ratio } from './decimal.ts';

/** Fraction digits of a micro profit (specification: "rounded to 2 decimals"). */
const MICRO_DIGITS = 2;

export type MicroSide = 'up' | 'down';

/** Profit if it wins: stake x ratio. Examples: 33.33 x 0.85 = 28.33; 100 x 0.8 = 80. */
export function microIncome(trade: { stake: Money; ratio: Ratio }): Money {
  return quotient<Money>(trade.stake * trade.ratio, 1n, 2, MICRO_DIGITS);
}

/** Up wins at or above the open price, down at or below it: a tie wins on both sides (decision D1.4.10). */
export function isMicroWin(trade: { side: MicroSide; openPrice: Price; price: Price }): boolean {
  return trade.side === 'up' ? trade.openPrice <= trade.price : trade.openPrice >= trade.price;
}

/**
 * What the trade yields at a price: + income when it wins; when it loses, the whole stake at micro_loss_level '0', otherwise the
 * income with a minus. Examples for stake 100, ratio 0.8: +80; '0': -100; '1': -80.
 */
export function microProfit(trade: {
  side: MicroSide;
  stake: Money;
  ratio: Ratio;
  openPrice: Price;
  price: Price;
  lossLevel: string;
}): Money {
  if (isMicroWin(trade)) return microIncome(trade);
  return trade.lossLevel === '0' ? 0n - trade.stake : 0n - microIncome(trade);
}
