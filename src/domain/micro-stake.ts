/** What a micro trade may stake, and how much of it there may be (decisions D1.5.16, D9.23). Asked by the sheet and by the server. */
import { type Money, parseDecimal, unitOfDigits } from './decimal.ts';

/** Running micro trades of one person. */
export const MICRO_RUNNING_MAX = 20;
/** What the house could lose is counted per product and stretch of so many ms of expiries. */
const MICRO_WINDOW_MS = 10_000;
/** Fraction digits of a stake. */
const STAKE_DIGITS = 2;

/** `limit` and `max` of the duration, `step` of the site. */
type StakeRules = { readonly limit: Money; readonly max: Money; readonly step: Money };
type StakeProblem = 'below-limit' | 'above-max' | 'not-a-step';

/** A stake as it is typed or sent: above zero, at most two digits after the point; `undefined` for anything else. */
export function typedStake(text: string): Money | undefined {
  const amount = parseDecimal<Money>(text);
  return amount !== undefined && amount > 0n && amount % unitOfDigits(STAKE_DIGITS) === 0n ? amount : undefined;
}

/** The first rule that a stake breaks; `undefined` when it may be sent. */
export function stakeProblem(amount: Money, { limit, max, step }: StakeRules): StakeProblem | undefined {
  if (amount < limit) return 'below-limit';
  if (amount > max) return 'above-max';
  return amount % step === 0n ? undefined : 'not-a-step';
}

/** Begin of the stretch of expiries that a time belongs to, unix ms. */
export const microWindow = (expireAtMs: number): number => Math.floor(expireAtMs / MICRO_WINDOW_MS) * MICRO_WINDOW_MS;
