/** How many lots an account can pay for. Decision D9.350: an offer of lots is never more than what is available pays for. */
import { type Lots, type Money, minDecimal, ONE } from './decimal.ts';
import type { LotsRules } from './lots.ts';

/** Margin and fee are rounded to six digits: what the named size costs may be so much more. */
const ROUNDED: Money = ONE / 1_000_000n;

/**
 * The largest size that `usable` pays margin and fee of, as they grow with the size: usable x lots / (cost + 10^-6), floored to a multiple
 * of Pip, at most the largest order; 0 when it pays for none. Example: 9,884.67 where 0.1 lots cost 115.342 is 8.56.
 */
export function affordableLots(of: { readonly lots: Lots; readonly cost: Money }, usable: Money, { pip, max }: LotsRules): Lots {
  if (usable <= 0n || of.lots <= 0n) return 0n;
  const steps = (usable * of.lots) / ((of.cost + ROUNDED) * pip);
  return minDecimal<Lots>(steps * pip, max);
}
