/**
 * What moves above the history: newest bar, last-price line with its tag, crosshair. A tick repaints only this, on a canvas of its own, and
 * of that only the rectangles that it had drawn into. While the whole chart is painted anyway, all is on the one canvas.
 */
import { barWidths, barX, type Geometry, priceY, rectPair } from './candle-rects.ts';
import type { ChartLayer, LayerScene } from './chart-layer.ts';
import { clipToPlot, paintBars, type VolumePane } from './history-painter.ts';
import { FONT_FAMILY, FONT_PX } from './plot-frame.ts';

export type Crosshair = {
  /** Bar under it. */
  index: number;
  /** Height in device pixels of the canvas; undefined: at the bar's close. */
  y: number | undefined;
};
export type OverlayInput = LayerScene & {
  layer: ChartLayer | undefined;
  volume: VolumePane | undefined;
  crosshair: Crosshair | undefined;
  formatPrice: (price: number) => string;
  /** Text of the crosshair's time tag. */
  formatTime: (timeMs: number) => string;
};

/** The lowest line of the plot: of the last pane, where there is one. */
function footOf({ geometry, panes }: LayerScene): number {
  const lowest = panes.at(-1) ?? geometry;
  return lowest.top + lowest.height;
}

const TAG_HEIGHT_PX = 18;
const DASH_PX = 3;

export class OverlayPainter {
  readonly #rects = rectPair();
  /** What was drawn last time, to be cleared: x, y, width, height. */
  readonly #drawn: [number, number, number, number][] = [];
  readonly #own: CanvasRenderingContext2D;
  /** Where the painting goes: the layer's own canvas, or that of the history. */
  #context: CanvasRenderingContext2D;

  constructor(own: CanvasRenderingContext2D) {
    this.#own = own;
    this.#context = own;
  }

  /** Width of an axis label in CSS pixels. */
  labelWidth(text: string): number {
    this.#own.font = `${FONT_PX}px ${FONT_FAMILY}`;
    return Math.ceil(this.#own.measureText(text).width);
  }

  /** After a resize the canvas is blank: nothing to clear. */
  forget(): void {
    this.#drawn.length = 0;
  }

  /** Newest bar and last price onto the canvas of the history, which is cleared as a whole. */
  paintOnto(context: CanvasRenderingContext2D, input: OverlayInput): void {
    const kept = this.#drawn.length;
    this.#context = context;
    this.#paintMoving(input);
    this.#context = this.#own;
    this.#drawn.length = kept;
  }

  /** `isFlat`: newest bar and last price are with the history. */
  paint(input: OverlayInput, isFlat: boolean): void {
    for (const [x, y, width, height] of this.#drawn) this.#context.clearRect(x, y, width, height);
    this.#drawn.length = 0;
    if (input.series.length === 0) return;
    if (!isFlat) this.#paintMoving(input);
    if (input.crosshair) this.#paintCrosshair(input, input.crosshair);
  }

  /** True while something of it is on its canvas. */
  get isUsed(): boolean {
    return this.#drawn.length > 0;
  }

  #paintMoving(input: OverlayInput): void {
    if (input.series.length === 0) return;
    this.#paintLastBar(input);
    this.#paintLayer(input);
    this.#paintLastPrice(input);
  }

  #paintLastBar({ geometry, series, colours, volume }: OverlayInput): void {
    const index = series.length - 1;
    if (index < geometry.view.from - 0.5 || index > geometry.view.to + 0.5) return;
    clipToPlot(this.#context, geometry);
    paintBars(this.#context, { series, first: index, last: index, geometry, colours, volume, rects: this.#rects });
    this.#context.restore();
    const half = Math.max(barWidths(geometry).body, 2) + 2;
    this.#note(barX(geometry, index) - half, geometry.top, half * 2, geometry.height);
  }

  #paintLayer(input: OverlayInput): void {
    if (!input.layer) return;
    const { left, right } = input.layer.paintNewest(this.#context, input);
    const { top } = input.geometry;
    this.#note(left, top, right - left, footOf(input) - top);
  }

  #paintLastPrice({ geometry, series, colours, formatPrice, font }: OverlayInput): void {
    const last = series.length - 1;
    const price = series.close[last] as number;
    const isUp = price >= (series.open[last] as number);
    const tag = TAG_HEIGHT_PX * geometry.ratio;
    const y = Math.round(priceY(geometry, price));
    const inside = y >= geometry.top && y <= geometry.top + geometry.height;
    const lineY = Math.min(Math.max(y, geometry.top), geometry.top + geometry.height);
    const fill = isUp ? colours.up : colours.down;
    if (inside) this.#dashes(geometry.left, lineY, geometry.left + geometry.width, lineY, fill, geometry.ratio);
    this.#priceTag(geometry, lineY, formatPrice(price), fill, isUp ? colours.onUp : colours.onDown, font);
    this.#note(geometry.left, lineY - tag, this.#context.canvas.width - geometry.left, tag * 2);
  }

  #paintCrosshair(input: OverlayInput, crosshair: Crosshair): void {
    const { geometry, series, colours, formatPrice, formatTime, font } = input;
    if (crosshair.index >= series.length) return;
    const context = this.#context;
    const x = Math.round(barX(geometry, crosshair.index));
    const floor = geometry.top + geometry.height;
    const wanted = crosshair.y ?? priceY(geometry, series.close[crosshair.index] as number);
    const y = Math.round(Math.min(Math.max(wanted, geometry.top), floor));
    const foot = footOf(input);
    this.#dashes(x, geometry.top, x, foot, colours.cross, geometry.ratio);
    this.#dashes(geometry.left, y, geometry.left + geometry.width, y, colours.cross, geometry.ratio);
    const price = geometry.range.max - ((y - geometry.top) / geometry.height) * (geometry.range.max - geometry.range.min);
    this.#priceTag(geometry, y, formatPrice(price), colours.crossTag, colours.onCrossTag, font);
    const text = formatTime(series.time[crosshair.index] as number);
    context.font = font;
    const width = Math.ceil(context.measureText(text).width) + 12 * geometry.ratio;
    const left = Math.min(Math.max(x - width / 2, geometry.left), geometry.left + geometry.width - width);
    const height = context.canvas.height - foot;
    context.fillStyle = colours.crossTag;
    context.fillRect(left, foot + geometry.ratio, width, Math.min(height, TAG_HEIGHT_PX * geometry.ratio));
    context.fillStyle = colours.onCrossTag;
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    context.fillText(text, left + width / 2, foot + geometry.ratio + Math.min(height, TAG_HEIGHT_PX * geometry.ratio) / 2);
    this.#note(0, 0, context.canvas.width, context.canvas.height);
  }

  #priceTag(geometry: Geometry, y: number, text: string, fill: string, ink: string, font: string): void {
    const context = this.#context;
    const left = geometry.left + geometry.width + geometry.ratio;
    const height = Math.round(TAG_HEIGHT_PX * geometry.ratio);
    context.fillStyle = fill;
    context.beginPath();
    context.roundRect(left, y - (height >> 1), context.canvas.width - left - geometry.ratio, height, 4 * geometry.ratio);
    context.fill();
    context.fillStyle = ink;
    context.font = font;
    context.textAlign = 'left';
    context.textBaseline = 'middle';
    context.fillText(text, left + 5 * geometry.ratio, y + geometry.ratio / 2);
  }

  /** A dashed line of one CSS pixel, horizontal or vertical, on whole device pixels. */
  #dashes(x0: number, y0: number, x1: number, y1: number, colour: string, ratio: number): void {
    const thick = Math.max(1, Math.floor(ratio));
    const dash = Math.round(DASH_PX * ratio);
    this.#context.fillStyle = colour;
    if (y0 === y1) for (let x = x0; x < x1; x += dash * 2) this.#context.fillRect(x, y0 - (thick >> 1), Math.min(dash, x1 - x), thick);
    else for (let y = y0; y < y1; y += dash * 2) this.#context.fillRect(x0 - (thick >> 1), y, thick, Math.min(dash, y1 - y));
  }

  #note(x: number, y: number, width: number, height: number): void {
    this.#drawn.push([Math.floor(x), Math.floor(y), Math.ceil(width) + 1, Math.ceil(height) + 1]);
  }
}
