/**
 * What moves above the history: newest bar, last-price line with its tag, and what later code adds, such as the crosshair. A tick repaints
 * only this, on a canvas of its own, and of that only the rectangles that it had drawn into. While the whole chart is painted anyway, all is
 * on the one canvas.
 */
import { barWidths, barX, priceY, rectPair } from './candle-rects.ts';
import type { ChartExtra } from './chart-extra.ts';
import type { ChartLayer, LayerScene } from './chart-layer.ts';
import { clipToPlot, paintBars, type VolumePane } from './history-painter.ts';
import { dashes, priceTag, type TagScene, tagHeight } from './pen.ts';
import { FONT_FAMILY } from './plot-frame.ts';

export type OverlayInput = TagScene & {
  layer: ChartLayer | undefined;
  extra: ChartExtra | undefined;
  volume: VolumePane | undefined;
  formatPrice: (price: number) => string;
};

/** The lowest line of the plot: of the last pane, where there is one. */
export function footOf({ geometry, panes }: LayerScene): number {
  const lowest = panes.at(-1) ?? geometry;
  return lowest.top + lowest.height;
}

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
  labelWidth(text: string, fontPx: number): number {
    this.#own.font = `${fontPx}px ${FONT_FAMILY}`;
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
    if (!input.extra?.isShown) return;
    input.extra.paint(this.#context, input);
    this.#note(0, 0, this.#context.canvas.width, this.#context.canvas.height);
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

  #paintLastPrice(input: OverlayInput): void {
    const { geometry, series, colours, formatPrice } = input;
    const { left, top, width, ratio } = geometry;
    const last = series.length - 1;
    const price = series.close[last] as number;
    const isUp = price >= (series.open[last] as number);
    const y = Math.round(priceY(geometry, price));
    const lineY = Math.min(Math.max(y, top), top + geometry.height);
    const fill = isUp ? colours.up : colours.down;
    if (y === lineY) dashes(this.#context, { x0: left, y0: y, x1: left + width, y1: y }, fill, ratio);
    priceTag(this.#context, input, { y: lineY, text: formatPrice(price), fill, ink: isUp ? colours.onUp : colours.onDown });
    // Twice as high as the tag: labels that gave way to it are covered too.
    const reach = tagHeight(input) * 2;
    this.#note(left, lineY - reach, this.#context.canvas.width - left, reach * 2);
  }

  #note(x: number, y: number, width: number, height: number): void {
    this.#drawn.push([Math.floor(x), Math.floor(y), Math.ceil(width) + 1, Math.ceil(height) + 1]);
  }
}
