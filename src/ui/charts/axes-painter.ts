/** Paints the axes by hand: the lines of the grid, and the labels below the plot and beside it. All on whole device pixels. */
import type { AxisMark } from './axis-marks.ts';
import { barX, priceY } from './candle-rects.ts';
import { footOf } from './chart-layer.ts';
import type { TagScene } from './pen.ts';

/** From the plot to its labels, in CSS pixels. */
export const GAP_BELOW_PX = 5;
const GAP_BESIDE_PX = 6;

/** The grid, and the labels of time. */
export function paintAxes(context: CanvasRenderingContext2D, scene: TagScene, times: readonly AxisMark[]): void {
  const { geometry, colours, font, ticks } = scene;
  const { left, top, width, ratio } = geometry;
  const foot = footOf(scene);
  const thick = Math.max(1, Math.floor(ratio));
  const xs = times.map(({ at }) => Math.round(barX(geometry, at)));
  context.fillStyle = colours.grid;
  for (const x of xs) context.fillRect(x - (thick >> 1), top, thick, foot - top);
  for (const { at } of ticks) context.fillRect(left, Math.round(priceY(geometry, at)) - (thick >> 1), width, thick);
  context.fillStyle = colours.ink;
  context.font = font;
  context.textAlign = 'center';
  context.textBaseline = 'top';
  const below = Math.round(foot) + Math.round(GAP_BELOW_PX * ratio);
  for (const [at, { text }] of times.entries()) context.fillText(text, xs[at] as number, below);
}

/** The labels of prices, beside the plot. */
export function paintPrices(context: CanvasRenderingContext2D, { geometry, colours, font, ticks }: TagScene): void {
  const { left, width, ratio } = geometry;
  const beside = Math.round(left + width) + Math.round(GAP_BESIDE_PX * ratio);
  context.fillStyle = colours.ink;
  context.font = font;
  context.textAlign = 'left';
  context.textBaseline = 'middle';
  for (const { at, text } of ticks) context.fillText(text, beside, Math.round(priceY(geometry, at)));
}
