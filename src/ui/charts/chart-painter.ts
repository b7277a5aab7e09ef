/**
 * Paints a chart by hand, in the draw hook of its frame. Whole paints use that one canvas for all; the first tick after one lifts what
 * moves with it onto an overlay, and from then on a tick leaves the history alone. Nothing runs on its own: a change marks what must be
 * painted, and one animation frame paints (`paint-queue.ts`).
 */
import { GAP_BELOW_PX, paintAxes, paintPrices } from './axes-painter.ts';
import { type AxisMark, timeMarks } from './axis-marks.ts';
import type { BarSeries } from './bar-series.ts';
import { watchSize } from './box-size.ts';
import { type Geometry, rectPair } from './candle-rects.ts';
import { type ChartColours, chartColours, listenToTheme } from './chart-colours.ts';
import type { ChartExtra, ChartMarks } from './chart-extra.ts';
import { type ChartLayer, partPlot, pricesHeight } from './chart-layer.ts';
import { ChartOverlay } from './chart-overlay.ts';
import { paintBars, type VolumePane } from './history-painter.ts';
import { labelWidth } from './label-width.ts';
import type { OverlayInput } from './overlay-painter.ts';
import { PaintQueue } from './paint-queue.ts';
import { PlotFrame } from './plot-frame.ts';
import { PriceColumn, standsApart } from './price-column.ts';
import { isSameScale, type PriceScale, VOLUME_SHARE } from './price-range.ts';
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
  readonly #column = new PriceColumn();
  readonly #stopListening: (() => void)[];
  /** Newest bar and last price are on the canvas of the history. */
  #isFlat = true;
  #colours: ChartColours;
  #times: readonly AxisMark[] = [];
  /** It stays as it is in the paint that goes on. */
  #keepsColumn = false;
  /** What was painted last, as a whole: a tick is painted upon it, and whatever changes it asks for a whole paint. */
  #drawn: OverlayInput | undefined;
  #scale: PriceScale | undefined;
  /** Of the box in CSS pixels; 0 while the page is hidden: then nothing is painted. */
  #width = 0;
  #height = 0;
  #ratio = 0;
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

  /** Paints all of it in this task: first candles need not wait for a frame of their own. */
  paintNow(): void {
    this.#measure();
    if (this.#width > 0) this.#queue.paintNow(PAINT.everything);
  }

  #paint(mask: number): void {
    if (this.#width === 0) return;
    if (mask === PAINT.everything) this.#paintEverything();
    else if (mask === PAINT.newest && this.#isFlat) {
      this.#isFlat = false;
      this.#frame.draw(this.#width, this.#height);
    }
    const { extra } = this.#picture;
    if (this.#drawn && this.#overlay.isWanted(this.#isFlat, extra))
      this.#overlay.paint(this.#frame.context.canvas, this.#drawn, extra, this.#isFlat);
    extra?.painted(mask);
  }

  #paintEverything(): void {
    const { series, port, scaling, settings, layer, marks } = this.#picture;
    const { fontPx } = this.#colours;
    // A second time where wider labels leave room for fewer bars.
    for (let axisWidthPx = 0, tries = 0; axisWidthPx !== this.#axisWidthPx && tries < 2; tries++) {
      const { first, last } = port.bars;
      const drawn = layer?.measure(series, first, last);
      const pointSize = 10 ** -settings.digits;
      scaling.measure({ series, first, last, drawn, pointSize, marks: marks?.prices ?? [], hasVolume: this.#hasVolume });
      const labelPx = labelWidth(settings.formatPrice(scaling.range.max), this.#font) / this.#frame.ratio;
      axisWidthPx = this.#axisWidthPx;
      this.#axisWidthPx = Math.ceil(labelPx + AXIS_ROOM_EM * fontPx);
      port.resize(this.#plotWidth());
    }
    this.#times = timeMarks(series, port, settings, fontPx);
    this.#column.mark(scaling.range, this.#pricesHeight() / this.#frame.ratio, settings, fontPx);
    this.#drawWhole();
    this.#tellCandles(port.bars);
    this.#tellScale();
  }

  /** All on one canvas. The column beside the plot is left as it is where all of it is there. */
  #drawWhole(): void {
    const { ratio } = this.#frame;
    const { open, close, length } = this.#picture.series;
    // Labels give way to some marks.
    const parts = [this.#colours, this.#width, this.#height, ratio, this.#picture.settings.isOld, this.#picture.marks];
    const isSame = this.#column.isSame(...parts, open[length - 1], close[length - 1]);
    this.#keepsColumn = isSame && this.#isFlat && this.#drawn !== undefined && standsApart(this.#drawn);
    this.#isFlat = true;
    if (this.#keepsColumn) this.#frame.drawPlot(GAP_BELOW_PX * ratio);
    else this.#frame.draw(this.#width, this.#height);
    this.#keepsColumn = false;
  }

  /** Only where prices are elsewhere: tags are laid out by it. */
  #tellScale(): void {
    if (!this.#drawn) return;
    const { geometry, panes } = this.#drawn;
    const { top, height, ratio, range } = geometry;
    const panePx = panes.map((pane) => pane.top / ratio);
    const scale = { ...range, topPx: top / ratio, heightPx: height / ratio, axisWidthPx: this.#axisWidthPx, panePx };
    if (this.#scale && isSameScale(scale, this.#scale)) return;
    this.#scale = scale;
    this.#onScale(scale);
  }

  #tellCandles({ first, last }: Viewport['bars']): void {
    const count = Math.max(0, last - first + 1);
    if (count === this.#candles) return;
    this.#candles = count;
    this.#box.setAttribute('data-candles', String(count));
  }

  /** Into the frame's canvas: all bars in view but the newest, and that too while all is on one canvas. */
  #paintHistory(): void {
    const { context } = this.#frame;
    const { port, marks } = this.#picture;
    const scene = this.#scene();
    const { series, layer } = scene;
    const { first } = port.bars;
    const last = Math.min(port.bars.last, series.length - 2);
    this.#drawn = scene;
    paintAxes(context, scene, this.#times);
    if (!this.#keepsColumn) paintPrices(context, scene);
    paintBars(context, scene, first, last);
    if (layer || marks) {
      // They may leave the pen as they like.
      context.save();
      layer?.paintHistory(context, scene, first, last);
      marks?.paint(context, scene);
      context.restore();
    }
    if (this.#isFlat) this.#overlay.paintOnto(context, scene, this.#keepsColumn);
  }

  #plotWidth(): number {
    return this.#width > 0 ? Math.max(this.#width - this.#axisWidthPx, 1) : 0;
  }

  get #paneCount(): number {
    return this.#picture.layer?.paneCount ?? 0;
  }

  /** Of the part of the plot that shows prices, in device pixels. */
  #pricesHeight(): number {
    return pricesHeight(this.#frame.plotHeight(this.#height), this.#paneCount, this.#frame.ratio);
  }

  #scene(): OverlayInput {
    const { series, port, scaling, layer, settings } = this.#picture;
    const { ratio } = this.#frame;
    const { prices, panes } = partPlot({ ...this.#frame.inside, view: port.view, range: scaling.range, ratio }, this.#paneCount);
    return {
      ...{ series, geometry: prices, panes, colours: this.#colours, emPx: this.#colours.fontPx * ratio, font: this.#font },
      ...{ layer, volume: this.#volumePane(prices), rects: this.#rects },
      ...{ ticks: this.#column.ticks, formatPrice: settings.formatPrice, isOld: settings.isOld },
    };
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
    if (this.#measure()) this.ask(PAINT.everything);
  }

  /** Takes the size of the box; false where all is as it was. */
  #measure(): boolean {
    const [width, height, ratio] = [this.#box.clientWidth, this.#box.clientHeight, this.#frame.ratio];
    if (width === this.#width && height === this.#height && ratio === this.#ratio) return false;
    [this.#width, this.#height, this.#ratio] = [width, height, ratio];
    this.#picture.port.resize(this.#plotWidth());
    return true;
  }
}
