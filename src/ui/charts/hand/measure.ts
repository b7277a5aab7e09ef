/** What lies between two places of a chart. */
import { changeBetween } from '#domain/change-percent.ts';
import type { BarSeries } from '../bar-series.ts';

export type ChartPlace = { readonly index: number; readonly price: number };
/** From the older place to the newer one. `percent` of the price at the older, as a change of the day is counted. */
export type Measure = {
  readonly from: ChartPlace;
  readonly to: ChartPlace;
  readonly difference: number;
  readonly percent: number;
  readonly bars: number;
  readonly spanMs: number;
};

/** Both places lie on bars of the series. Example: 100 on bar 3 and 110 on bar 7 are +10, 10 % and 4 bars, whichever comes first. */
export function measureBetween({ time }: BarSeries, a: ChartPlace, b: ChartPlace): Measure {
  const [from, to] = a.index <= b.index ? [a, b] : [b, a];
  const difference = to.price - from.price;
  return {
    from,
    to,
    difference,
    percent: changeBetween(from.price, to.price),
    bars: to.index - from.index,
    spanMs: (time[to.index] as number) - (time[from.index] as number),
  };
}
