/** The bound that a person's order carries: the price that stood on the button, and how far the fill may lie from it (decision D1.7.06). */
import { decimalFromNumber, divideRounded, type Price } from '#domain/decimal.ts';
import type { SlippageBound } from '#domain/order-request.ts';

/** 0.05 % of the seen price. */
const SLIPPAGE_PER_10000 = 5n;

/** The bound, exact; none when no price was seen. Example: 1.08342 gives a slippage of 0.00054171. */
export function slippageBound(seenPrice: number): SlippageBound | undefined {
  const seen = decimalFromNumber<Price>(seenPrice);
  if (seen === undefined || seen <= 0n) return undefined;
  return { seen, slippage: divideRounded(seen * SLIPPAGE_PER_10000, 10_000n) };
}
