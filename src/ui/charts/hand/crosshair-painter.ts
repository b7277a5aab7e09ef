/** Paints the crosshair: a line at its bar and one at its price, each with a tag upon the axis. */
import { barX, priceY } from '../candle-rects.ts';
import { footOf } from '../chart-layer.ts';
import { priceTag, strokeLine, type TagScene, tagHeight } from '../pen.ts';
import type { CandleViewSettings } from '../view-settings.ts';
import type { ChartPlace } from './measure.ts';

const TIME_TAG_PADDING_PX = 6;

export function paintCrosshair(context: CanvasRenderingContext2D, scene: TagScene, at: ChartPlace, settings: CandleViewSettings): void {
  const { geometry, colours } = scene;
  const { left, top, width, height, ratio } = geometry;
  const x = Math.round(barX(geometry, at.index));
  const y = Math.round(Math.min(Math.max(priceY(geometry, at.price), top), top + height));
  strokeLine(context, { x0: x, y0: top, x1: x, y1: footOf(scene) }, colours.cross, ratio);
  strokeLine(context, { x0: left, y0: y, x1: left + width, y1: y }, colours.cross, ratio);
  priceTag(context, scene, { y, text: settings.formatPrice(at.price), fill: colours.crossTag, ink: colours.onCrossTag });
  paintTime(context, scene, x, settings.formatTime(scene.series.time[at.index] as number, 'full'));
}

/** Below the plot; at its ends the tag stays inside. */
function paintTime(context: CanvasRenderingContext2D, scene: TagScene, x: number, text: string): void {
  const { geometry, colours, font } = scene;
  const { left: plotLeft, width: plotWidth, ratio } = geometry;
  context.font = font;
  const width = Math.ceil(context.measureText(text).width) + 2 * TIME_TAG_PADDING_PX * ratio;
  const left = Math.min(Math.max(x - width / 2, plotLeft), plotLeft + plotWidth - width);
  const top = footOf(scene) + ratio;
  const height = Math.min(context.canvas.height - top, tagHeight(scene));
  context.fillStyle = colours.crossTag;
  context.fillRect(left, top, width, height);
  context.fillStyle = colours.onCrossTag;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillText(text, left + width / 2, top + height / 2);
}
