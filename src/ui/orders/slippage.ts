/** The bound that a person's order carries: the price that stood on the button, and how far the fill may lie from it (decision D1.7.06). */
import { decimalFromNumber, divideRounded, formatDecimal, type Price } from '#domain/decimal.ts';

/** 0.05 % of the seen price. */
const SLIPPAGE_PER_10000 = 5n;

/** The two wire fields, exact; none when no price was seen. Example: 1.08342 gives slippage 0.00054171. */
export function slippageFields(seenPrice: number): { seen_price?: string; slippage?: string } {
  const seen = decimalFromNumber<Price>(seenPrice);
  if (seen === undefined || seen <= 0n) return {};
  return { seen_price: formatDecimal(seen), slippage: formatDecimal(divideRounded(seen * SLIPPAGE_PER_10000, 10_000n)) };
}
