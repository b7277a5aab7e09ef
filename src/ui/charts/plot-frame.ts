/**
 * The only door to uPlot: axes with their labels, the grid, canvas size and pixel ratio. What is inside the plot is painted by the
 * `onDraw` hook; uPlot itself is given no data, so its cost does not grow with the number of bars. What else it could do, legend, cursor and
 * series among it, the build leaves out (`scripts/slim-uplot.ts`): an option that is not here would not be heard.
 */
import uPlot from 'uplot';
import type { ChartColours } from './chart-colours.ts';
import type { PriceRange } from './price-range.ts';
import type { ViewRange } from './view-range.ts';

export type AxisMark = { readonly at: number; readonly text: string };
type PlotFrameHooks = {
  colours: () => ChartColours;
  timeMarks: () => AxisMark[];
  priceMarks: () => readonly AxisMark[];
  axisWidthPx: () => number;
  onDraw: () => void;
};

/** Room above and below the labels of time, together. */
const TIME_AXIS_ROOM_PX = 10;
export const FONT_FAMILY = 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif';
/** Half a label stands above the highest price. */
const PADDING_TOP_PX = 6;
/** uPlot wants data; marks and painter need none. */
const NO_DATA: uPlot.AlignedData = [[]];

/** What one draw shows, and in which size: of the box in CSS pixels. */
type FrameView = { readonly width: number; readonly height: number; readonly view: ViewRange; readonly range: PriceRange };

/**
 * uPlot is made with the first draw, when size, scales and axes are known, and then draws at once: made before, it would draw an empty frame,
 * again for its size and again for the scales.
 */
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
    return Math.round((height - PADDING_TOP_PX - timeAxisPx(this.#hooks)) * this.ratio * 2) / 2;
  }

  /** Draws axes, grid and, through `onDraw`, the bars; once and at once. */
  draw({ width, height, view, range }: FrameView): void {
    const scales = { x: { min: view.from, max: view.to }, y: { min: range.min, max: range.max } };
    if (!this.#plot) {
      new uPlot(plotOptions({ width, height }, scales, this.#hooks), NO_DATA, (plot, start) => {
        this.#plot = plot;
        // Drawn before it is in the page: the font of a canvas in the page would have all styles worked out first.
        plot.batch(start);
        this.#box.prepend(plot.root);
      });
      return;
    }
    const plot = this.#plot;
    plot.batch(() => {
      if (plot.width !== width || plot.height !== height) plot.setSize({ width, height });
      plot.setScale('x', scales.x);
      plot.setScale('y', scales.y);
      plot.redraw(false, true);
    });
  }

  destroy(): void {
    this.#plot?.destroy();
  }

  get #drawn(): uPlot {
    if (!this.#plot) throw new Error('nothing was drawn yet');
    return this.#plot;
  }
}

const timeAxisPx = ({ colours }: PlotFrameHooks): number => colours().fontPx + TIME_AXIS_ROOM_PX;

type Scales = Record<'x' | 'y', { min: number; max: number }>;

function plotOptions(size: { width: number; height: number }, scales: Scales, hooks: PlotFrameHooks): uPlot.Options {
  const look = {
    font: `${hooks.colours().fontPx}px ${FONT_FAMILY}`,
    stroke: () => hooks.colours().ink,
    grid: { stroke: () => hooks.colours().grid, width: 1 },
  };
  const splits = (marks: () => readonly AxisMark[]) => ({
    splits: () => marks().map(({ at }) => at),
    values: () => marks().map(({ text }) => text),
  });
  return {
    ...size,
    padding: [PADDING_TOP_PX, 0, 0, 0],
    scales,
    series: [],
    axes: [
      { ...look, ...splits(hooks.timeMarks), size: timeAxisPx(hooks), gap: 5 },
      { ...look, ...splits(hooks.priceMarks), side: 1, size: () => hooks.axisWidthPx(), gap: 6 },
    ],
    hooks: { draw: [() => hooks.onDraw()] },
  };
}
