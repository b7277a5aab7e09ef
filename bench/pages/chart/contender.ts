/** One chart under the clock: made in a box, then panned, zoomed and moved by its newest bar. */
import type { Bars, LastBar } from './bars.ts';

export const WIDTH_PX = 360;
export const BAR_WIDTH_PX = 6;
/** Room right of the newest bar, in bars. */
export const RIGHT_GAP_BARS = 3;
export const UP = '#26a69a';
export const DOWN = '#ef5350';

export type Chart = {
  /** By one bar: 1 shows an older one, -1 goes back. */
  pan(direction: 1 | -1): void;
  /** By a tenth: 1 shows fewer bars, -1 goes back. */
  zoom(direction: 1 | -1): void;
  update(bar: LastBar): void;
  /** Middle of a bar in CSS pixels of the box. */
  barX(index: number): number;
  /** First and last bar in view, as the chart itself says. */
  inView(): { readonly first: number; readonly last: number };
  /** What comes once the first picture is there, and what a person has on it by then. */
  complete?(orders: number): void;
  destroy(): void;
};
/** A bare canvas takes part in the first draw alone. */
export type ContenderName = 'ours' | 'lightweight-charts' | 'klinecharts' | 'bare canvas';
export type Contender = (box: HTMLElement, bars: Bars) => Chart;
