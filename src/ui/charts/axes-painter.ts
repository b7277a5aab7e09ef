/** Paints the axes by hand: the lines of the grid, and the labels below and beside the plot. All on whole device pixels. */
import type { AxisMark } from './axis-marks.ts';
import { barX, priceY } from './candle-rects.ts';
import { footOf, type LayerScene } from './chart-layer.ts';

export type Axes = { readonly times: readonly AxisMark[]; readonly prices: readonly AxisMark[] };

/** From the plot to its labels, in CSS pixels. */
const GAP_BELOW_PX = 5;
const GAP_BESIDE_PX = 6;

export function paintAxes(context: CanvasRenderingContext2D, scene: LayerScene, { times, prices }: Axes): void {
  const { geometry, colours, font } = scene;
  const { left, top, width, ratio } = geometry;
  const foot = footOf(scene);
  const thick = Math.max(1, Math.floor(ratio));
  const xs = times.map(({ at }) => Math.round(barX(geometry, at)));
  const ys = prices.map(({ at }) => Math.round(priceY(geometry, at)));
  context.fillStyle = colours.grid;
  for (const x of xs) context.fillRect(x - (thick >> 1), top, thick, foot - top);
  for (const y of ys) context.fillRect(left, y - (thick >> 1), width, thick);
  context.fillStyle = colours.ink;
  context.font = font;
  context.textAlign = 'center';
  context.textBaseline = 'top';
  const below = Math.round(foot) + Math.round(GAP_BELOW_PX * ratio);
  for (const [at, { text }] of times.entries()) context.fillText(text, xs[at] as number, below);
  context.textAlign = 'left';
  context.textBaseline = 'middle';
  const beside = Math.round(left + width) + Math.round(GAP_BESIDE_PX * ratio);
  for (const [at, { text }] of prices.entries()) context.fillText(text, beside, ys[at] as number);
}
