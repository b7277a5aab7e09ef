/**
 * What can be drawn upon the candles by code that comes later: lines through the prices, and panes below them. The chart gives each layer
 * the geometry of its parts; a layer gives back what the scale must reach.
 */
import type { BarSeries } from './bar-series.ts';
import type { Geometry } from './candle-rects.ts';
import type { ChartColours } from './chart-colours.ts';

export type LayerScene = {
  readonly series: BarSeries;
  /** The prices; its foot is the foot of the candles. */
  readonly geometry: Geometry;
  /** The panes below, in order; `range` means nothing in them. */
  readonly panes: readonly Geometry[];
  readonly colours: ChartColours;
  readonly font: string;
  /** Size of the font in device pixels. */
  readonly emPx: number;
};
/**
 * One value for the legend. `colour`: position in the palette of lines; `digits`: absent where it reads as a price; `pane`: in whose legend it
 * stands, absent for the one above the prices; `isNext`: its name is read out and not seen.
 */
export type LegendLine = {
  readonly name: string;
  readonly value: number;
  readonly colour: number;
  readonly digits?: number;
  readonly pane?: number;
  readonly isNext?: boolean;
};
export type ChartLayer = {
  readonly paneCount: number;
  /** Looks at the bars `first` to `last`; lowest and highest of what it draws upon the prices, if anything. */
  measure(series: BarSeries, first: number, last: number): { low: number; high: number } | undefined;
  /** False when the newest bar's values lie outside of what was measured in a pane. */
  fits(series: BarSeries): boolean;
  /** All bars in view but the newest. */
  paintHistory(context: CanvasRenderingContext2D, scene: LayerScene, first: number, last: number): void;
  /** From the bar before the newest to it. Returns where it painted, by its left and right edge. */
  paintNewest(context: CanvasRenderingContext2D, scene: LayerScene): { left: number; right: number };
  /** Values at a bar; those that are not known are left out. */
  legend(series: BarSeries, index: number): LegendLine[];
};

/** The lowest line of the plot: of the last pane, where there is one. */
export function footOf({ geometry, panes }: LayerScene): number {
  const lowest = panes.at(-1) ?? geometry;
  return lowest.top + lowest.height;
}

/** Share of the plot that each pane takes, by how many there are. */
const PANE_SHARE: readonly number[] = [0, 0.26, 0.18];
/** Prices stay so high before a pane has its share, and before there is a second one; and no pane is lower. In CSS pixels (decision D9.433). */
const PRICES_PX = 160;
const SECOND_PANE_PX = 40;
const PANE_PX = 30;

type Parts = { readonly paneCount: number; readonly paneHeight: number };

/** How many of the panes have room, and how high each is; in device pixels. */
function partsOf(plotHeight: number, wanted: number, ratio: number): Parts {
  const spare = plotHeight - PRICES_PX * ratio;
  const paneCount = spare < SECOND_PANE_PX * 2 * ratio ? Math.min(wanted, 1) : wanted;
  const share = plotHeight * (PANE_SHARE[paneCount] ?? 0);
  return { paneCount, paneHeight: Math.round(Math.min(share, Math.max(spare / (paneCount || 1), PANE_PX * ratio))) };
}

/** What the panes leave of the plot's height, in device pixels. */
export function pricesHeight(plotHeight: number, wanted: number, ratio: number): number {
  const { paneCount, paneHeight } = partsOf(plotHeight, wanted, ratio);
  return plotHeight - paneHeight * paneCount;
}

/** Parts the plot: the prices above, one pane below the other, as many as have room; in whole device pixels. */
export function partPlot(plot: Geometry, wanted: number): { prices: Geometry; panes: Geometry[] } {
  const { paneCount, paneHeight } = partsOf(plot.height, wanted, plot.ratio);
  const height = plot.height - paneHeight * paneCount;
  const panes = Array.from({ length: paneCount }, (_, at) => ({
    ...plot,
    top: plot.top + height + paneHeight * at,
    height: paneHeight,
  }));
  return { prices: { ...plot, height }, panes };
}
