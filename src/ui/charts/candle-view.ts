/**
 * The chart itself: the frame draws axes and grid, its draw hook paints the bars by hand. Whole paints use that one canvas for all; the first
 * tick after one lifts what moves with it onto an overlay, and from then on a tick leaves the history alone. Nothing runs on its own: a
 * change marks what must be painted, marks merge, one animation frame paints.
 */
import { priceMarks, timeMarks } from './axis-marks.ts';
import type { BarSeries, BarsChange } from './bar-series.ts';
import { watchSize } from './box-size.ts';
import { type Geometry, rectPair } from './candle-rects.ts';
import { type ChartColours, chartColours, listenToTheme } from './chart-colours.ts';
import { type ChartLayer, type LayerScene, partPlot, pricesHeight } from './chart-layer.ts';
import { ChartOverlay } from './chart-overlay.ts';
import { clipToPlot, paintBars, type VolumePane } from './history-painter.ts';
import type { Crosshair, OverlayInput } from './overlay-painter.ts';
import { FONT_FAMILY, FONT_PX, PlotFrame } from './plot-frame.ts';
import { extremes, type PriceRange, priceRange, reachedBy, VOLUME_SHARE } from './price-range.ts';
import type { CandleViewEvents, CandleViewSettings } from './view-settings.ts';
import { Viewport } from './viewport.ts';

/** Kinds of paint; the larger one includes the smaller. */
const CROSSHAIR = 1;
const NEWEST = 2;
const EVERYTHING = 3;
/** Room beside the widest price label. */
const AXIS_ROOM_PX = 12;

export class CandleView {
  readonly #box: HTMLElement;
  readonly #series: BarSeries;
  readonly #events: CandleViewEvents;
  readonly #port: Viewport;
  readonly #frame: PlotFrame;
  readonly #overlay: ChartOverlay;
  /** Newest bar and last price are on the canvas of the history. */
  #isFlat = true;
  readonly #rects = rectPair();
  readonly #stopListening: (() => void)[];
  #settings: CandleViewSettings;
  #colours: ChartColours;
  #range: PriceRange = { min: 0, max: 1 };
  #volumeMax = 0;
  #cross: Crosshair | undefined;
  #layer: ChartLayer | undefined;
  #marks: readonly number[] = [];
  /** Of the box in CSS pixels; 0 while the page is hidden: then nothing is painted. */
  #width = 0;
  #height = 0;
  #axisWidthPx = 48;
  #mask = 0;
  #frameRequest = 0;

  constructor(box: HTMLElement, series: BarSeries, settings: CandleViewSettings, events: CandleViewEvents) {
    this.#box = box;
    this.#series = series;
    this.#settings = settings;
    this.#events = events;
    this.#colours = chartColours(box);
    this.#port = new Viewport(series, events);
    this.#frame = new PlotFrame(box, {
      colours: () => this.#colours,
      timeMarks: () => timeMarks(this.#series, this.#port, this.#settings),
      priceMarks: () => priceMarks(this.#range, this.#pricesHeight() / this.#frame.ratio, this.#settings),
      axisWidthPx: () => this.#axisWidthPx,
      onDraw: () => this.#paintHistory(),
    });
    this.#overlay = new ChartOverlay(box);
    this.#stopListening = [
      series.listen((change) => this.#changed(change)),
      watchSize(box, () => this.#resized()),
      listenToTheme(() => this.#recolour()),
    ];
    this.#changed({ kind: 'reset', count: series.length });
  }

  destroy(): void {
    cancelAnimationFrame(this.#frameRequest);
    for (const stop of this.#stopListening) stop();
    this.#frame.destroy();
    this.#overlay.remove();
  }

  configure(settings: CandleViewSettings): void {
    if (settings.key !== this.#settings.key) this.hideCrosshair();
    this.#settings = settings;
    this.#ask(EVERYTHING);
  }

  /** Draws this upon the candles, or nothing. */
  setLayer(layer: ChartLayer | undefined): void {
    this.#layer = layer;
    this.#ask(EVERYTHING);
  }

  /** Prices that the scale takes in when they are not far from the bars. */
  setMarks(prices: readonly number[]): void {
    if (prices.join() === this.#marks.join()) return;
    this.#marks = prices;
    this.#ask(EVERYTHING);
  }

  /** By CSS pixels; to the right shows older bars. */
  pan(dx: number): void {
    this.#port.panBars(-dx / this.#port.barWidthPx);
    this.#ask(EVERYTHING);
  }

  /** Factor under 1 shows fewer bars; `x` in CSS pixels of the box keeps its place. */
  zoom(factor: number, x?: number): void {
    this.#port.zoom(factor, x);
    this.#ask(EVERYTHING);
  }

  showNewest(): void {
    this.#port.showNewest();
    this.#ask(EVERYTHING);
  }

  /** Puts the crosshair on the bar nearest to a place in the box, in CSS pixels. */
  crosshairAt(x: number, y: number): void {
    if (this.#series.length > 0) this.#setCrosshair({ index: this.#port.barAt(x), y: y * this.#frame.ratio });
  }

  /** Moves the crosshair by bars, from the newest bar in view when there is none; the view follows it. */
  moveCrosshair(bars: number): void {
    if (this.#series.length === 0) return;
    const { first, last } = this.#port.bars;
    const index = this.#cross === undefined ? last : Math.min(Math.max(this.#cross.index + bars, 0), this.#series.length - 1);
    this.#setCrosshair({ index, y: undefined });
    if (index >= first && index <= last) return;
    this.#port.panBars(index < first ? index - first : index - last);
    this.#ask(EVERYTHING);
  }

  hideCrosshair(): void {
    if (this.#cross) this.#setCrosshair(undefined);
  }

  hasCrosshair(): boolean {
    return this.#cross !== undefined;
  }

  #setCrosshair(crosshair: Crosshair | undefined): void {
    this.#cross = crosshair;
    this.#events.onCrosshair(crosshair?.index);
    this.#ask(CROSSHAIR);
  }

  #changed(change: BarsChange): void {
    const port = this.#port;
    const last = this.#series.length - 1;
    this.#box.dataset.last = last >= 0 ? String(this.#series.close[last]) : '';
    if (change.kind === 'last') {
      this.#lastMoved(last);
      if (this.#cross?.index === last) this.#events.onCrosshair(last);
      return;
    }
    if (change.kind === 'reset') {
      this.hideCrosshair();
      port.placeAfterReset(this.#settings.key);
    } else if (change.kind === 'older') {
      port.keepBehindOlder(change.count);
      if (this.#cross) this.#cross = { ...this.#cross, index: this.#cross.index + change.count };
    } else if (change.kind === 'append') port.followAppended();
    if (change.kind !== 'inner') this.#events.onBars();
    this.#ask(EVERYTHING);
  }

  /** The newest bar alone moved: the overlay is enough while it stays inside the scales. */
  #lastMoved(last: number): void {
    const series = this.#series;
    const { min, max } = this.#range;
    const isOutside =
      (series.high[last] as number) > max ||
      (series.low[last] as number) < min ||
      (series.volume[last] as number) > this.#volumeMax ||
      this.#layer?.fits(series) === false;
    this.#ask(isOutside && this.#port.bars.last === last ? EVERYTHING : NEWEST);
  }

  #ask(mask: number): void {
    this.#mask = Math.max(this.#mask, mask);
    if (this.#frameRequest === 0 && this.#width > 0) this.#frameRequest = requestAnimationFrame(() => this.#paint());
  }

  #paint(): void {
    this.#frameRequest = 0;
    if (this.#width === 0) return;
    const mask = this.#mask;
    this.#mask = 0;
    if (mask === EVERYTHING) this.#paintEverything();
    else if (mask === NEWEST && this.#isFlat) {
      this.#isFlat = false;
      this.#drawFrame();
    }
    this.#overlay.paint(this.#frame.context.canvas, this.#overlayInput(), this.#isFlat);
  }

  #paintEverything(): void {
    const series = this.#series;
    const settings = this.#settings;
    const { first, last } = this.#port.bars;
    const found = extremes(series, first, last);
    const drawn = this.#layer?.measure(series, first, last);
    if (found) {
      this.#range = priceRange(reachedBy(found, drawn, this.#marks), 10 ** -settings.digits, this.#hasVolume);
      this.#volumeMax = found.volume;
    }
    const axisWidthPx = this.#overlay.labelWidth(settings.formatPrice(this.#range.max)) + AXIS_ROOM_PX;
    if (axisWidthPx !== this.#axisWidthPx) {
      this.#axisWidthPx = axisWidthPx;
      this.#port.resize(this.#plotWidth());
    }
    this.#isFlat = true;
    this.#drawFrame();
    this.#box.dataset.candles = String(Math.max(0, last - first + 1));
    this.#tellScale();
  }

  #drawFrame(): void {
    const { min, max } = this.#range;
    const height = this.#height;
    // The frame's scale reaches on below the prices, as far as the panes do.
    const span = (max - min) * (this.#frame.plotHeight(height) / this.#pricesHeight());
    this.#frame.draw({ width: this.#width, height, view: this.#port.view, range: { min: max - span, max } });
  }

  #tellScale(): void {
    const { top, height, ratio } = this.#geometry().prices;
    this.#events.onScale({ ...this.#range, topPx: top / ratio, heightPx: height / ratio, axisWidthPx: this.#axisWidthPx });
  }

  /** Into the frame's canvas: all bars in view but the newest, and that too while all is on one canvas. */
  #paintHistory(): void {
    const { context } = this.#frame;
    const scene = this.#scene();
    const { series, geometry, colours } = scene;
    const { first } = this.#port.bars;
    const last = Math.min(this.#port.bars.last, series.length - 2);
    clipToPlot(context, geometry);
    paintBars(context, { series, first, last, geometry, colours, volume: this.#volumePane(geometry), rects: this.#rects });
    context.restore();
    this.#layer?.paintHistory(context, scene, first, last);
    if (this.#isFlat) this.#overlay.paintOnto(context, this.#overlayInput());
  }

  #overlayInput(): OverlayInput {
    const settings = this.#settings;
    const scene = this.#scene();
    return {
      ...scene,
      layer: this.#layer,
      volume: this.#volumePane(scene.geometry),
      crosshair: this.#cross,
      formatPrice: settings.formatPrice,
      formatTime: (timeMs) => settings.formatTime(timeMs, 'full'),
    };
  }

  #plotWidth(): number {
    return this.#width > 0 ? Math.max(this.#width - this.#axisWidthPx, 1) : 0;
  }

  /** Of the part of the plot that shows prices, in device pixels. */
  #pricesHeight(): number {
    return pricesHeight(this.#frame.plotHeight(this.#height), this.#layer?.paneCount ?? 0);
  }

  #geometry(): { prices: Geometry; panes: Geometry[] } {
    const plot = { ...this.#frame.inside, view: this.#port.view, range: this.#range, ratio: this.#frame.ratio };
    return partPlot(plot, this.#layer?.paneCount ?? 0);
  }

  #scene(): LayerScene {
    const { prices, panes } = this.#geometry();
    const font = `${FONT_PX * prices.ratio}px ${FONT_FAMILY}`;
    return { series: this.#series, geometry: prices, panes, colours: this.#colours, font };
  }

  get #hasVolume(): boolean {
    return this.#series.hasVolume && this.#settings.hasVolume !== false;
  }

  #volumePane(geometry: Geometry): VolumePane | undefined {
    if (!this.#hasVolume) return undefined;
    return { heightPx: Math.round(geometry.height * VOLUME_SHARE * 0.9), volumeMax: this.#volumeMax };
  }

  #recolour(): void {
    this.#colours = chartColours(this.#box);
    this.#ask(EVERYTHING);
  }

  #resized(): void {
    this.#width = this.#box.clientWidth;
    this.#height = this.#box.clientHeight;
    this.#port.resize(this.#plotWidth());
    if (this.#width === 0) return;
    this.#ask(EVERYTHING);
  }
}
