/**
 * Which bars are in view. A view is a pair of bar positions; bar i fills [i - 0.5, i + 0.5], so bars are side by side whatever
 * the clock did between them (no holes at weekends). All functions are pure and keep the view inside its limits.
 */

export type ViewRange = { readonly from: number; readonly to: number };

/** Width of a bar when a chart opens, in CSS pixels. */
const BAR_WIDTH_START_PX = 6;
/** Zoom limits: a bar is never wider than this, and never narrower. */
export const BAR_WIDTH_MAX_PX = 40;
export const BAR_WIDTH_MIN_PX = 0.25;
/** Free room right of the newest bar, in bars. */
export const RIGHT_GAP_BARS = 3;
/** Bars that stay in sight however far one pans. */
export const BARS_IN_SIGHT_MIN = 5;

/** Position of the right edge at which the newest bar is with its gap. */
const newestEdge = (count: number): number => count - 0.5 + RIGHT_GAP_BARS;

/** The newest bars at the given bar width. */
export function newestView(count: number, widthPx: number, barWidthPx = BAR_WIDTH_START_PX): ViewRange {
  const to = newestEdge(count);
  return { from: to - Math.max(1, widthPx / barWidthPx), to };
}

/** Moves by bars, positive to newer ones; stops where only `BARS_IN_SIGHT_MIN` would be left in sight. */
export function pannedView(view: ViewRange, bars: number, count: number): ViewRange {
  const span = view.to - view.from;
  const sight = Math.min(BARS_IN_SIGHT_MIN, count);
  const toMin = sight - 0.5;
  const toMax = Math.max(newestEdge(count), count - 0.5 - sight + span);
  const to = Math.min(Math.max(view.to + bars, toMin), Math.max(toMin, toMax));
  return { from: to - span, to };
}

/** Scales around the position `anchor`, which stays where it is: factor under 1 shows fewer, wider bars. */
export function zoomedView(view: ViewRange, factor: number, anchor: number, widthPx: number, count: number): ViewRange {
  const span = view.to - view.from;
  const spanMin = widthPx / BAR_WIDTH_MAX_PX;
  const spanMax = Math.max(spanMin, widthPx / BAR_WIDTH_MIN_PX);
  const next = Math.min(Math.max(span * factor, spanMin), spanMax);
  const share = span > 0 ? (anchor - view.from) / span : 1;
  const from = anchor - share * next;
  return pannedView({ from, to: from + next }, 0, count);
}

/** Same pixels per bar in another width; the right edge stays. */
export function resizedView(view: ViewRange, oldWidthPx: number, widthPx: number): ViewRange {
  if (oldWidthPx <= 0) return view;
  return { from: view.to - (view.to - view.from) * (widthPx / oldWidthPx), to: view.to };
}

/** True when the newest bar is in sight, so that a new one should pull the view along. */
export const followsNewest = (view: ViewRange, count: number): boolean => view.to >= count - 0.5;

/** First and last bar that touch the view, clipped to what there is. `last` < `first`: none. */
export function visibleBars(view: ViewRange, count: number): { first: number; last: number } {
  return { first: Math.max(0, Math.ceil(view.from - 0.5)), last: Math.min(count - 1, Math.floor(view.to + 0.5)) };
}

/** True when the left edge has come so near the oldest bar that the next page should be asked for: half a screen ahead. */
export const wantsOlder = (view: ViewRange): boolean => view.from < (view.to - view.from) / 2;
