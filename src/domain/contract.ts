/**
 * The terms of a tradable product that money formulas need, and the side of a position. Everything here is copied onto an
 * order when it fills, so that a later change of the product never changes a running position.
 */
import type { Lots, Price, Ratio } from './decimal.ts';

/** 1: margin does not depend on price and leverage; anything else: it does (specification S1 section 9). */
export type MarginMode = 0 | 1;
export type Side = 'buy' | 'sell';

export type ContractTerms = {
  /** Units of the product in one lot. */
  readonly contractNumber: Ratio;
  readonly marginMode: MarginMode;
  /** Site currency per unit of the quote currency (decision D0.23). */
  readonly quoteRate: Ratio;
};

/** A position as the profit formulas see it. */
export type Position = ContractTerms & {
  readonly side: Side;
  readonly lots: Lots;
  readonly openPrice: Price;
};

/** +1 for a buy, -1 for a sell. */
export const sideSign = (side: Side): 1n | -1n => (side === 'buy' ? 1n : -1n);
