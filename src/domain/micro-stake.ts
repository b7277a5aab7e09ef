/** What a micro trade may stake, and how much of it there may be (decisions D1.5.16, D9.23). Asked by the sheet and by the server. */
import { type Money, parseDecimal, unitOfDigits } from './decimal.ts';

/** Running micro trades of one person. */
export const MICRO_RUNNING_MAX = 20;
/** What the house could lose is counted per product and window of expiries, so many ms long. */
const MICRO_WINDOW_MS = 10_000;
/** With real money one person takes up this part of what the house may lose there at most: a tenth. */
const PERSON_PART = 10n;
/** Fraction digits of a stake. */
const STAKE_DIGITS = 2;

/** `minStake` and `maxStake` of the duration, `step` of the site. */
type StakeRules = { readonly minStake: Money; readonly maxStake: Money; readonly step: Money };
type StakeProblem = 'below-min' | 'above-max' | 'not-a-step';

/** A stake as it is typed or sent: above zero, at most two digits after the point; `undefined` for anything else. */
export function typedStake(text: string): Money | undefined {
  const stake = parseDecimal<Money>(text);
  return stake !== undefined && stake > 0n && stake % unitOfDigits(STAKE_DIGITS) === 0n ? stake : undefined;
}

/** The first rule that a stake breaks; `undefined` when it may be sent. */
export function stakeProblem(stake: Money, { minStake, maxStake, step }: StakeRules): StakeProblem | undefined {
  if (stake < minStake) return 'below-min';
  if (stake > maxStake) return 'above-max';
  return stake % step === 0n ? undefined : 'not-a-step';
}

/**
 * What the house may lose to one person on a product and window of expiries (decision D9.166). `houseMax`: what it may lose there at all. Demo
 * money is nobody's loss: each person has all of that alone, and nobody can take it from another. Example: of 100000 a real person has 10000.
 */
export const personExposureMax = (realm: 'demo' | 'real', houseMax: Money): Money =>
  realm === 'demo' ? houseMax : ((houseMax / PERSON_PART) as Money);

/** Begin of the window of expiries that a time belongs to, unix ms. */
export const microWindow = (expireAtMs: number): number => Math.floor(expireAtMs / MICRO_WINDOW_MS) * MICRO_WINDOW_MS;
