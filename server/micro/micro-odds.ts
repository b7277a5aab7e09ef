/** How likely a micro trade of a random side is to win: what ratios are offered by, and what the sheet says (decisions D9.19, D9.130). */
import type { Ratio } from '#domain/decimal.ts';

export type WinShares = {
  /** Of trades of a random side at a random moment. What is shown. */
  readonly random: Ratio;
  /** The most that anybody gets who chooses moment and side by what can be seen; at least `random`. What ratios are offered by. */
  readonly best: Ratio;
};

/**
 * Trades of a product that are opened at a time (unix ms) and run for so many seconds, a part of one being cut off, or for longer, but less than
 * `below` seconds where that is given.
 */
export type OddsAsked = readonly [productId: number, seconds: number, openMs: number, below?: number];

/** What is asked for would have to be computed first. */
export const NOT_KEPT = 'not kept';

export interface MicroOdds {
  /**
   * What holds for all the trades that are asked about. `undefined`: nobody knows it well enough, and the duration is not offered. It may have
   * to be computed, which takes some ms and is kept: never to be called while a transaction is open.
   */
  sharesOf(...asked: OddsAsked): WinShares | undefined;
  /** The same, of what is kept alone: what a transaction may ask. */
  keptSharesOf(...asked: OddsAsked): WinShares | undefined | typeof NOT_KEPT;
}
