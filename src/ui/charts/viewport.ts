/**
 * Where a chart is: its view, and the rules that keep it in place when bars are added, put in front or loaded again. Says when
 * older bars are wanted and whether the newest one is in sight.
 */
import type { BarSeries } from './bar-series.ts';
import { followsNewest, newestView, pannedView, resizedView, type ViewRange, visibleBars, wantsOlder, zoomedView } from './view-range.ts';

export class Viewport {
  view: ViewRange = { from: -0.5, to: 0.5 };
  readonly #series: BarSeries;
  readonly #events: { onOlder: () => void; onFollow: (following: boolean) => void };
  /** Width of the plot in CSS pixels; 0 while the page is hidden or not laid out. */
  #widthPx = 0;
  #following = true;
  /** Time of the bar at the right edge, to find the place again after a reload. */
  #rightTimeMs = 0;
  #shownKey = '';

  constructor(series: BarSeries, events: { onOlder: () => void; onFollow: (following: boolean) => void }) {
    this.#series = series;
    this.#events = events;
  }

  get span(): number {
    return Math.max(this.view.to - this.view.from, 1e-6);
  }

  /** CSS pixels from one bar to the next. */
  get barWidthPx(): number {
    return Math.max(this.#widthPx, 1) / this.span;
  }

  /** Bars in view, clipped to what there is. */
  get bars(): { first: number; last: number } {
    return visibleBars(this.view, this.#series.length);
  }

  /** The bar in view nearest to a place in CSS pixels. */
  barAt(x: number): number {
    const { first, last } = this.bars;
    return Math.min(Math.max(Math.round(this.view.from + x / this.barWidthPx), first), Math.max(first, last));
  }

  /** Middle of a bar in CSS pixels. */
  barX(index: number): number {
    return (index - this.view.from) * this.barWidthPx;
  }

  panBars(bars: number): void {
    this.#move(pannedView(this.view, bars, this.#series.length));
  }

  /** `x`: place in CSS pixels that stays; the middle when absent. */
  zoom(factor: number, x = this.#widthPx / 2): void {
    const anchor = this.view.from + Math.min(Math.max(x, 0), this.#widthPx) / this.barWidthPx;
    this.#move(zoomedView(this.view, factor, anchor, this.#widthPx, this.#series.length));
  }

  showNewest(): void {
    this.#move(newestView(this.#series.length, Math.max(this.#widthPx, 1), this.barWidthPx));
  }

  /** As a chart opens: the newest bars, in the width that they have then. */
  reset(): void {
    this.#move(newestView(this.#series.length, Math.max(this.#widthPx, 1)));
  }

  /** All bars were replaced. Another chart opens at its newest bars; the same one, read again, keeps its place in time and its zoom. */
  placeAfterReset(key: string): void {
    const { span } = this;
    const series = this.#series;
    const isSame = this.#shownKey === key;
    const keeps = isSame && !this.#following && series.length > 0;
    this.#shownKey = key;
    if (!keeps) this.view = newestView(series.length, Math.max(this.#widthPx, 1), isSame ? this.barWidthPx : undefined);
    else {
      let index = series.length - 1;
      while (index > 0 && (series.time[index] as number) > this.#rightTimeMs) index--;
      this.view = pannedView({ from: index + 0.5 - span, to: index + 0.5 }, 0, series.length);
    }
    this.#note();
  }

  /** Bars were put in front: what is seen stays where it is. */
  keepBehindOlder(count: number): void {
    this.view = { from: this.view.from + count, to: this.view.to + count };
    this.#note();
  }

  /** A bar began: the view goes along when it showed the newest one before. */
  followAppended(): void {
    if (followsNewest(this.view, this.#series.length - 1)) this.view = { from: this.view.from + 1, to: this.view.to + 1 };
    this.#note();
  }

  resize(widthPx: number): void {
    const before = this.#widthPx;
    if (widthPx === before) return;
    this.#widthPx = widthPx;
    if (widthPx <= 0) return;
    if (before > 0) this.view = resizedView(this.view, before, widthPx);
    else if (this.#following) this.view = newestView(this.#series.length, widthPx);
    this.#note();
  }

  #move(view: ViewRange): void {
    this.view = view;
    this.#note();
  }

  #note(): void {
    const { view } = this;
    const series = this.#series;
    if (series.length === 0 || this.#widthPx <= 0) return;
    const following = followsNewest(view, series.length);
    if (following !== this.#following) this.#events.onFollow(following);
    this.#following = following;
    const right = Math.min(series.length - 1, Math.max(0, Math.round(view.to - 0.5)));
    this.#rightTimeMs = series.time[right] as number;
    if (wantsOlder(view)) this.#events.onOlder();
  }
}
