/** Bars in a row as one: how a longer bar follows from those that it is made of. */
import type { KeyedBar } from './candle-bar.ts';

type Prices = { readonly open: number; readonly high: number; readonly low: number; readonly close: number };

/** Open of the first, close of the last, the extremes of all; the parts ascend. */
export function joinPrices([first, ...rest]: readonly [Prices, ...Prices[]]): Prices {
  let { high, low, close } = first;
  for (const part of rest) {
    high = Math.max(high, part.high);
    low = Math.min(low, part.low);
    close = part.close;
  }
  return { open: first.open, high, low, close };
}

/** A bar and the part that follows it, as the bar is with both. */
export const joinBar = (bar: KeyedBar, part: KeyedBar): KeyedBar => ({
  timeMs: bar.timeMs,
  ...joinPrices([bar, part]),
  volumeUnits: bar.volumeUnits + part.volumeUnits,
  n: part.n,
  openMs: bar.openMs,
  openN: bar.openN,
  closeMs: part.closeMs,
  closeN: part.closeN,
});
