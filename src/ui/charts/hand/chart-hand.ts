/**
 * What a hand does with a chart beside pan and zoom: crosshair, a pinned price, measuring, drawing the scale, the way back to the start. Which press is
 * which: `chart-gestures.ts`. It holds where these are, by bar and price, so that they stay there while the chart moves.
 */
import { batch, type ReadonlySignal, signal } from '@preact/signals';
import type { Bar, BarsChange } from '../bar-series.ts';
import type { CandleView } from '../candle-view.ts';
import type { ChartExtra } from '../chart-extra.ts';
import { DOUBLE_TAP, type Grip, isApart, type Spot } from '../chart-gestures.ts';
import { PAINT } from '../chart-painter.ts';
import type { TagScene } from '../pen.ts';
import { priceAtY, pricePerPx } from '../price-place.ts';
import type { PriceScale } from '../price-range.ts';
import type { CandleViewSettings } from '../view-settings.ts';
import { paintCrosshair } from './crosshair-painter.ts';
import { type ChartPlace, type Measure, measureBetween } from './measure.ts';

/** Pixels of the axis that double the prices in view. */
const STRETCH_DOUBLE_PX = 120;

/** `price` undefined: at the close of its bar. `isPinned`: somebody points at this price, and may act on it. */
type Cross = { readonly index: number; readonly price: number | undefined; readonly isPinned: boolean };
/** A bar as the legend tells it. `before`: the close that it is compared with. */
export type Reading = Bar & { readonly index: number; readonly before: number };

export class ChartHand implements ChartExtra {
  readonly view: CandleView;
  readonly cross = signal<Cross | undefined>(undefined);
  readonly measured = signal<readonly [ChartPlace, ChartPlace] | undefined>(undefined);
  /** Goes up when numbers may be others: with the paint that follows a change of the bars, of their words or of the crosshair. */
  readonly paints = signal(0);
  /** Goes up when places may be elsewhere: when everything was painted. */
  readonly moves = signal(0);
  readonly #scale: ReadonlySignal<PriceScale | undefined>;
  /** Bars or crosshair have changed since the last paint. */
  #isStale = true;
  /** The words of the last paint. */
  #settings: CandleViewSettings | undefined;
  #lastTap: (Spot & { readonly atMs: number }) | undefined;
  /** The measure goes on to wherever the crosshair is moved. */
  #isMeasuring = false;

  constructor(view: CandleView, scale: ReadonlySignal<PriceScale | undefined>) {
    this.view = view;
    this.#scale = scale;
  }

  get isShown(): boolean {
    return this.cross.peek() !== undefined;
  }

  paint(context: CanvasRenderingContext2D, scene: TagScene): void {
    const at = this.place();
    if (at) paintCrosshair(context, scene, at, this.view.settings);
  }

  changed({ kind, count }: BarsChange): void {
    this.#isStale = true;
    if (kind === 'reset') this.clear();
    if (kind !== 'older') return;
    const moved = <P extends { readonly index: number }>(place: P): P => ({ ...place, index: place.index + count });
    const [cross, measured] = [this.cross.peek(), this.measured.peek()];
    if (cross) this.cross.value = moved(cross);
    if (measured) this.measured.value = [moved(measured[0]), moved(measured[1])];
  }

  painted(mask: number): void {
    batch(() => {
      // A pan has no new numbers.
      if (this.#isStale || this.view.settings !== this.#settings) this.paints.value++;
      this.#isStale = false;
      this.#settings = this.view.settings;
      if (mask === PAINT.everything) this.moves.value++;
    });
  }

  drag(from: Spot): Grip | undefined {
    if (!this.#isOnAxis(from)) return undefined;
    let { y } = from;
    return {
      isOwn: true,
      move: ([finger]) => {
        if (!finger) return;
        this.view.stretch(2 ** ((finger.y - y) / STRETCH_DOUBLE_PX));
        y = finger.y;
      },
    };
  }

  hold(fingers: readonly Spot[]): Grip | undefined {
    if (this.view.series.length === 0) return undefined;
    this.clear();
    const move = (now: readonly Spot[]) => (now.length === 2 ? this.#measure(now) : this.#pointAt(now[0] as Spot, true));
    move(fingers);
    return { isOwn: true, move };
  }

  /** Takes away what is pinned or measured; a second tap goes back to how the chart opened. */
  tap(at: Spot, atMs: number): void {
    const before = this.#lastTap;
    this.clear();
    const isDouble = before && atMs - before.atMs < DOUBLE_TAP.ms && !isApart(at, before, DOUBLE_TAP.px);
    this.#lastTap = isDouble ? undefined : { ...at, atMs };
    if (!isDouble) return;
    if (this.#isOnAxis(at)) this.view.stretch();
    else this.view.resetView();
  }

  hover(at: Spot | undefined): void {
    if (this.cross.peek()?.isPinned) return;
    if (at && this.view.series.length > 0) this.#pointAt(at, false);
    else this.#setCross(undefined);
  }

  /** Pins the price at a place, as holding a finger there does. */
  pinAt(at: Spot): void {
    if (this.view.series.length > 0) this.#pointAt(at, true);
  }

  /** Pins the crosshair where it is, at the newest bar in view when there is none. */
  pin(): void {
    const at = this.place() ?? this.#newestPlace();
    if (at) this.#setCross({ ...at, isPinned: true });
  }

  /** Moves the crosshair by bars, from the newest bar in view when there is none; the view follows it. */
  moveBars(bars: number): void {
    const at = this.cross.peek();
    const newest = this.#newestPlace();
    if (!newest) return;
    const index = at ? Math.min(Math.max(at.index + bars, 0), this.view.series.length - 1) : newest.index;
    this.#setCross({ index, price: at?.price, isPinned: false });
    this.view.showBar(index);
  }

  /** Moves the crosshair by so many pixels of the price axis. */
  movePrice(pixels: number): void {
    const at = this.place() ?? this.#newestPlace();
    const scale = this.#scale.peek();
    if (!at || !scale) return;
    const step = Math.max(pricePerPx(scale), 10 ** -this.view.settings.digits);
    const price = Math.min(Math.max(at.price + pixels * step, scale.min), scale.max);
    this.#setCross({ index: at.index, price: this.#rounded(price), isPinned: false });
  }

  /** Measures from the crosshair to itself: it is moved on from there. A second time ends it. */
  toggleMeasure(): void {
    const at = this.place() ?? this.#newestPlace();
    if (!at) return;
    if (!this.cross.peek()) this.#setCross({ ...at, isPinned: false });
    this.#isMeasuring = !this.#isMeasuring;
    this.measured.value = this.#isMeasuring ? [at, at] : undefined;
  }

  /** Takes crosshair and measure away. True when there was any. */
  clear(): boolean {
    const was = this.isShown || this.measured.peek() !== undefined;
    this.#isMeasuring = false;
    this.measured.value = undefined;
    this.#setCross(undefined);
    return was;
  }

  /** Where the crosshair is, by bar and price. */
  place(): ChartPlace | undefined {
    const at = this.cross.value;
    return at && { index: at.index, price: at.price ?? (this.view.series.close[at.index] as number) };
  }

  /** What is measured, by numbers. */
  measure(): Measure | undefined {
    const places = this.measured.value;
    return places && measureBetween(this.view.series, places[0], places[1]);
  }

  /** The bar under the crosshair, else the newest. */
  reading(): Reading | undefined {
    const { series } = this.view;
    const index = this.cross.peek()?.index ?? series.length - 1;
    if (index < 0 || index >= series.length) return undefined;
    const bar = series.at(index);
    return { ...bar, index, before: index > 0 ? (series.close[index - 1] as number) : bar.open };
  }

  #newestPlace(): ChartPlace | undefined {
    const { last } = this.view.port.bars;
    const price = this.view.series.close[last];
    return last < 0 || price === undefined || this.view.series.length === 0 ? undefined : { index: last, price };
  }

  #measure(fingers: readonly Spot[]): void {
    const [a, b] = fingers.map((finger) => this.#placeOf(finger)) as [ChartPlace, ChartPlace];
    this.measured.value = [a, b];
  }

  #pointAt(spot: Spot, isPinned: boolean): void {
    this.#setCross({ ...this.#placeOf(spot), isPinned });
  }

  #setCross(cross: Cross | undefined): void {
    if (cross === this.cross.peek()) return;
    this.#isStale = true;
    batch(() => {
      this.cross.value = cross;
      const [places, at] = [this.measured.peek(), this.place()];
      if (this.#isMeasuring && places && at) this.measured.value = [places[0], at];
    });
    this.view.paintExtra();
  }

  /** The nearest bar, and the price there as the product has them; below the prices it is the lowest. */
  #placeOf({ x, y }: Spot): ChartPlace {
    const scale = this.#scale.peek();
    const index = this.view.port.barAt(x);
    if (!scale) return { index, price: this.view.series.close[index] as number };
    return { index, price: this.#rounded(Math.min(Math.max(priceAtY(scale, y), scale.min), scale.max)) };
  }

  #rounded(price: number): number {
    return Number(price.toFixed(this.view.settings.digits));
  }

  #isOnAxis({ x }: Spot): boolean {
    return x > this.view.box.clientWidth - (this.#scale.peek()?.axisWidthPx ?? 0);
  }
}
