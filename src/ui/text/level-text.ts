/** A margin level as text, wherever one is shown. */
import { ONE, type Ratio } from '#domain/decimal.ts';
import { amountText } from './format.ts';

/** '1,158.02%'; above 9,999 % the digits say nothing, since the account holds next to nothing: '>9,999%' (decision D9.183). */
export const levelText = (percent: Ratio): string => (percent > 9_999n * ONE ? '>9,999%' : `${amountText(percent, 2)}%`);
