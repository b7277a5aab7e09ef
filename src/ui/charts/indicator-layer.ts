/**
 * Draws the lines of indicators: averages and bands upon the prices, MACD and RSI in panes below. Values come with the bars; here
 * nothing is computed but where they are. Loaded when an indicator is chosen.
 */
import type { IndicatorChoice } from '#domain/indicators/indicator-choice.ts';
import type { BarSeries } from './bar-series.ts';
import { barWidths, barX, type Geometry, priceY } from './candle-rects.ts';
import type { ChartLayer, LayerScene, LegendLine } from './chart-layer.ts';
import { type DrawnLine, drawnLines } from './drawn-lines.ts';
import type { PriceRange } from './price-range.ts';

const LINE_PX = 1.4;
/** Room above and below the values of a pane, as a share of their height. */
const PANE_PADDING = 0.12;
/** Line of a pane's legend, in heights of the font (`hand/hand.css`); in a pane that is lower than the second number the lines lie under it. */
const LEGEND_EM = 1.4;
const LEGEND_ROOM_FROM_EM = 3.2;
const RSI_RANGE: PriceRange = { min: 0, max: 100 };
/** Above and below these, an index of strength calls a market overbought and oversold. */
const RSI_GUIDES = [30, 70];
const FLAT_PANE: PriceRange = { min: -1, max: 1 };

export class IndicatorLayer implements ChartLayer {
  readonly #lines: readonly DrawnLine[];
  readonly #panes: ReturnType<typeof drawnLines>['panes'];
  #ranges: PriceRange[] = [];

  constructor(choices: readonly IndicatorChoice[]) {
    ({ lines: this.#lines, panes: this.#panes } = drawnLines(choices));
  }

  get paneCount(): number {
    return this.#panes.length;
  }

  measure(series: BarSeries, first: number, last: number): { low: number; high: number } | undefined {
    this.#ranges = this.#panes.map((pane, at) => (pane === 'rsi' ? RSI_RANGE : this.#paneRange(series, at, first, last)));
    const found = { low: Number.POSITIVE_INFINITY, high: Number.NEGATIVE_INFINITY };
    for (const line of this.#lines) if (line.pane === undefined) widen(found, series.lines.columns[line.column], first, last);
    return found.low <= found.high ? found : undefined;
  }

  fits(series: BarSeries): boolean {
    const last = series.length - 1;
    return this.#lines.every(({ column, pane }) => {
      const range = pane === undefined ? undefined : this.#ranges[pane];
      const value = series.lines.columns[column]?.[last] ?? Number.NaN;
      return !range || Number.isNaN(value) || (value >= range.min && value <= range.max);
    });
  }

  paintHistory(context: CanvasRenderingContext2D, scene: LayerScene, first: number, last: number): void {
    this.#paintFrames(context, scene);
    this.#paintLines(context, scene, Math.max(0, first - 1), last);
  }

  paintNewest(context: CanvasRenderingContext2D, scene: LayerScene): { left: number; right: number } {
    const newest = scene.series.length - 1;
    this.#paintLines(context, scene, newest - 1, newest, newest);
    const room = Math.max(barWidths(scene.geometry).body, LINE_PX * scene.geometry.ratio) + 2;
    const { left, width } = scene.geometry;
    const edge = (x: number) => Math.min(Math.max(x, left), left + width);
    return { left: edge(barX(scene.geometry, newest - 1) - room), right: edge(barX(scene.geometry, newest) + room) };
  }

  legend(series: BarSeries, index: number): LegendLine[] {
    return this.#lines.flatMap(({ column, name, colour, pane, isNext }) => {
      const value = series.lines.columns[column]?.[index] ?? Number.NaN;
      if (Number.isNaN(value)) return [];
      const line = { name, value, colour, isNext };
      return pane === undefined ? [line] : [{ ...line, pane, ...(this.#panes[pane] === 'rsi' ? { digits: 2 } : {}) }];
    });
  }

  #paneRange(series: BarSeries, pane: number, first: number, last: number): PriceRange {
    const found = { low: 0, high: 0 };
    for (const line of this.#lines) if (line.pane === pane) widen(found, series.lines.columns[line.column], first, last);
    const height = found.high - found.low;
    if (height === 0) return FLAT_PANE;
    return { min: found.low - height * PANE_PADDING, max: found.high + height * PANE_PADDING };
  }

  /** The line above each pane, and its guides with their numbers beside the axis. */
  #paintFrames(context: CanvasRenderingContext2D, scene: LayerScene): void {
    const { colours, font } = scene;
    for (const [at, pane] of scene.panes.entries()) {
      const { left, top, width, ratio } = pane;
      const inner = belowLegend(pane, scene.emPx);
      const range = this.#ranges[at] ?? FLAT_PANE;
      const hair = Math.max(1, Math.floor(ratio));
      const guides = this.#panes[at] === 'rsi' ? RSI_GUIDES : [0];
      context.fillStyle = colours.cross;
      context.fillRect(left, top, width, hair);
      context.fillStyle = colours.ink;
      context.font = font;
      context.textAlign = 'left';
      context.textBaseline = 'middle';
      for (const guide of guides) {
        const y = Math.round(priceY({ ...inner, range }, guide));
        context.fillText(String(guide), left + width + 6 * ratio, y);
        for (let x = left; x < left + width; x += 8 * hair) context.fillRect(x, y, 2 * hair, hair);
      }
    }
  }

  #paintLines(context: CanvasRenderingContext2D, scene: LayerScene, first: number, last: number, histogramFrom = first): void {
    for (const line of this.#lines) {
      const values = scene.series.lines.columns[line.column];
      const box = this.#boxOf(scene, line);
      if (!values || !box || last < first) continue;
      clipToPlot(context, box);
      if (line.shape === 'histogram') paintHistogram(context, scene, box, values, histogramFrom, last);
      else paintLine(context, box, values, first, last, scene.colours.lines[line.colour] as string);
      context.restore();
    }
  }

  #boxOf(scene: LayerScene, { pane }: DrawnLine): Geometry | undefined {
    if (pane === undefined) return scene.geometry;
    const box = scene.panes[pane];
    return box && { ...belowLegend(box, scene.emPx), range: this.#ranges[pane] ?? FLAT_PANE };
  }
}

/** What of a pane is left for its values: all of it where it is too low to be parted. */
function belowLegend(pane: Geometry, emPx: number): Geometry {
  if (pane.height < LEGEND_ROOM_FROM_EM * emPx) return pane;
  const legend = Math.round(LEGEND_EM * emPx);
  return { ...pane, top: pane.top + legend, height: pane.height - legend };
}

/** Keeps painting inside the plot; undone by `context.restore()`. */
function clipToPlot(context: CanvasRenderingContext2D, geometry: Geometry): void {
  context.save();
  context.beginPath();
  context.rect(geometry.left, geometry.top, geometry.width, geometry.height);
  context.clip();
}

function widen(found: { low: number; high: number }, values: Float64Array | undefined, first: number, last: number): void {
  if (!values) return;
  for (let bar = first; bar <= last; bar++) {
    const value = values[bar] as number;
    if (value < found.low) found.low = value;
    if (value > found.high) found.high = value;
  }
}

/** One stroke from value to value; where a value is missing, a new stroke begins. */
function paintLine(
  context: CanvasRenderingContext2D,
  box: Geometry,
  values: Float64Array,
  first: number,
  last: number,
  colour: string,
): void {
  context.strokeStyle = colour;
  context.lineWidth = LINE_PX * box.ratio;
  context.lineJoin = 'round';
  context.beginPath();
  let isDown = false;
  for (let bar = Math.max(0, first); bar <= last; bar++) {
    const value = values[bar] as number;
    if (Number.isNaN(value)) {
      isDown = false;
      continue;
    }
    const x = barX(box, bar);
    const y = priceY(box, value);
    if (isDown) context.lineTo(x, y);
    else context.moveTo(x, y);
    isDown = true;
  }
  context.stroke();
}

/** Bars from the zero line, in the colours of rise and fall. */
function paintHistogram(
  context: CanvasRenderingContext2D,
  { colours }: LayerScene,
  box: Geometry,
  values: Float64Array,
  first: number,
  last: number,
): void {
  const { body } = barWidths(box);
  const zero = Math.round(priceY(box, 0));
  context.globalAlpha = 0.55;
  for (let bar = Math.max(0, first); bar <= last; bar++) {
    const value = values[bar] as number;
    if (Number.isNaN(value)) continue;
    const y = Math.round(priceY(box, value));
    context.fillStyle = value >= 0 ? colours.up : colours.down;
    context.fillRect(Math.round(barX(box, bar)) - (body >> 1), Math.min(y, zero), body, Math.max(1, Math.abs(y - zero)));
  }
  context.globalAlpha = 1;
}
