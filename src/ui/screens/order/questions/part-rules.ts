/** What part of a position can be closed (decision D1.7.08): a multiple of Pip, and what stays is nothing or at least the minimum. */
import { type Lots, minDecimal, parseDecimal } from '#domain/decimal.ts';
import { type PartProblem, partProblem } from '#domain/lots.ts';
import type { Order } from '#domain/order.ts';
import type { Product } from '#domain/product.ts';

export type PartRules = {
  readonly quantity: Lots;
  readonly pip: Lots;
  readonly min: Lots;
  /** The largest part that is not the whole; 0 when the position is too small to be parted. */
  readonly largest: Lots;
};

export function partRules(order: Order, product: Pick<Product, 'lots'>): PartRules {
  const quantity = order.lots;
  const { pip, min } = product.lots;
  const spare = quantity - min;
  return { quantity, pip, min, largest: spare > 0n && pip > 0n ? (spare / pip) * pip : 0n };
}

/** A share of the position in steps of Pip, never more than may be parted off. Example: 25 percent of 0.5 with a step of 0.01 is 0.12. */
export function partOfShare(percent: 25 | 50 | 75, { quantity, pip, largest }: PartRules): Lots {
  const exact = (quantity * BigInt(percent)) / 100n;
  return minDecimal<Lots>(largest, (exact / pip) * pip);
}

/** The rule that the typed part breaks, if any. */
export const typedPartProblem = (text: string, rules: PartRules): PartProblem | undefined => partProblem(parseDecimal<Lots>(text), rules);
