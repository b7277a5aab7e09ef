/** Strokes that the layers above the bars share: a line, and a tag upon the price axis. All on whole device pixels. */
import type { AxisMark } from './axis-marks.ts';
import { type Geometry, priceY } from './candle-rects.ts';
import type { LayerScene } from './chart-layer.ts';
import { keptPicture } from './kept-picture.ts';

/** Lengths of stroke and gap in CSS pixels. */
const DASHES = [3, 3];
/** Height of a tag and of a label, in sizes of the font. */
const TAG_EM = 1.5;
const LABEL_EM = 1.2;

/** What a tag upon the axis needs to know. `ticks`: the labels of the axis. */
export type TagScene = LayerScene & { readonly ticks: readonly AxisMark[] };
type Line = { readonly x0: number; readonly y0: number; readonly x1: number; readonly y1: number };

/** In device pixels. */
export const tagHeight = ({ emPx }: { readonly emPx: number }): number => Math.round(emPx * TAG_EM);
export const labelHeight = ({ emPx }: { readonly emPx: number }): number => Math.ceil(emPx * LABEL_EM);

/** One CSS pixel thick, horizontal or vertical. `dashes`: lengths of stroke and gap in CSS pixels; none is a whole line. One stroke costs less than its dashes. */
export function strokeLine(
  context: CanvasRenderingContext2D,
  { x0, y0, x1, y1 }: Line,
  colour: string,
  ratio: number,
  dashes: readonly number[] = DASHES,
): void {
  const thick = Math.max(1, Math.floor(ratio));
  const half = (thick % 2) / 2;
  const [right, down] = x0 === x1 ? [half, 0] : [0, half];
  context.strokeStyle = colour;
  context.lineWidth = thick;
  context.setLineDash(dashes.map((part) => Math.round(part * ratio)));
  context.beginPath();
  context.moveTo(x0 + right, y0 + down);
  context.lineTo(x1 + right, y1 + down);
  context.stroke();
  context.setLineDash([]);
}

/** The dashes of a horizontal line from the left edge of the plot, and the ground of a tag: painted once, put where they belong with every tick. */
export const dashes = (geometry: Geometry, colour: string): ImageBitmap => {
  const { width, ratio } = geometry;
  return keptPicture('dashes', { colour, ratio, width: Math.floor(width), height: Math.max(1, Math.floor(ratio)) }, (pen, size) => {
    const [dash, gap] = DASHES.map((part) => Math.round(part * ratio)) as [number, number];
    for (let x = 0; x < size.width; x += dash + gap) pen.fillRect(x, 0, dash, size.height);
  });
};
const tagGround = (colour: string, ratio: number, width: number, height: number): ImageBitmap =>
  keptPicture('tag', { colour, ratio, width, height }, (pen) => {
    pen.beginPath();
    pen.roundRect(0, 0, width, height, 4 * ratio);
    pen.fill();
  });

/** Where the price axis begins. */
export const axisLeft = ({ left, width, ratio }: Geometry): number => Math.round(left + width + ratio);

/** Labels of the axis that something upon it would cut through give way as a whole. `y` and `height`: of that, in device pixels. */
export function clearLabels(
  context: CanvasRenderingContext2D,
  scene: TagScene,
  place: { readonly y: number; readonly height: number },
): void {
  const { geometry, colours, ticks } = scene;
  const label = labelHeight(scene);
  const left = axisLeft(geometry);
  context.fillStyle = colours.ground;
  for (const { at } of ticks) {
    const y = Math.round(priceY(geometry, at));
    if (Math.abs(y - place.y) * 2 < place.height + label) context.fillRect(left, y - (label >> 1), context.canvas.width - left, label);
  }
}

/** A price upon the axis. */
export function priceTag(
  context: CanvasRenderingContext2D,
  scene: TagScene,
  tag: { readonly y: number; readonly text: string; readonly fill: string; readonly ink: string },
): void {
  const { geometry, font } = scene;
  const { ratio } = geometry;
  const height = tagHeight(scene);
  const left = axisLeft(geometry);
  const width = context.canvas.width - left;
  clearLabels(context, scene, { y: tag.y, height });
  context.drawImage(tagGround(tag.fill, ratio, Math.max(1, Math.floor(width - ratio)), height), left, tag.y - (height >> 1));
  context.fillStyle = tag.ink;
  context.font = font;
  context.textAlign = 'left';
  context.textBaseline = 'middle';
  context.fillText(tag.text, left + 5 * ratio, tag.y + ratio / 2);
}
