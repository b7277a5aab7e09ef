/**
 * Paints a chart by hand, in the draw hook of its frame. Whole paints use that one canvas for all; the first tick after one lifts what
 * moves with it onto an overlay, and from then on a tick leaves the history alone. Nothing runs on its own: a change marks what must be
 * painted, and one animation frame paints (`paint-queue.ts`).
 */
import { type Axes, paintAxes } from './axes-painter.ts';
import { priceMarks, timeMarks } from './axis-marks.ts';
import type { BarSeries } from './bar-series.ts';
import { watchSize } from './box-size.ts';
import { type Geometry, rectPair } from './candle-rects.ts';
import { type ChartColours, chartColours, listenToTheme } from './chart-colours.ts';
import type { ChartExtra, ChartMarks } from './chart-extra.ts';
import { type ChartLayer, type LayerScene, partPlot, pricesHeight } from './chart-layer.ts';
import { ChartOverlay } from './chart-overlay.ts';
import { paintBars, type VolumePane } from './history-painter.ts';
import { labelWidth } from './label-width.ts';
import type { OverlayInput } from './overlay-painter.ts';
import { PaintQueue } from './paint-queue.ts';
import { PlotFrame } from './plot-frame.ts';
import { type PriceScale, VOLUME_SHARE } from './price-range.ts';
import type { PriceScaling } from './price-scaling.ts';
import type { CandleViewSettings } from './view-settings.ts';
import type { Viewport } from './viewport.ts';

/** Kinds of paint; the larger one includes the smaller. */
export const PAINT = { extra: 1, newest: 2, everything: 3 } as const;
/** Room beside the widest price label, in sizes of the text. */
const AXIS_ROOM_EM = 1;
/** Room above and below the labels of time, together. */
const TIME_AXIS_ROOM_PX = 10;
const FONT_FAMILY = 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif';

/** What a chart shows: changed by the view, read by the painter. */
export type ChartPicture = {
  readonly series: BarSeries;
  readonly port: Viewport;
  readonly scaling: PriceScaling;
  settings: CandleViewSettings;
  layer: ChartLayer | undefined;
  marks: ChartMarks | undefined;
  extra: ChartExtra | undefined;
};

export class ChartPainter {
  readonly #box: HTMLElement;
  readonly #picture: ChartPicture;
  readonly #onScale: (scale: PriceScale) => void;
  readonly #frame: PlotFrame;
  readonly #overlay: ChartOverlay;
  readonly #queue = new PaintQueue((mask) => this.#paint(mask));
  readonly #rects = rectPair();
  readonly #stopListening: (() => void)[];
  /** Newest bar and last price are on the canvas of the history. */
  #isFlat = true;
  #colours: ChartColours;
  #axes: Axes = { times: [], prices: [] };
  /** Of the box in CSS pixels; 0 while the page is hidden: then nothing is painted. */
  #width = 0;
  #height = 0;
  #axisWidthPx = 48;
  /** How many are in view, as the box says. */
  #candles = -1;

  /** `onScale`: where prices are now; told after each whole paint. */
  constructor(box: HTMLElement, picture: ChartPicture, onScale: (scale: PriceScale) => void) {
    this.#box = box;
    this.#picture = picture;
    this.#onScale = onScale;
    this.#colours = chartColours(box);
    this.#frame = new PlotFrame(box, {
      axisWidthPx: () => this.#axisWidthPx,
      axisHeightPx: () => Math.ceil(this.#colours.fontPx) + TIME_AXIS_ROOM_PX,
      onDraw: () => this.#paintHistory(),
    });
    this.#overlay = new ChartOverlay(box);
    this.#stopListening = [watchSize(box, () => this.#resized()), listenToTheme(() => this.#recolour())];
  }

  destroy(): void {
    this.#queue.stop();
    for (const stop of this.#stopListening) stop();
    this.#frame.destroy();
    this.#overlay.remove();
  }

  /** Has this painted with the next frame. */
  ask(mask: number): void {
    if (this.#width > 0) this.#queue.ask(mask);
  }

  #paint(mask: number): void {
    if (this.#width === 0) return;
    if (mask === PAINT.everything) this.#paintEverything();
    else if (mask === PAINT.newest && this.#isFlat) {
      this.#isFlat = false;
      this.#frame.draw(this.#width, this.#height);
    }
    const { extra } = this.#picture;
    if (this.#overlay.isWanted(this.#isFlat, extra))
      this.#overlay.paint(this.#frame.context.canvas, this.#overlayInput(this.#scene()), this.#isFlat);
    extra?.painted(mask);
  }

  #paintEverything(): void {
    const { series, port, scaling, settings, layer, marks } = this.#picture;
    const { first, last } = port.bars;
    scaling.measure({
      ...{ series, first, last },
      drawn: layer?.measure(series, first, last),
      marks: marks?.prices ?? [],
      priceStep: 10 ** -settings.digits,
      hasVolume: this.#hasVolume,
    });
    const { range } = scaling;
    const { fontPx } = this.#colours;
    const labelPx = labelWidth(settings.formatPrice(range.max), this.#font) / this.#frame.ratio;
    const axisWidthPx = Math.ceil(labelPx + AXIS_ROOM_EM * fontPx);
    if (axisWidthPx !== this.#axisWidthPx) {
      this.#axisWidthPx = axisWidthPx;
      port.resize(this.#plotWidth());
    }
    this.#axes = {
      times: timeMarks(series, port, settings, fontPx),
      prices: priceMarks(range, this.#pricesHeight() / this.#frame.ratio, settings, fontPx),
    };
    this.#isFlat = true;
    this.#frame.draw(this.#width, this.#height);
    this.#tellCandles(Math.max(0, last - first + 1));
    const { top, height, ratio } = this.#geometry().prices;
    this.#onScale({ ...range, topPx: top / ratio, heightPx: height / ratio, axisWidthPx: this.#axisWidthPx });
  }

  #tellCandles(count: number): void {
    if (count === this.#candles) return;
    this.#candles = count;
    this.#box.setAttribute('data-candles', String(count));
  }

  /** Into the frame's canvas: all bars in view but the newest, and that too while all is on one canvas. */
  #paintHistory(): void {
    const { context } = this.#frame;
    const { port, layer, marks } = this.#picture;
    const scene = this.#scene();
    const { series, geometry, colours } = scene;
    const { first } = port.bars;
    const last = Math.min(port.bars.last, series.length - 2);
    paintAxes(context, scene, this.#axes);
    paintBars(context, { series, first, last, geometry, colours, volume: this.#volumePane(geometry), rects: this.#rects });
    if (layer || marks) {
      // They may leave the pen as they like.
      context.save();
      layer?.paintHistory(context, scene, first, last);
      marks?.paint(context, scene);
      context.restore();
    }
    if (this.#isFlat) this.#overlay.paintOnto(context, this.#overlayInput(scene));
  }

  #overlayInput(scene: LayerScene): OverlayInput {
    const { layer, extra, settings } = this.#picture;
    const volume = this.#volumePane(scene.geometry);
    return { ...scene, layer, extra, volume, rects: this.#rects, ticks: this.#axes.prices, formatPrice: settings.formatPrice };
  }

  #plotWidth(): number {
    return this.#width > 0 ? Math.max(this.#width - this.#axisWidthPx, 1) : 0;
  }

  get #paneCount(): number {
    return this.#picture.layer?.paneCount ?? 0;
  }

  /** Of the part of the plot that shows prices, in device pixels. */
  #pricesHeight(): number {
    return pricesHeight(this.#frame.plotHeight(this.#height), this.#paneCount);
  }

  #geometry(): { prices: Geometry; panes: Geometry[] } {
    const { port, scaling } = this.#picture;
    return partPlot({ ...this.#frame.inside, view: port.view, range: scaling.range, ratio: this.#frame.ratio }, this.#paneCount);
  }

  #scene(): LayerScene {
    const { prices, panes } = this.#geometry();
    const emPx = this.#colours.fontPx * prices.ratio;
    const { series } = this.#picture;
    return { series, geometry: prices, panes, colours: this.#colours, emPx, font: this.#font };
  }

  /** In device pixels. */
  get #font(): string {
    return `${this.#colours.fontPx * this.#frame.ratio}px ${FONT_FAMILY}`;
  }

  get #hasVolume(): boolean {
    return this.#picture.series.hasVolume && this.#picture.settings.hasVolume !== false;
  }

  #volumePane(geometry: Geometry): VolumePane | undefined {
    if (!this.#hasVolume) return undefined;
    return { heightPx: Math.round(geometry.height * VOLUME_SHARE * 0.9), volumeMax: this.#picture.scaling.volumeMax };
  }

  #recolour(): void {
    this.#colours = chartColours(this.#box);
    this.ask(PAINT.everything);
  }

  #resized(): void {
    this.#width = this.#box.clientWidth;
    this.#height = this.#box.clientHeight;
    this.#picture.port.resize(this.#plotWidth());
    this.ask(PAINT.everything);
  }
}
