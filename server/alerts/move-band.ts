/** Where an alert that waits for a move is looked at again. */
import type { Price, Ratio } from '#domain/decimal.ts';
import type { Extremes } from '#domain/price-alert.ts';

/** The band is this share of the percentage wide to either side: two thirds between its ends are less than the percentage itself. */
const SHARE = 1 / 3;
/** More than what doubles may be off by. */
const ROUNDING = 1e-12;
/** One percent in stored units, as a plain factor. */
const PERCENT_UNIT = 1e-10;

/**
 * Two prices, in units, between which nothing can fire: while every later price lies between them, no low falls under `below` and no high rises
 * over `above`, whatever the window forgets meanwhile, so that neither a rise from the low nor a fall from the high is large enough. Derivation
 * with p as a factor, c the price now: above <= low (1 + p), above / below <= (1 + p/3) / (1 - p/3) <= 1 + p for p <= 1; falls likewise.
 */
export function moveBand(price: Price, { low, high }: Extremes, percent: Ratio): { below: number; above: number } {
  const p = Number(percent) * PERCENT_UNIT;
  const now = Number(price);
  return {
    below: Math.max(Number(high) * (1 - p), now * (1 - p * SHARE)) * (1 + ROUNDING),
    above: Math.min(Number(low) * (1 + p), now * (1 + p * SHARE)) * (1 - ROUNDING),
  };
}
