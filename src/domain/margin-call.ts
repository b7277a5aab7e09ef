/** When an account gets its margin call, and from where on it may get another (decisions D9.06, D9.90). */
import { type AccountFunds, equity } from './account.ts';
import { ONE, type Ratio } from './decimal.ts';

/** Margin levels in percent, as they hold at a tick. */
export type MarginLevels = {
  /** At or below it positions are closed. */
  readonly stopOutLevel: Ratio;
  /** Below it the account is called. */
  readonly marginCallLevel: Ratio;
};

/** So many points above its call level an account must rise before it can be called again. */
const REARM_POINTS: Ratio = 10n * ONE;

/** Above this level an account that was called can be called again. Example: called below 100, again after more than 110. */
export const rearmLevel = (marginCallLevel: Ratio): Ratio => marginCallLevel + REARM_POINTS;

/** 'low': a call is due; 'good': another one can come, as where no margin is held. */
export type MarginStanding = 'low' | 'middle' | 'good';

/** Compared as fractions, so that rounding never decides. */
export function marginStanding(funds: AccountFunds, { marginCallLevel }: Pick<MarginLevels, 'marginCallLevel'>): MarginStanding {
  if (funds.margin <= 0n) return 'good';
  const worth = equity(funds) * 100n * ONE;
  if (worth < funds.margin * marginCallLevel) return 'low';
  return worth > funds.margin * rearmLevel(marginCallLevel) ? 'good' : 'middle';
}
