/** Rules for the size of an order and of a part of it. Specification S1 section 5, decisions D1.2.27 and D1.7.08. */
import { formatDecimal, type Lots, maxDecimal } from './decimal.ts';

export type LotsRules = {
  /** Step of the field; a size at or below it is invalid. */
  readonly pip: Lots;
  readonly min: Lots;
  readonly max: Lots;
};

/** Which rule a size breaks, in the order in which they are looked at. 'too-small': below `smallestLots`, whichever of Pip and minimum asks for it. */
export type LotsProblem = 'missing' | 'too-small' | 'above-max' | 'not-a-step';

/** The first rule that a size breaks; `undefined` when it may be sent. `undefined` lots: the field is empty or not a decimal. */
export function lotsProblem(lots: Lots | undefined, rules: LotsRules): LotsProblem | undefined {
  if (lots === undefined) return 'missing';
  if (lots <= rules.pip || lots < rules.min) return 'too-small';
  if (lots > rules.max) return 'above-max';
  return isStep(lots, rules.pip) ? undefined : 'not-a-step';
}

/** Smallest size that may be sent: a multiple of Pip, above Pip, at least the minimum. */
export function smallestLots(rules: LotsRules): Lots {
  const steps = (rules.min + rules.pip - 1n) / rules.pip;
  return maxDecimal<Lots>(2n, steps) * rules.pip;
}

export type PartProblem = 'missing' | 'not-a-step' | 'above-quantity' | 'rest-below-min';

/** The first rule that a part to close breaks: a multiple of Pip, at most the position, and what stays is nothing or at least the minimum. */
export function partProblem(part: Lots | undefined, position: { quantity: Lots; pip: Lots; min: Lots }): PartProblem | undefined {
  if (part === undefined || part <= 0n) return 'missing';
  if (part > position.quantity) return 'above-quantity';
  const rest = position.quantity - part;
  if (rest === 0n) return undefined;
  if (!isStep(part, position.pip)) return 'not-a-step';
  return rest < position.min ? 'rest-below-min' : undefined;
}

/** Text of a size with the digits of the product's step, as a field shows it: 0.5 in steps of 0.01 is '0.50'. */
export const lotsInSteps = (lots: Lots, pip: Lots): string => formatDecimal(lots, formatDecimal(pip).split('.')[1]?.length ?? 0);

const isStep = (lots: Lots, pip: Lots): boolean => pip > 0n && lots % pip === 0n;
