/** What code that comes later adds to a chart: what it paints above the bars, and what it makes of a hand. */
import type { BarsChange } from './bar-series.ts';
import type { MoreGestures } from './chart-gestures.ts';
import type { TagScene } from './pen.ts';

export type ChartExtra = MoreGestures & {
  /** True while there is something to paint. */
  readonly isShown: boolean;
  /** Above everything else. */
  paint(context: CanvasRenderingContext2D, scene: TagScene): void;
  /** Bars changed, before they are painted. */
  changed(change: BarsChange): void;
  /** After each paint. `mask`: what was painted, of `PAINT`; after everything, view and scales may be others. */
  painted(mask: number): void;
};

/** What stands at prices, painted with the history: the scale takes in those that are near. */
export type ChartMarks = {
  readonly prices: readonly number[];
  paint(context: CanvasRenderingContext2D, scene: TagScene): void;
};
