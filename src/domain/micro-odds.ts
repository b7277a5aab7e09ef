/**
 * Fair odds of micro trades (decision D9.19). A tie wins on both sides, so a side chosen at random wins more than half of all trades; a ratio
 * is offered only while such trades lose by it on average. Pure: shares and ratios in, a ratio or an average out.
 */
import { divideRounded, ONE, type Ratio } from './decimal.ts';

/** What a trade of a random side gets back of its stake at most, on average. */
const RETURN_MAX: Ratio = 98_000_000n;
/** A ratio below the configured one is a whole number of these steps: 0.01. */
const RATIO_STEP: Ratio = 1_000_000n;
/** Less than this is no offer: 0.1. */
const RATIO_MIN: Ratio = 10_000_000n;

/**
 * Share of trades of a random side that win: the mean of what up and what down would have won. One of the two wins each trade and a tie wins on
 * both, so that is (1 + ties) / 2 whatever way the price goes. Rounded up. Throws a `RangeError` for a share of ties outside 0 to 1. Example:
 * where 0.1186 of all trades tie, 0.5593 of them are won.
 */
export function winShareOfTies(tieShare: number): Ratio {
  if (!(tieShare >= 0 && tieShare <= 1)) throw new RangeError(`share of ties: ${tieShare}, allowed: 0 to 1`);
  return BigInt(Math.ceil(((1 + tieShare) / 2) * Number(ONE)));
}

/**
 * The largest ratio not above the configured one with share x (1 + ratio) <= 0.98: the configured one itself, else a whole step below it;
 * `undefined` when that is less than 0.1, which is not offered. Throws a `RangeError` for a share outside (0, 1]. Examples: of a share of
 * 0.5 0.85 is offered as it is (0.925); of 0.5593 it becomes 0.75 (0.9788); of 0.9 nothing is left.
 */
export function offeredRatio(winShare: Ratio, configured: Ratio): Ratio | undefined {
  if (winShare <= 0n || winShare > ONE) throw new RangeError(`share of won trades: ${winShare}, allowed: above 0, up to ${ONE}`);
  const most = (RETURN_MAX * ONE) / winShare - ONE;
  if (configured <= most) return configured;
  const lowered = (most / RATIO_STEP) * RATIO_STEP;
  return lowered >= RATIO_MIN ? lowered : undefined;
}

/**
 * What a trade of a random side yields on average, as a fraction of its stake. A loss costs the stake at micro_loss_level '0', otherwise the
 * ratio of it (decision D1.4.11). Example: share 0.5593 and ratio 0.75 lose 0.021225 of every stake, which the sheet shows as -2.1 %.
 */
export function averageResult({ winShare, ratio, lossLevel }: { winShare: Ratio; ratio: Ratio; lossLevel: string }): Ratio {
  const lost = lossLevel === '0' ? ONE : ratio;
  return divideRounded(winShare * ratio - (ONE - winShare) * lost, ONE);
}
