/** The canvas above the history: it is made when something is first painted on it. */
import type { ChartExtra } from './chart-extra.ts';
import { type OverlayInput, OverlayPainter } from './overlay-painter.ts';

export class ChartOverlay {
  readonly #box: HTMLElement;
  readonly #painter = new OverlayPainter();
  #context: CanvasRenderingContext2D | undefined;

  constructor(box: HTMLElement) {
    this.#box = box;
  }

  /** Newest bar and last price onto the canvas of the history. `hasTag`: the tag of the price is there. */
  paintOnto(context: CanvasRenderingContext2D, input: OverlayInput, hasTag: boolean): void {
    this.#painter.paintOnto(context, input, hasTag);
  }

  /** False while there is nothing to paint on its own canvas, nor to be taken away. `isFlat`: newest bar and last price are with the history. */
  isWanted(isFlat: boolean, extra: ChartExtra | undefined): boolean {
    return !isFlat || extra?.isShown === true || this.#painter.isUsed;
  }

  /** On its own canvas, of the size of `history`. */
  paint(history: HTMLCanvasElement, input: OverlayInput, extra: ChartExtra | undefined, isFlat: boolean): void {
    const painter = this.#painter;
    this.#context ??= document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D;
    const { canvas } = this.#context;
    if (canvas.width !== history.width || canvas.height !== history.height) {
      canvas.width = history.width;
      canvas.height = history.height;
      canvas.style.cssText = history.style.cssText;
      painter.forget();
    }
    painter.paint(this.#context, input, extra, isFlat);
    if (canvas.isConnected) return;
    canvas.className = 'candle-chart-overlay';
    this.#box.append(canvas);
  }

  remove(): void {
    this.#context?.canvas.remove();
  }
}
