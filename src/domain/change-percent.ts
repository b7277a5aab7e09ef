/** Change of a price, in percent with two digits: of the day in every list and on the chart alike. Decision DW.04. */
import { decimalFromNumber, type Price, quotient, type Ratio, toNumber } from './decimal.ts';

/** Fraction digits of a percent that is shown (decision D0.14). */
const PERCENT_DIGITS = 2;
/** Of more no digit matters, and it need not fit a decimal. */
const EXACT_MAX = 1e9;

/** (close - open) / open x 100; 0 when there is no open price. Example: 1.0800 to 1.0854 is 0.5. */
export function changePercent(quote: { open: Price; close: Price }): Ratio {
  return quote.open > 0n ? quotient<Ratio>((quote.close - quote.open) * 100n, quote.open, 0, PERCENT_DIGITS) : 0n;
}

/** The same of two prices of a chart; NaN where one is none. Example: 200 to 202.01 is 1.01, though the floats come to 1.00499. */
export function changeBetween(from: number, to: number): number {
  const rough = (to / from - 1) * 100;
  const [open, close] = [decimalFromNumber<Price>(from), decimalFromNumber<Price>(to)];
  if (open === undefined || close === undefined || !(Math.abs(rough) < EXACT_MAX)) return rough;
  return toNumber(changePercent({ open, close }));
}
