/** What is on the axes: where, and in which words. */
import type { BarSeries } from './bar-series.ts';
import type { PriceRange } from './price-range.ts';
import { priceTicks } from './price-ticks.ts';
import { type TimeTickKind, timeTicks } from './time-ticks.ts';
import type { Viewport } from './viewport.ts';

export type AxisMark = { readonly at: number; readonly text: string };

/** Labels are at least so far apart, in sizes of their text. */
const TIME_GAP_EM = 5.75;
const PRICE_GAP_EM = 2.5;
/** A time label nearer to the left edge than this would be cut. */
const TIME_LABEL_HALF_EM = 1.6;

type TimeWords = {
  readonly periodMs: number;
  readonly formatTime: (timeMs: number, kind: TimeTickKind) => string;
  readonly zoneOffsetMs: (timeMs: number) => number;
};

/** `fontPx`: size of the text in CSS pixels. */
export function timeMarks(series: BarSeries, port: Viewport, words: TimeWords, fontPx: number): AxisMark[] {
  const { periodMs, formatTime, zoneOffsetMs } = words;
  const { bars, barWidthPx, view } = port;
  const ticks = timeTicks({
    ...{ time: series.time, count: series.length, ...bars, barWidthPx },
    ...{ periodMs, gapMinPx: TIME_GAP_EM * fontPx, zoneOffsetMs },
  });
  return ticks
    .filter((tick) => (tick.index - view.from) * barWidthPx > TIME_LABEL_HALF_EM * fontPx)
    .map((tick) => ({ at: tick.index, text: formatTime(tick.timeMs, tick.kind) }));
}

type PriceWords = { readonly digits: number; readonly formatPrice: (price: number) => string };

export const priceMarks = (range: PriceRange, heightPx: number, { digits, formatPrice }: PriceWords, fontPx: number): AxisMark[] =>
  priceTicks(range, heightPx, digits, PRICE_GAP_EM * fontPx).map((price) => ({ at: price, text: formatPrice(price) }));
