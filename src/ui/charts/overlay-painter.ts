/**
 * What moves above the history: newest bar, last-price line with its tag, and what later code adds, such as the crosshair. A tick repaints
 * only this, on a canvas of its own, and of that only the rectangles that it had drawn into. While the whole chart is painted anyway, all is
 * on the one canvas.
 */
import { barWidths, barX, priceY, type RectPair } from './candle-rects.ts';
import type { ChartExtra } from './chart-extra.ts';
import { type ChartLayer, footOf } from './chart-layer.ts';
import { paintBars, type VolumePane } from './history-painter.ts';
import { axisLeft, dashPattern, priceTag, type TagScene, tagHeight } from './pen.ts';

export type OverlayInput = TagScene & {
  layer: ChartLayer | undefined;
  extra: ChartExtra | undefined;
  volume: VolumePane | undefined;
  /** For the painter to work with. */
  rects: RectPair;
  formatPrice: (price: number) => string;
};

export class OverlayPainter {
  /** What was drawn last time, to be cleared: x, y, width, height. */
  readonly #drawn: [number, number, number, number][] = [];

  /** After a resize the canvas is blank: nothing to clear. */
  forget(): void {
    this.#drawn.length = 0;
  }

  /** Newest bar and last price onto the canvas of the history, which is cleared as a whole. */
  paintOnto(context: CanvasRenderingContext2D, input: OverlayInput): void {
    const kept = this.#drawn.length;
    this.#paintMoving(context, input);
    this.#drawn.length = kept;
  }

  /** Onto its own canvas. `isFlat`: newest bar and last price are with the history. */
  paint(context: CanvasRenderingContext2D, input: OverlayInput, isFlat: boolean): void {
    for (const [x, y, width, height] of this.#drawn) context.clearRect(x, y, width, height);
    this.#drawn.length = 0;
    if (input.series.length === 0) return;
    if (!isFlat) this.#paintMoving(context, input);
    if (!input.extra?.isShown) return;
    input.extra.paint(context, input);
    this.#note(0, 0, context.canvas.width, context.canvas.height);
  }

  /** True while something of it is on its canvas. */
  get isUsed(): boolean {
    return this.#drawn.length > 0;
  }

  #paintMoving(context: CanvasRenderingContext2D, input: OverlayInput): void {
    if (input.series.length === 0) return;
    this.#paintLastBar(context, input);
    this.#paintLayer(context, input);
    this.#paintLastPrice(context, input);
  }

  #paintLastBar(context: CanvasRenderingContext2D, { geometry, series, colours, volume, rects }: OverlayInput): void {
    const index = series.length - 1;
    if (index < geometry.view.from - 0.5 || index > geometry.view.to + 0.5) return;
    paintBars(context, { series, first: index, last: index, geometry, colours, volume, rects });
    const half = Math.max(barWidths(geometry).body, 2) + 2;
    this.#note(barX(geometry, index) - half, geometry.top, half * 2, geometry.height);
  }

  #paintLayer(context: CanvasRenderingContext2D, input: OverlayInput): void {
    if (!input.layer) return;
    const { left, right } = input.layer.paintNewest(context, input);
    const { top } = input.geometry;
    this.#note(left, top, right - left, footOf(input) - top);
  }

  #paintLastPrice(context: CanvasRenderingContext2D, input: OverlayInput): void {
    const { geometry, series, colours, formatPrice } = input;
    const { left, top, width, ratio } = geometry;
    const last = series.length - 1;
    const price = series.close[last] as number;
    const isUp = price >= (series.open[last] as number);
    const y = Math.round(priceY(geometry, price));
    const lineY = Math.min(Math.max(y, top), top + geometry.height);
    const fill = isUp ? colours.up : colours.down;
    if (y === lineY) {
      const thick = Math.max(1, Math.floor(ratio));
      const under = y - (thick >> 1);
      context.fillStyle = dashPattern(context, fill, ratio);
      context.fillRect(left, under, width, thick);
      this.#note(left, under, width, thick);
    }
    priceTag(context, input, { y: lineY, text: formatPrice(price), fill, ink: isUp ? colours.onUp : colours.onDown });
    // Twice as high as the tag: labels that gave way to it are covered too.
    const reach = tagHeight(input) * 2;
    const beside = axisLeft(geometry);
    this.#note(beside, lineY - reach, context.canvas.width - beside, reach * 2);
  }

  #note(x: number, y: number, width: number, height: number): void {
    this.#drawn.push([Math.floor(x), Math.floor(y), Math.ceil(width) + 1, Math.ceil(height) + 1]);
  }
}
