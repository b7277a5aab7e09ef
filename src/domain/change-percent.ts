/** Change of a price over the day, in percent. Decision DW.04. */
import { type Price, quotient, type Ratio } from './decimal.ts';

/** Fraction digits of a percent that is shown (decision D0.14). */
const PERCENT_DIGITS = 2;

/** (close - open) / open x 100; 0 when there is no open price. Example: 1.0800 to 1.0854 is 0.5. */
export function changePercent(quote: { open: Price; close: Price }): Ratio {
  return quote.open > 0n ? quotient<Ratio>((quote.close - quote.open) * 100n, quote.open, 0, PERCENT_DIGITS) : 0n;
}
