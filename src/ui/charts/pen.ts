/** Strokes that the layers above the bars share: a line, and a tag upon the price axis. All on whole device pixels. */
import type { AxisMark } from './axis-marks.ts';
import { type Geometry, priceY } from './candle-rects.ts';
import type { LayerScene } from './chart-layer.ts';

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

/** Patterns that are kept: two colours in two densities. */
const PATTERNS_MAX = 4;
const patterns = new Map<string, CanvasPattern | null>();

/** The dashes of a horizontal line as a pattern that begins at the left edge: to fill it costs two thirds of a stroke, and it is drawn with every tick. */
export function dashPattern(context: CanvasRenderingContext2D, colour: string, ratio: number): CanvasPattern | string {
  const key = `${colour} ${ratio}`;
  let pattern = patterns.get(key);
  if (pattern === undefined) {
    const [dash, gap] = DASHES.map((part) => Math.round(part * ratio)) as [number, number];
    const pen = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D;
    pen.canvas.width = dash + gap;
    pen.canvas.height = 1;
    pen.fillStyle = colour;
    pen.fillRect(0, 0, dash, 1);
    pattern = context.createPattern(pen.canvas, 'repeat');
    if (patterns.size >= PATTERNS_MAX) patterns.clear();
    patterns.set(key, pattern);
  }
  return pattern ?? colour;
}

/** Where the price axis begins. */
export const axisLeft = (geometry: Geometry): number => geometry.left + geometry.width + geometry.ratio;

/** A price upon the axis. Labels of the axis that it would cut through give way as a whole. */
export function priceTag(
  context: CanvasRenderingContext2D,
  scene: TagScene,
  tag: { readonly y: number; readonly text: string; readonly fill: string; readonly ink: string },
): void {
  const { geometry, colours, emPx, font, ticks } = scene;
  const { ratio } = geometry;
  const height = tagHeight(scene);
  const label = Math.ceil(emPx * LABEL_EM);
  const left = axisLeft(geometry);
  const width = context.canvas.width - left;
  context.fillStyle = colours.ground;
  for (const { at } of ticks) {
    const y = Math.round(priceY(geometry, at));
    if (Math.abs(y - tag.y) * 2 < height + label) context.fillRect(left, y - (label >> 1), width, label);
  }
  context.fillStyle = tag.fill;
  context.beginPath();
  context.roundRect(left, tag.y - (height >> 1), width - ratio, height, 4 * ratio);
  context.fill();
  context.fillStyle = tag.ink;
  context.font = font;
  context.textAlign = 'left';
  context.textBaseline = 'middle';
  context.fillText(tag.text, left + 5 * ratio, tag.y + ratio / 2);
}
