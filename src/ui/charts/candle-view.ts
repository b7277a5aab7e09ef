/** A chart in its box, as others use it: which bars it shows and how, and what is drawn upon them. How it is painted is in `chart-painter.ts`. */
import type { BarSeries, BarsChange } from './bar-series.ts';
import type { ChartExtra, ChartMarks } from './chart-extra.ts';
import type { ChartLayer } from './chart-layer.ts';
import { ChartPainter, type ChartPicture, PAINT } from './chart-painter.ts';
import { PriceScaling } from './price-scaling.ts';
import type { CandleViewEvents, CandleViewSettings } from './view-settings.ts';
import { Viewport } from './viewport.ts';

export class CandleView {
  readonly box: HTMLElement;
  readonly series: BarSeries;
  readonly #events: CandleViewEvents;
  readonly #picture: ChartPicture;
  readonly #painter: ChartPainter;
  readonly #stopListening: () => void;

  constructor(box: HTMLElement, series: BarSeries, settings: CandleViewSettings, events: CandleViewEvents) {
    this.box = box;
    this.series = series;
    this.#events = events;
    const [port, scaling] = [new Viewport(series, events), new PriceScaling()];
    this.#picture = { series, port, scaling, settings, layer: undefined, marks: undefined, extra: undefined };
    this.#painter = new ChartPainter(box, this.#picture, events.onScale);
    this.#stopListening = series.listen((change) => this.#changed(change));
    this.#changed({ kind: 'reset', count: series.length });
  }

  destroy(): void {
    this.#stopListening();
    this.#painter.destroy();
  }

  get settings(): CandleViewSettings {
    return this.#picture.settings;
  }

  get extra(): ChartExtra | undefined {
    return this.#picture.extra;
  }

  /** Where bars are along the box. */
  get port(): Pick<Viewport, 'barAt' | 'barX' | 'bars'> {
    return this.#picture.port;
  }

  configure(settings: CandleViewSettings): void {
    if (settings === this.settings) return;
    if (settings.key !== this.settings.key) this.#picture.scaling.reset();
    this.#picture.settings = settings;
    this.#paintAll();
  }

  /** Draws this upon the candles, or nothing. */
  setLayer(layer: ChartLayer | undefined): void {
    if (layer === this.#picture.layer) return;
    this.#picture.layer = layer;
    this.#paintAll();
  }

  setMarks(marks: ChartMarks | undefined): void {
    if (marks === this.#picture.marks) return;
    this.#picture.marks = marks;
    this.#paintAll();
  }

  setExtra(extra: ChartExtra | undefined): void {
    this.#picture.extra = extra;
    this.paintExtra();
  }

  paintExtra(): void {
    this.#painter.ask(PAINT.extra);
  }

  /** By CSS pixels; to the right shows older bars. */
  pan(dx: number): void {
    this.#picture.port.panBars(-dx / this.#picture.port.barWidthPx);
    this.#paintAll();
  }

  /** Factor under 1 shows fewer bars; `x` in CSS pixels of the box keeps its place. */
  zoom(factor: number, x?: number): void {
    this.#picture.port.zoom(factor, x);
    this.#paintAll();
  }

  /** Factor over 1 shows more prices; without one the scale is automatic again. */
  stretch(factor?: number): void {
    if (factor === undefined) this.#picture.scaling.reset();
    else this.#picture.scaling.stretch(factor);
    this.#paintAll();
  }

  showNewest(): void {
    this.#picture.port.showNewest();
    this.#paintAll();
  }

  /** The newest bars as wide as a chart opens with, on the automatic scale. */
  resetView(): void {
    this.#picture.port.reset();
    this.stretch();
  }

  /** Moves the view as little as it takes to have a bar in it. */
  showBar(index: number): void {
    const { port } = this.#picture;
    const { first, last } = port.bars;
    if (index >= first && index <= last) return;
    port.panBars(index < first ? index - first : index - last);
    this.#paintAll();
  }

  #changed(change: BarsChange): void {
    const { series } = this;
    const { port, extra, settings } = this.#picture;
    const last = series.length - 1;
    extra?.changed(change);
    if (change.kind === 'last') {
      this.#lastMoved(last);
      return;
    }
    if (change.kind === 'reset') port.placeAfterReset(settings.key);
    else if (change.kind === 'older') port.keepBehindOlder(change.count);
    else if (change.kind === 'append') port.followAppended();
    if (change.kind !== 'inner') this.#events.onBars();
    if (change.kind === 'reset' && change.count > 0) this.#painter.paintNow();
    else this.#paintAll();
  }

  /** The newest bar alone moved: the overlay is enough while it stays inside the scales. */
  #lastMoved(last: number): void {
    const { port, scaling, layer } = this.#picture;
    const fits = scaling.holds(this.series) && layer?.fits(this.series) !== false;
    this.#painter.ask(!fits && port.bars.last === last ? PAINT.everything : PAINT.newest);
  }

  #paintAll(): void {
    this.#painter.ask(PAINT.everything);
  }
}
