/** Financing as it is stored and sent, as terms. Apart from the maths, which only a ticket and the server need. */
import type { Ratio } from './decimal.ts';
import type { FinancingTerms } from './financing.ts';
import type { Weekday } from './trading-day.ts';

const WEEKDAYS: readonly Weekday[] = [0, 1, 2, 3, 4, 5, 6];

/** Terms as they are stored: the weekday as its number, anything else is none. */
export const financingTerms = (stored: { long: Ratio; short: Ratio; triple: number }): FinancingTerms => ({
  long: stored.long,
  short: stored.short,
  tripleOn: WEEKDAYS.find((day) => day === stored.triple),
});
