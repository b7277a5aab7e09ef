/** The canvas above the history. It is made with the chart, and takes its place and its memory when something is first painted on it. */
import { type OverlayInput, OverlayPainter } from './overlay-painter.ts';

export class ChartOverlay {
  readonly #box: HTMLElement;
  readonly #canvas = document.createElement('canvas');
  readonly #painter = new OverlayPainter(this.#canvas.getContext('2d') as CanvasRenderingContext2D);

  constructor(box: HTMLElement) {
    this.#box = box;
    this.#canvas.className = 'candle-chart-overlay';
  }

  /** Newest bar and last price onto the canvas of the history. */
  paintOnto(context: CanvasRenderingContext2D, input: OverlayInput): void {
    this.#painter.paintOnto(context, input);
  }

  /** On its own canvas, of the size of `history`. `isFlat`: newest bar and last price are with the history. */
  paint(history: HTMLCanvasElement, input: OverlayInput, isFlat: boolean): void {
    if (isFlat && !input.extra?.isShown && !this.#painter.isUsed) return;
    const box = this.#box;
    const canvas = this.#canvas;
    const painter = this.#painter;
    if (canvas.width !== history.width || canvas.height !== history.height) {
      canvas.width = history.width;
      canvas.height = history.height;
      painter.forget();
    }
    painter.paint(input, isFlat);
    if (!canvas.isConnected) box.append(canvas);
  }

  /** Width of an axis label in CSS pixels. */
  labelWidth(text: string, fontPx: number): number {
    return this.#painter.labelWidth(text, fontPx);
  }

  remove(): void {
    this.#canvas.remove();
  }
}
