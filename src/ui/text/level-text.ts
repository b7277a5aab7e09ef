/** A margin level as text, wherever one is shown. */
import { ONE, type Ratio } from '#domain/decimal.ts';
import { amountText } from './format.ts';

/** 999.995 %: with two digits it would read as a thousand, and from a thousand on nobody reads a fraction (decision D9.431). */
const WHOLE_FROM: Ratio = 99_999_500_000n;

/** '158.02%', '1,158%'; above 9,999 % the digits say nothing, since the account holds next to nothing: '>9,999%' (decision D9.183). */
export const levelText = (percent: Ratio): string =>
  percent > 9_999n * ONE ? '>9,999%' : `${amountText(percent, percent < WHOLE_FROM ? 2 : 0)}%`;
