/**
 * The only door to uPlot: axes with their labels, the grid, canvas size and pixel ratio. What stands inside the plot is painted by the
 * `onDraw` hook; uPlot itself is given no data worth the name, so its cost does not grow with the number of bars.
 */
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import type { ChartColours } from './chart-colours.ts';
import type { PriceRange } from './price-range.ts';
import type { ViewRange } from './view-range.ts';

export type AxisMark = { readonly at: number; readonly text: string };
export type PlotFrameHooks = {
  colours: () => ChartColours;
  timeMarks: () => AxisMark[];
  priceMarks: () => AxisMark[];
  axisWidthPx: () => number;
  onDraw: () => void;
};

export const TIME_AXIS_PX = 22;
export const FONT_PX = 11;
export const FONT_FAMILY = 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif';
const PADDING_TOP_PX = 8;
/** uPlot wants data and axis increments; marks and painter need neither. */
const PLACEHOLDER: uPlot.AlignedData = [
  [0, 1],
  [0, 1],
];
const ONE_INCREMENT = [1e9];

export class PlotFrame {
  private readonly plot: uPlot;

  constructor(box: HTMLElement, hooks: PlotFrameHooks) {
    this.plot = new uPlot(plotOptions(box, hooks), PLACEHOLDER, box);
  }

  get context(): CanvasRenderingContext2D {
    return this.plot.ctx;
  }

  /** The plot inside the axes, in device pixels. */
  get inside(): { left: number; top: number; width: number; height: number } {
    return this.plot.bbox;
  }

  /** Device pixels in a CSS pixel. */
  get ratio(): number {
    return uPlot.pxRatio;
  }

  setSize(width: number, height: number): void {
    this.plot.setSize({ width, height });
  }

  /** Draws axes, grid and, through `onDraw`, the bars; at once. */
  draw(view: ViewRange, range: PriceRange): void {
    this.plot.batch(() => {
      this.plot.setScale('x', { min: view.from, max: view.to });
      this.plot.setScale('y', { min: range.min, max: range.max });
      this.plot.redraw(false, true);
    });
  }

  /** Width of an axis label in CSS pixels. */
  labelWidth(text: string): number {
    const { ctx } = this.plot;
    ctx.save();
    ctx.font = `${FONT_PX}px ${FONT_FAMILY}`;
    const { width } = ctx.measureText(text);
    ctx.restore();
    return Math.ceil(width);
  }

  /** Calls back when the page moves to a screen of another pixel ratio. */
  listenToRatio(onChange: () => void): () => void {
    window.addEventListener('dppxchange', onChange);
    return () => window.removeEventListener('dppxchange', onChange);
  }

  destroy(): void {
    this.plot.destroy();
  }
}

function plotOptions(box: HTMLElement, hooks: PlotFrameHooks): uPlot.Options {
  const look = {
    font: `${FONT_PX}px ${FONT_FAMILY}`,
    stroke: () => hooks.colours().ink,
    grid: { stroke: () => hooks.colours().grid, width: 1 },
    ticks: { show: false },
    incrs: () => ONE_INCREMENT,
  };
  const scale: uPlot.Scale = { auto: false, range: (_plot, min, max) => [min, max] };
  const splits = (marks: () => AxisMark[]) => ({
    splits: () => marks().map(({ at }) => at),
    values: () => marks().map(({ text }) => text),
  });
  return {
    width: Math.max(box.clientWidth, 1),
    height: Math.max(box.clientHeight, 1),
    legend: { show: false },
    cursor: { show: false },
    padding: [PADDING_TOP_PX, 0, 0, 0],
    scales: { x: { ...scale, time: false }, y: scale },
    series: [{}, { scale: 'y', auto: false, paths: () => null, points: { show: false } }],
    axes: [
      { ...look, ...splits(hooks.timeMarks), size: TIME_AXIS_PX, gap: 5 },
      { ...look, ...splits(hooks.priceMarks), side: 1, size: () => hooks.axisWidthPx(), gap: 6 },
    ],
    hooks: { draw: [() => hooks.onDraw()] },
  };
}
