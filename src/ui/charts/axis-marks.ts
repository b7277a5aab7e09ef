/** What is on the axes: where, and in which words. */
import type { BarSeries } from './bar-series.ts';
import type { AxisMark } from './plot-frame.ts';
import type { PriceRange } from './price-range.ts';
import { priceTicks } from './price-ticks.ts';
import { type TimeTickKind, timeTicks } from './time-ticks.ts';
import type { Viewport } from './viewport.ts';

const TIME_GAP_MIN_PX = 68;
/** A time label nearer to the left edge than this would be cut. */
const TIME_LABEL_HALF_PX = 18;

type TimeWords = {
  readonly periodMs: number;
  readonly formatTime: (timeMs: number, kind: TimeTickKind) => string;
  readonly zoneOffsetMs: (timeMs: number) => number;
};

export function timeMarks(series: BarSeries, port: Viewport, { periodMs, formatTime, zoneOffsetMs }: TimeWords): AxisMark[] {
  const { bars, barWidthPx, view } = port;
  const ticks = timeTicks({ time: series.time, ...bars, barWidthPx, periodMs, gapMinPx: TIME_GAP_MIN_PX, zoneOffsetMs });
  return ticks
    .filter((tick) => (tick.index - view.from) * barWidthPx > TIME_LABEL_HALF_PX)
    .map((tick) => ({ at: tick.index, text: formatTime(tick.timeMs, tick.kind) }));
}

type PriceWords = { readonly digits: number; readonly formatPrice: (price: number) => string };

export const priceMarks = (range: PriceRange, heightPx: number, { digits, formatPrice }: PriceWords): AxisMark[] =>
  priceTicks(range, heightPx, digits).map((price) => ({ at: price, text: formatPrice(price) }));
