/**
 * The only door to uPlot: the canvas with its size and pixel ratio, the place of the plot in it, and when it is drawn. All that is seen,
 * axes included, is painted by the `onDraw` hook: of a pan, its axes took a fifth. What else it could do, the build leaves out
 * (`scripts/slim-uplot.ts`): an option that is not here would not be heard.
 */
import uPlot from 'uplot';

type PlotFrameHooks = {
  /** Room of the labels beside the plot and below it, in CSS pixels. */
  axisWidthPx: () => number;
  axisHeightPx: () => number;
  /** The canvas is blank. */
  onDraw: () => void;
};

/** Half a label stands above the highest price. */
const PADDING_TOP_PX = 6;
/** uPlot wants data; the painter needs none. */
const NO_DATA: uPlot.AlignedData = [[]];

/** uPlot is made with the first draw, when sizes are known, and then draws at once: made before, it would draw an empty frame, and again. */
export class PlotFrame {
  readonly #box: HTMLElement;
  readonly #hooks: PlotFrameHooks;
  #plot: uPlot | undefined;

  constructor(box: HTMLElement, hooks: PlotFrameHooks) {
    this.#box = box;
    this.#hooks = hooks;
  }

  /** Of the canvas; there is one from the first draw on. */
  get context(): CanvasRenderingContext2D {
    return this.#drawn.ctx;
  }

  /** The plot inside the axes, in device pixels. */
  get inside(): { left: number; top: number; width: number; height: number } {
    return this.#drawn.bbox;
  }

  /** Device pixels in a CSS pixel. */
  get ratio(): number {
    return uPlot.pxRatio;
  }

  /** Height that the plot will have in a box of that height: the box in CSS pixels, the plot in device pixels. */
  plotHeight(height: number): number {
    return Math.round((height - PADDING_TOP_PX - this.#hooks.axisHeightPx()) * this.ratio * 2) / 2;
  }

  /** As `draw` in a box of the same size, but the column beside the plot stays as it is, down to `gapPx` device pixels below the plot. */
  drawPlot(gapPx: number): void {
    const { ctx, bbox } = this.#drawn;
    const { width, height } = ctx.canvas;
    const foot = Math.round(bbox.top + bbox.height + gapPx);
    ctx.clearRect(0, 0, Math.ceil(bbox.left + bbox.width), foot);
    ctx.clearRect(0, foot, width, height - foot);
    this.#hooks.onDraw();
  }

  /** Clears the canvas and calls `onDraw`; once and at once. Sizes are the box's, in CSS pixels. */
  draw(width: number, height: number): void {
    const plot = this.#plot;
    if (!plot) {
      new uPlot(plotOptions(width, height, this.#hooks), NO_DATA, (made, start) => {
        this.#plot = made;
        // Drawn before it is in the page: the font of a canvas in the page would have all styles worked out first.
        made.batch(start);
        // The canvas alone: it is as large as the box, and what uPlot puts around it would be styled and laid out for nothing.
        this.#box.prepend(made.ctx.canvas);
      });
      return;
    }
    plot.batch(() => {
      if (plot.width !== width || plot.height !== height) plot.setSize({ width, height });
      plot.redraw(false, true);
    });
  }

  destroy(): void {
    this.#plot?.ctx.canvas.remove();
    this.#plot?.destroy();
  }

  get #drawn(): uPlot {
    if (!this.#plot) throw new Error('nothing was drawn yet');
    return this.#plot;
  }
}

const plotOptions = (width: number, height: number, { axisWidthPx, axisHeightPx, onDraw }: PlotFrameHooks): uPlot.Options => ({
  width,
  height,
  padding: [() => PADDING_TOP_PX, () => axisWidthPx(), () => axisHeightPx(), () => 0],
  series: [],
  hooks: { draw: [() => onDraw()] },
});
