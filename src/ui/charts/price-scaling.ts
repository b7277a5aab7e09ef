/** Which prices and volumes a chart shows: what the bars in view need, drawn in or out by hand where somebody did. */
import type { BarSeries } from './bar-series.ts';
import { extremes, type PriceRange, priceRange, reachedBy, stretchedRange } from './price-range.ts';

/** How far the scale may be drawn in and out. */
const FACTOR_MIN = 0.2;
const FACTOR_MAX = 8;

type Asked = {
  readonly series: BarSeries;
  readonly first: number;
  readonly last: number;
  readonly drawn: { low: number; high: number } | undefined;
  readonly marks: readonly number[];
  readonly pointSize: number;
  readonly hasVolume: boolean;
};

export class PriceScaling {
  range: PriceRange = { min: 0, max: 1 };
  volumeMax = 0;
  /** Of the automatic scale; 1 while nobody drew it. */
  #factor = 1;

  /** Over 1 shows more prices. */
  stretch(by: number): void {
    this.#factor = Math.min(Math.max(this.#factor * by, FACTOR_MIN), FACTOR_MAX);
  }

  reset(): void {
    this.#factor = 1;
  }

  /** Looks at the bars in view; without any the scale stays. */
  measure({ series, first, last, drawn, marks, pointSize, hasVolume }: Asked): void {
    const found = extremes(series, first, last);
    if (!found) return;
    this.volumeMax = found.volume;
    const automatic = priceRange(reachedBy(found, drawn, marks), pointSize, hasVolume);
    const close = series.close[series.length - 1] as number;
    const middle = (found.low + found.high) / 2;
    const range = stretchedRange(automatic, this.#factor, last === series.length - 1 ? close : middle);
    // The same prices are the same object: what was worked out of it stays.
    if (range.min !== this.range.min || range.max !== this.range.max) this.range = range;
  }

  /** True while the newest bar needs no other scale. In one that was drawn by hand only its close must be in sight. */
  holds({ high, low, close, volume, length }: BarSeries): boolean {
    const last = length - 1;
    const { min, max } = this.range;
    const [top, bottom] = this.#factor === 1 ? [high, low] : [close, close];
    return (top[last] as number) <= max && (bottom[last] as number) >= min && (volume[last] as number) <= this.volumeMax;
  }
}
