/** Where a margin level is on the gauge, as a share of its length. */

/** The share up to the stop-out, and up to the warning. */
export const STOP_OUT_SHARE = 0.18;
export const WARNING_SHARE = 0.36;
/** Nearer to the end than this the mark stands at the end: what is left beyond it would be a sliver narrower than the mark. */
const END_SHARE = 0.95;

/**
 * Even steps up to the stop-out and up to the warning; beyond it the rest of the gauge holds all levels to infinity, nearer and
 * nearer to its end. Without margin nothing can be stopped out: the end. Example: 50 and 100, level 200: 0.36 + 0.64 / 2 = 0.68.
 */
export function gaugePosition(level: number | undefined, stopOut: number, warning: number): number {
  if (level === undefined) return 1;
  if (level <= 0) return 0;
  if (level <= stopOut) return (level / stopOut) * STOP_OUT_SHARE;
  if (level <= warning) return STOP_OUT_SHARE + ((level - stopOut) / (warning - stopOut)) * (WARNING_SHARE - STOP_OUT_SHARE);
  const share = WARNING_SHARE + (1 - WARNING_SHARE) * (1 - warning / level);
  return share > END_SHARE ? 1 : share;
}
