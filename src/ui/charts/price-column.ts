/**
 * The column beside the plot: labels of prices, and the tag of the newest. While one pans it is the same in most frames, and then it stays:
 * its letters and the round tag cost a third of what the candles do.
 */
import { GAP_BELOW_PX } from './axes-painter.ts';
import { type AxisMark, priceMarks } from './axis-marks.ts';
import { priceY } from './candle-rects.ts';
import { footOf } from './chart-layer.ts';
import type { OverlayInput } from './overlay-painter.ts';
import { labelHeight, tagHeight } from './pen.ts';

type Parts = readonly unknown[];

const isSame = (a: Parts, b: Parts): boolean => a.length === b.length && a.every((part, at) => part === b[at]);

export class PriceColumn {
  ticks: readonly AxisMark[] = [];
  /** Of what the labels were made, and what was painted: told apart by identity. */
  #madeOf: Parts = [];
  #painted: Parts = [];

  /** Makes its labels, where they may be others. */
  mark(...of: Parameters<typeof priceMarks>): void {
    if (!isSame(of, this.#madeOf)) this.ticks = priceMarks(...of);
    this.#madeOf = of;
  }

  /** True when nothing that it shows is another than the last time. `parts`: what it hangs on beside its labels. */
  isSame(...parts: Parts): boolean {
    const before = this.#painted;
    this.#painted = [this.ticks, ...parts];
    return isSame(before, this.#painted);
  }
}

/** True when all of the column stands above the labels of time, which may reach under it, and no indicator writes into it. */
export function standsApart(scene: OverlayInput): boolean {
  const { series, geometry, layer } = scene;
  const [lowest] = scene.ticks;
  const foot = footOf(scene) + GAP_BELOW_PX * geometry.ratio;
  const isAbove = (price: number, height: number) => priceY(geometry, price) + height / 2 <= foot;
  return (
    !layer &&
    isAbove(series.close[series.length - 1] ?? Number.NaN, tagHeight(scene)) &&
    (!lowest || isAbove(lowest.at, labelHeight(scene)))
  );
}
