/**
 * What moves above the history: newest bar, last-price line with its tag, and what later code adds, such as the crosshair. A tick repaints
 * only this, on a canvas of its own, and of that only the rectangles that it had drawn into. While the whole chart is painted anyway, all is
 * on the one canvas.
 */
import { barWidths, barX, priceY } from './candle-rects.ts';
import type { ChartExtra } from './chart-extra.ts';
import { type ChartLayer, footOf } from './chart-layer.ts';
import { type BarsScene, paintBars } from './history-painter.ts';
import { axisLeft, dashes, labelHeight, priceTag, type TagScene, tagHeight } from './pen.ts';

export type OverlayInput = TagScene &
  BarsScene & {
    readonly layer: ChartLayer | undefined;
    readonly formatPrice: (price: number) => string;
    readonly isOld: boolean | undefined;
  };

export class OverlayPainter {
  /** What was drawn last time, to be cleared: x, y, width, height. */
  readonly #drawn: [number, number, number, number][] = [];

  /** After a resize the canvas is blank: nothing to clear. */
  forget(): void {
    this.#drawn.length = 0;
  }

  /** Newest bar and last price onto the canvas of the history, which is cleared by its own painter. `hasTag`: its tag is there. */
  paintOnto(context: CanvasRenderingContext2D, input: OverlayInput, hasTag: boolean): void {
    const kept = this.#drawn.length;
    this.#paintMoving(context, input, hasTag);
    this.#drawn.length = kept;
  }

  /** Onto its own canvas. `isFlat`: newest bar and last price are with the history. */
  paint(context: CanvasRenderingContext2D, input: OverlayInput, extra: ChartExtra | undefined, isFlat: boolean): void {
    for (const [x, y, width, height] of this.#drawn) context.clearRect(x, y, width, height);
    this.#drawn.length = 0;
    if (input.series.length === 0) return;
    if (!isFlat) this.#paintMoving(context, input, false);
    if (!extra?.isShown) return;
    extra.paint(context, input);
    this.#note(0, 0, context.canvas.width, context.canvas.height);
  }

  /** True while something of it is on its canvas. */
  get isUsed(): boolean {
    return this.#drawn.length > 0;
  }

  #paintMoving(context: CanvasRenderingContext2D, input: OverlayInput, hasTag: boolean): void {
    if (input.series.length === 0) return;
    this.#paintLastBar(context, input);
    this.#paintLayer(context, input);
    this.#paintLastPrice(context, input, hasTag);
  }

  #paintLastBar(context: CanvasRenderingContext2D, input: OverlayInput): void {
    const { geometry, series, volume } = input;
    const index = series.length - 1;
    if (index < geometry.view.from - 0.5 || index > geometry.view.to + 0.5) return;
    paintBars(context, input, index, index);
    const half = Math.max(barWidths(geometry).body, 2) + 2;
    const top = priceY(geometry, series.high[index] as number) - 1;
    const foot = volume ? geometry.top + geometry.height : priceY(geometry, series.low[index] as number) + 1;
    this.#note(barX(geometry, index) - half, top, half * 2, foot - top);
  }

  #paintLayer(context: CanvasRenderingContext2D, input: OverlayInput): void {
    if (!input.layer) return;
    const { left, right } = input.layer.paintNewest(context, input);
    const { top } = input.geometry;
    this.#note(left, top, right - left, footOf(input) - top);
  }

  #paintLastPrice(context: CanvasRenderingContext2D, input: OverlayInput, hasTag: boolean): void {
    const { geometry, series, colours, formatPrice, isOld } = input;
    const { left, top, height } = geometry;
    const last = series.length - 1;
    const price = series.close[last] as number;
    const isUp = price >= (series.open[last] as number);
    const y = Math.round(priceY(geometry, price));
    const tagY = Math.round(Math.min(Math.max(y, top), top + height));
    const fill = isOld ? colours.ink : isUp ? colours.up : colours.down;
    const ink = isOld ? colours.ground : isUp ? colours.onUp : colours.onDown;
    if (y >= top && y <= top + height) {
      const line = dashes(geometry, fill);
      const under = y - (line.height >> 1);
      context.drawImage(line, left, under);
      this.#note(left, under, line.width, line.height);
    }
    if (hasTag) return;
    priceTag(context, input, { y: tagY, text: formatPrice(price), fill, ink });
    // With the labels that gave way to it.
    const reach = tagHeight(input) / 2 + labelHeight(input);
    const beside = axisLeft(geometry);
    this.#note(beside, tagY - reach, context.canvas.width - beside, reach * 2);
  }

  #note(x: number, y: number, width: number, height: number): void {
    this.#drawn.push([Math.floor(x), Math.floor(y), Math.ceil(width) + 1, Math.ceil(height) + 1]);
  }
}
