/** The prices in view: from the lowest low to the highest high with room around, and below them the room of the volume pane. */
import type { BarSeries } from './bar-series.ts';

export type PriceRange = { readonly min: number; readonly max: number };
type Extremes = { low: number; high: number; volume: number };

/** Where prices are in the box of a chart, in CSS pixels: `max` at the top of the plot, `min` at `topPx + heightPx`. */
export type PriceScale = PriceRange & {
  readonly topPx: number;
  readonly heightPx: number;
  readonly axisWidthPx: number;
  /** Where each pane below begins. */
  readonly panePx: readonly number[];
};

export const isSameScale = (a: PriceScale, b: PriceScale): boolean => String(Object.values(a)) === String(Object.values(b));

/** A marked price further from the bars than this share of their height is left outside of the scale: it would press the bars flat. */
const MARK_REACH = 0.6;

/** The prices in view widened to what is drawn upon the bars, and to marks that are near. */
export function reachedBy(
  bars: { low: number; high: number },
  drawn: { low: number; high: number } | undefined,
  marks: readonly number[],
): { low: number; high: number } {
  const reach = (bars.high - bars.low) * MARK_REACH;
  const near = marks.filter((price) => price >= bars.low - reach && price <= bars.high + reach);
  return {
    low: Math.min(bars.low, drawn?.low ?? bars.low, ...near),
    high: Math.max(bars.high, drawn?.high ?? bars.high, ...near),
  };
}

/** Room above and below the bars, as a share of their height. */
export const PRICE_PADDING = 0.08;
/** Share of the plot that the volume pane takes at its foot. */
export const VOLUME_SHARE = 0.18;

/** Lowest low, highest high and largest volume of the bars `first` to `last`; `undefined` when there are none. */
export function extremes(series: BarSeries, first: number, last: number): Extremes | undefined {
  if (last < first) return undefined;
  const { high, low, volume } = series;
  let top = Number.NEGATIVE_INFINITY;
  let bottom = Number.POSITIVE_INFINITY;
  let most = 0;
  for (let i = first; i <= last; i++) {
    if ((high[i] as number) > top) top = high[i] as number;
    if ((low[i] as number) < bottom) bottom = low[i] as number;
    if ((volume[i] as number) > most) most = volume[i] as number;
  }
  return { low: bottom, high: top, volume: most };
}

/**
 * The scale of the price axis. A market that did not move gets two points above and below, so that it is a line in the middle.
 * With volume, prices keep to the upper part: the scale reaches as far below the lowest price as the pane is high.
 */
export function priceRange(found: { low: number; high: number }, pointSize: number, withVolume: boolean): PriceRange {
  const height = Math.max(found.high - found.low, pointSize * 4);
  const middle = (found.high + found.low) / 2;
  const max = middle + height * (0.5 + PRICE_PADDING);
  const min = middle - height * (0.5 + PRICE_PADDING);
  if (!withVolume) return { min, max };
  return { min: max - (max - min) / (1 - VOLUME_SHARE), max };
}

/** The scale with `factor` times its span; the price at `anchor` keeps its place. Example: 1 to 3 by 2 around 2 is 0 to 4. */
export const stretchedRange = ({ min, max }: PriceRange, factor: number, anchor: number): PriceRange => ({
  min: anchor - (anchor - min) * factor,
  max: anchor + (max - anchor) * factor,
});
