/**
 * Overnight financing (decision D9.67): who holds a position at 22:00 on the clocks of the product's zone pays, or gets, a share of its
 * value. Which nights count: `financing-nights.ts`.
 */
import { type ContractTerms, type Side, sideSign } from './contract.ts';
import { type Lots, type Money, type Price, quotient, type Ratio } from './decimal.ts';
import type { Weekday } from './trading-day.ts';

export type FinancingTerms = {
  /** Share of the value that a bought position gets for a night; below zero it pays. */
  readonly long: Ratio;
  /** The same of a sold one. */
  readonly short: Ratio;
  /** The weekday, in the product's zone, whose night counts three times; `undefined` when none does. */
  readonly tripleOn: Weekday | undefined;
};
/** How often the night at a due time counts. */
export type Nights = 0 | 1 | 3;

/** Fraction digits of an amount of financing. */
const FINANCING_DIGITS = 6;
const WEEKDAYS: readonly Weekday[] = [0, 1, 2, 3, 4, 5, 6];

export const NO_FINANCING: FinancingTerms = { long: 0n, short: 0n, tripleOn: undefined };

/** Terms as they are stored: the weekday as its number, anything else is none. */
export const financingTerms = (stored: { long: Ratio; short: Ratio; triple: number }): FinancingTerms => ({
  long: stored.long,
  short: stored.short,
  tripleOn: WEEKDAYS.find((day) => day === stored.triple),
});

/** True when a night of a product may move money. */
export const hasFinancing = ({ long, short }: FinancingTerms): boolean => long !== 0n || short !== 0n;

/** The rate of a side. */
export const financingRate = (terms: Pick<FinancingTerms, 'long' | 'short'>, side: Side): Ratio =>
  sideSign(side) === 1n ? terms.long : terms.short;

/**
 * lots x contract number x price x QuoteRate x rate x nights, rounded once: what the holder gets, below zero what the holder pays.
 * Example: 0.5 lots of 100000 at 1.08342 and -0.00008 a night: 54171 x -0.00008 = -4.33368; three nights: -13.00104.
 */
export function nightFinancing(
  night: Pick<ContractTerms, 'contractNumber' | 'quoteRate'> & { lots: Lots; price: Price; rate: Ratio; nights: Nights },
): Money {
  const value = night.lots * night.contractNumber * night.price * night.quoteRate;
  return quotient<Money>(value * night.rate * BigInt(night.nights), 1n, 5, FINANCING_DIGITS);
}
