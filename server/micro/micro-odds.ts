/** How likely a micro trade of a random side is to win: what ratios are offered by, and what the sheet says (decisions D9.19, D9.130). */
import type { Ratio } from '#domain/decimal.ts';

export type WinShares = {
  /** Of trades of a random side at a random moment. What is shown. */
  readonly random: Ratio;
  /** The most that anybody gets who chooses the moment by what can be seen; at least `random`. What ratios are offered by. */
  readonly best: Ratio;
};

export interface MicroOdds {
  /**
   * Shares of trades of a product that are opened at a time (unix ms) and run for so many seconds, a part of one being cut off. `undefined`:
   * nobody knows them well enough, and the duration is not offered. Computed or looked up at once, kept in memory.
   */
  sharesOf(productId: number, seconds: number, openMs: number): WinShares | undefined;
}
