/**
 * Geometry of the bars in whole device pixels, grouped by colour, so that the painter sets a colour twice a frame and calls
 * `fillRect` for the rest. Buffers are kept and reused: a repaint allocates nothing once they have grown.
 */
import type { BarSeries } from './bar-series.ts';
import type { PriceRange } from './price-range.ts';
import type { ViewRange } from './view-range.ts';

/** The plot in device pixels and what it shows. */
export type Geometry = {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly view: ViewRange;
  readonly range: PriceRange;
  /** Device pixels in a CSS pixel. */
  readonly ratio: number;
};

/** Below this many device pixels per bar, bars share columns: one wick stands for all bars of its column. */
const COLUMN_STEP_PX = 1.5;
/** Share of its step that a body fills. */
const BODY_SHARE = 0.72;

/** A growing list of rectangles x, y, width, height. */
export class RectList {
  values = new Int32Array(1024);
  length = 0;

  push(x: number, y: number, width: number, height: number): void {
    if (this.length + 4 > this.values.length) {
      const grown = new Int32Array(this.values.length * 2);
      grown.set(this.values);
      this.values = grown;
    }
    this.values[this.length++] = x;
    this.values[this.length++] = y;
    this.values[this.length++] = width;
    this.values[this.length++] = height;
  }
}
export type RectPair = { readonly up: RectList; readonly down: RectList };
export const rectPair = (): RectPair => ({ up: new RectList(), down: new RectList() });

/** Device pixels from one bar to the next. */
const stepPx = (geometry: Geometry): number => geometry.width / (geometry.view.to - geometry.view.from);
/** Middle of a bar. */
export const barX = (geometry: Geometry, index: number): number => geometry.left + (index - geometry.view.from) * stepPx(geometry);
/** Height of a price. */
export const priceY = (geometry: Geometry, price: number): number =>
  geometry.top + ((geometry.range.max - price) / (geometry.range.max - geometry.range.min)) * geometry.height;

/** Widths of body and wick: of the same parity, so that the wick is in the middle; a hair of room is left between bodies. */
export function barWidths(geometry: Geometry): { body: number; wick: number } {
  const step = stepPx(geometry);
  const wick = Math.max(1, Math.min(Math.floor(geometry.ratio), Math.floor(step / 3)));
  let body = Math.max(wick, Math.floor(step * BODY_SHARE));
  if ((body - wick) % 2 === 1) body -= 1;
  return { body: Math.max(body, wick), wick };
}

/** Rectangles of the bars `first` to `last`. `into` is emptied first. */
export function candleRects(series: BarSeries, first: number, last: number, geometry: Geometry, into: RectPair): void {
  into.up.length = 0;
  into.down.length = 0;
  if (stepPx(geometry) < COLUMN_STEP_PX) columnRects(series, first, last, geometry, into);
  else bodyRects(series, first, last, geometry, into);
}

function bodyRects(series: BarSeries, first: number, last: number, geometry: Geometry, into: RectPair): void {
  const { open, high, low, close } = series;
  const { body, wick } = barWidths(geometry);
  const bodyLeft = body >> 1;
  const wickLeft = wick >> 1;
  const step = stepPx(geometry);
  const start = geometry.left - geometry.view.from * step;
  const scale = geometry.height / (geometry.range.max - geometry.range.min);
  const zero = geometry.top + geometry.range.max * scale;
  for (let i = first; i <= last; i++) {
    const list = (close[i] as number) >= (open[i] as number) ? into.up : into.down;
    const x = Math.round(start + i * step);
    const yHigh = Math.round(zero - (high[i] as number) * scale);
    const yLow = Math.round(zero - (low[i] as number) * scale);
    list.push(x - wickLeft, yHigh, wick, Math.max(1, yLow - yHigh));
    if (body <= wick) continue;
    const yOpen = Math.round(zero - (open[i] as number) * scale);
    const yClose = Math.round(zero - (close[i] as number) * scale);
    list.push(x - bodyLeft, Math.min(yOpen, yClose), body, Math.max(1, Math.abs(yOpen - yClose)));
  }
}

/** One wick per device column: highest high to lowest low, coloured by the first open and the last close in it. */
function columnRects(series: BarSeries, first: number, last: number, geometry: Geometry, into: RectPair): void {
  const { open, high, low, close } = series;
  const step = stepPx(geometry);
  const start = geometry.left - geometry.view.from * step;
  const scale = geometry.height / (geometry.range.max - geometry.range.min);
  const zero = geometry.top + geometry.range.max * scale;
  let i = first;
  while (i <= last) {
    const column = Math.floor(start + i * step);
    const opened = open[i] as number;
    let top = high[i] as number;
    let bottom = low[i] as number;
    let closed = close[i] as number;
    for (i++; i <= last && Math.floor(start + i * step) === column; i++) {
      if ((high[i] as number) > top) top = high[i] as number;
      if ((low[i] as number) < bottom) bottom = low[i] as number;
      closed = close[i] as number;
    }
    const y = Math.round(zero - top * scale);
    (closed >= opened ? into.up : into.down).push(column, y, 1, Math.max(1, Math.round(zero - bottom * scale) - y));
  }
}

/** Rectangles of the volume pane: `volumeMax` reaches its full height. */
export function volumeRects(
  series: BarSeries,
  first: number,
  last: number,
  geometry: Geometry,
  pane: { heightPx: number; volumeMax: number },
  into: RectPair,
): void {
  into.up.length = 0;
  into.down.length = 0;
  if (pane.volumeMax <= 0) return;
  const { open, close, volume } = series;
  const step = stepPx(geometry);
  const narrow = step < COLUMN_STEP_PX;
  const width = narrow ? 1 : barWidths(geometry).body;
  const start = geometry.left - geometry.view.from * step;
  const foot = geometry.top + geometry.height;
  let column = Number.NaN;
  let tallest = 0;
  for (let i = first; i <= last; i++) {
    const height = Math.round(((volume[i] as number) / pane.volumeMax) * pane.heightPx);
    const x = narrow ? Math.floor(start + i * step) : Math.round(start + i * step) - (width >> 1);
    if (x !== column) tallest = 0;
    column = x;
    if (height <= tallest) continue;
    tallest = height;
    ((close[i] as number) >= (open[i] as number) ? into.up : into.down).push(x, foot - height, width, height);
  }
}
