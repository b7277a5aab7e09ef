/** The equity at which a margin level is reached. */
import { type Money, ONE, type Ratio } from '#domain/decimal.ts';

/** margin x level / 100, rounded up, so that the way to it is never shown too long. Example: 108.342 at 50 % is 54.171. */
export const equityAt = (margin: Money, levelPercent: Ratio): Money => {
  const bottom = 100n * ONE;
  return (margin * levelPercent + bottom - 1n) / bottom;
};
