/**
 * The chart of the floor page: two canvases and the rectangles that the product's chart draws. What a tick moves is computed here by hand
 * with numbers that the last whole paint left behind; the whole paint, which is rare, uses the product's pure geometry.
 */
import { periodOf } from '../../../src/domain/periods.ts';
import { SETTING_DEFAULTS } from '../../../src/domain/setting-defaults.ts';
import type { CandleRow } from '../../../src/protocol/rest/kline.ts';
import { BarSeries } from '../../../src/ui/charts/bar-series.ts';
import { barWidths, barX, type Geometry, priceY, rectPair } from '../../../src/ui/charts/candle-rects.ts';
import { chartColours } from '../../../src/ui/charts/chart-colours.ts';
import { paintBars, VOLUME_ALPHA } from '../../../src/ui/charts/history-painter.ts';
import { extremes, priceRange, VOLUME_SHARE } from '../../../src/ui/charts/price-range.ts';
import { priceTicks } from '../../../src/ui/charts/price-ticks.ts';
import { timeTicks } from '../../../src/ui/charts/time-ticks.ts';
import { newestView, visibleBars } from '../../../src/ui/charts/view-range.ts';
import { chartTimeText } from '../../../src/ui/screens/trade/chart/chart-time.ts';
import { FloorLegend } from './floor-legend.ts';
import type { FloorBar } from './floor-words.ts';

const PERIOD = '5min';
const DIGITS = 5;
const FONT = '12px system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif';
const FONT_2X = FONT.replace('12px', '24px');
/** The window of these benches has two device pixels a CSS pixel. */
const RATIO = 2;
const [TOP, FOOT, AXIS_ROOM, TAG, LABEL, DASH] = [6, 22, 12, 18 * RATIO, 29, 3 * RATIO];
const TIME_GAP_MIN_PX = 69;
const PRICE_GAP_MIN_PX = 30;
const TIME_LABEL_HALF_PX = 19.2;
const BAR_WIDTH_PX = 6;

export class FloorChart {
  readonly #box: HTMLElement;
  readonly #series = new BarSeries();
  readonly #history: CanvasRenderingContext2D;
  readonly #overlay: CanvasRenderingContext2D;
  readonly #colours: ReturnType<typeof chartColours>;
  readonly #legend: FloorLegend;
  readonly #rects = rectPair();
  #geometry: Geometry | undefined;
  #volumeMax = 0;
  /** Of the labels on the price axis, in device pixels. */
  #labelYs: readonly number[] = [];
  /** Of the newest bar and of the tag, drawn last: to be cleared. */
  #barLeft = 0;
  #barWidth = 0;
  #lineY = -1;

  constructor(box: HTMLElement, bars: readonly CandleRow[]) {
    this.#box = box;
    this.#legend = new FloorLegend(box.parentElement as HTMLElement);
    const column = (name: 'Time' | 'Open' | 'High' | 'Low' | 'Close' | 'Volume') => bars.map((bar) => bar[name]);
    this.#series.reset({
      time: column('Time'),
      open: column('Open'),
      high: column('High'),
      low: column('Low'),
      close: column('Close'),
      volume: column('Volume'),
    });
    const context = (name: string) => {
      const canvas = document.createElement('canvas');
      canvas.className = name;
      canvas.width = box.clientWidth * RATIO;
      canvas.height = box.clientHeight * RATIO;
      box.append(canvas);
      return canvas.getContext('2d') as CanvasRenderingContext2D;
    };
    this.#history = context('candle-chart-overlay');
    this.#overlay = context('candle-chart-overlay');
    this.#colours = chartColours(box);
    this.paintWhole();
    this.#tell();
  }

  /** The newest bar, or one that begins. */
  put([time, open, high, low, close, volume]: FloorBar): void {
    const { length } = this.#series;
    this.#series.put(time, open, high, low, close, volume, new Float64Array(0));
    this.#tell();
    const { range } = this.#geometry as Geometry;
    if (this.#series.length > length || high > range.max || low < range.min || volume > this.#volumeMax) this.paintWhole();
    else this.#paintNewest(open, high, low, close, volume);
  }

  #tell(): void {
    const last = this.#series.length - 1;
    this.#legend.put(this.#series.at(last), this.#series.close[last - 1] as number);
  }

  paintWhole(): void {
    const series = this.#series;
    const context = this.#history;
    const { width, height } = context.canvas;
    const [cssWidth, cssHeight] = [width / RATIO, height / RATIO];
    // Which bars are in view depends on the width of the labels, and that on the bars in view: the product settles it in two steps.
    let axisWidth = 48;
    let view = newestView(series.length, cssWidth - axisWidth, BAR_WIDTH_PX);
    const measured = visibleBars(view, series.length);
    let found = extremes(series, measured.first, measured.last) as NonNullable<ReturnType<typeof extremes>>;
    const labelWidth = (price: number) => {
      context.font = FONT;
      return Math.ceil(context.measureText(price.toFixed(DIGITS)).width);
    };
    axisWidth = labelWidth(priceRange(found, 10 ** -DIGITS, true).max) + AXIS_ROOM;
    view = newestView(series.length, cssWidth - axisWidth, BAR_WIDTH_PX);
    const { first, last } = visibleBars(view, series.length);
    found = extremes(series, first, last) ?? found;
    const range = priceRange(found, 10 ** -DIGITS, true);
    this.#volumeMax = found.volume;
    const geometry = {
      left: 0,
      top: TOP * RATIO,
      width: (cssWidth - axisWidth) * RATIO,
      height: (cssHeight - TOP - FOOT) * RATIO,
      view,
      range,
      ratio: RATIO,
    };
    this.#geometry = geometry;
    context.clearRect(0, 0, width, height);
    this.#paintAxes(geometry, first, last);
    const volume = { heightPx: this.#volumeHeight(geometry), volumeMax: this.#volumeMax };
    paintBars(context, { series, geometry, colours: this.#colours, volume, rects: this.#rects }, first, series.length - 2);
    this.#overlay.clearRect(0, 0, width, height);
    this.#lineY = -1;
    this.#box.dataset.candles = String(last - first + 1);
    const bar = series.at(series.length - 1);
    this.#paintNewest(bar.open, bar.high, bar.low, bar.close, bar.volume);
  }

  #volumeHeight = ({ height }: Geometry): number => Math.round(height * VOLUME_SHARE * 0.9);

  #paintAxes(geometry: Geometry, first: number, last: number): void {
    const context = this.#history;
    const { left, top, width, height, range, view } = geometry;
    context.font = FONT_2X;
    const times = timeTicks({
      time: this.#series.time,
      count: this.#series.length,
      first,
      last,
      barWidthPx: BAR_WIDTH_PX,
      periodMs: periodOf(PERIOD).bucket.lengthMs,
      gapMinPx: TIME_GAP_MIN_PX,
      zoneOffsetMs: () => 0,
    }).filter(({ index }) => (index - view.from) * BAR_WIDTH_PX > TIME_LABEL_HALF_PX);
    const prices = priceTicks(range, height / RATIO, DIGITS, PRICE_GAP_MIN_PX);
    this.#labelYs = prices.map((price) => Math.round(priceY(geometry, price)));
    for (const { index, timeMs, kind } of times) {
      const x = Math.round(barX(geometry, index));
      context.fillStyle = this.#colours.grid;
      context.fillRect(x - 1, top, RATIO, height);
      context.fillStyle = this.#colours.ink;
      context.textAlign = 'center';
      context.textBaseline = 'top';
      context.fillText(chartTimeText(timeMs, kind, PERIOD, SETTING_DEFAULTS.timezone ?? ''), x, top + height + 5 * RATIO);
    }
    for (const price of prices) {
      const y = Math.round(priceY(geometry, price));
      context.fillStyle = this.#colours.grid;
      context.fillRect(left, y - 1, width, RATIO);
      context.fillStyle = this.#colours.ink;
      context.textAlign = 'left';
      context.textBaseline = 'middle';
      context.fillText(price.toFixed(DIGITS), left + width + 6 * RATIO, y);
    }
  }

  /** Volume, wick, body, dashed line and tag of the newest bar, where the last ones are cleared first. */
  #paintNewest(open: number, high: number, low: number, close: number, volume: number): void {
    const context = this.#overlay;
    const geometry = this.#geometry as Geometry;
    const { left, top, width, height, range } = geometry;
    const right = left + width;
    const scale = height / (range.max - range.min);
    const yOf = (price: number) => Math.round(top + (range.max - price) * scale);
    if (this.#lineY >= 0) {
      context.clearRect(this.#barLeft, top, this.#barWidth, height);
      context.clearRect(left, this.#lineY - TAG * 2, context.canvas.width - left, TAG * 4);
    }
    const { body, wick } = barWidths(geometry);
    const x = Math.round(barX(geometry, this.#series.length - 1));
    this.#barLeft = x - (body >> 1) - 2;
    this.#barWidth = body + 4;
    const isUp = close >= open;
    const [yHigh, yLow, yOpen, yClose] = [yOf(high), yOf(low), yOf(open), yOf(close)];
    const volumeHeight = Math.round((volume / this.#volumeMax) * this.#volumeHeight(geometry));
    context.fillStyle = isUp ? this.#colours.up : this.#colours.down;
    context.globalAlpha = VOLUME_ALPHA;
    context.fillRect(x - (body >> 1), top + height - volumeHeight, body, volumeHeight);
    context.globalAlpha = 1;
    context.fillRect(x - (wick >> 1), yHigh, wick, Math.max(1, yLow - yHigh));
    context.fillRect(x - (body >> 1), Math.min(yOpen, yClose), body, Math.max(1, Math.abs(yOpen - yClose)));
    for (let at = left; at < right; at += DASH * 2) context.fillRect(at, yClose - 1, Math.min(DASH, right - at), RATIO);
    this.#coverLabels(yClose, right + RATIO);
    context.fillStyle = isUp ? this.#colours.up : this.#colours.down;
    context.beginPath();
    context.roundRect(right + RATIO, yClose - TAG / 2, context.canvas.width - right - RATIO * 2, TAG, 4 * RATIO);
    context.fill();
    context.fillStyle = isUp ? this.#colours.onUp : this.#colours.onDown;
    context.font = FONT_2X;
    context.textAlign = 'left';
    context.textBaseline = 'middle';
    context.fillText(close.toFixed(DIGITS), right + RATIO + 5 * RATIO, yClose + RATIO / 2);
    this.#lineY = yClose;
  }

  /** Labels that the tag would cut through give way as a whole. */
  #coverLabels(tagY: number, left: number): void {
    const context = this.#overlay;
    context.fillStyle = this.#colours.ground;
    for (const y of this.#labelYs) {
      if (Math.abs(y - tagY) * 2 < TAG + LABEL) context.fillRect(left, y - (LABEL >> 1), context.canvas.width - left, LABEL);
    }
  }
}
