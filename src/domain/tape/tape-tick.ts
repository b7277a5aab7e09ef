/** A price on the tape: what a feed hands in, and what stands there with its number. */
import type { Price } from '../decimal.ts';

/** A tick as a feed hands it in. A confirm repeats the price and says only that the source lives (decision D9.03). */
export type FeedTick = {
  readonly productId: number;
  readonly price: Price;
  /** Quantity in 10^-8 units; 0 where the source has none. */
  readonly volume: bigint;
  readonly timeMs: number;
  readonly confirm: boolean;
};
/** `seq`: its number on the whole tape, from 1, without gaps. */
export type TapeTick = FeedTick & { readonly seq: number };
