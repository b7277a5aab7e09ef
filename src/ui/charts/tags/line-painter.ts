/** Paints the lines of orders with the history of the chart: a hundred of them cost a tick nothing. */
import { priceY } from '../candle-rects.ts';
import type { ChartColours } from '../chart-colours.ts';
import type { ChartMarks } from '../chart-extra.ts';
import { clearLabels, strokeLine, type TagScene } from '../pen.ts';
import type { PriceLine } from './price-line.ts';
import { isAtScale } from './tag-columns.ts';

/** Height of a tag at the scale, in sizes of the font. */
const TAG_EM = 5 / 3;
/** Lengths of stroke and gap in CSS pixels; an entry is a whole line. */
const DASHES: Readonly<Record<PriceLine['kind'], readonly number[]>> = {
  entry: [],
  pending: [6, 4],
  stopLoss: [2, 3],
  takeProfit: [2, 3],
  alert: [1, 4],
  microUp: [10, 4],
  microDown: [10, 4],
  microOver: [10, 4],
};

/** An alert is blue, as its tag is: neither a gain nor a loss. A micro trade has the colour of its side until its time is over. */
function colourOf(kind: PriceLine['kind'], { down, up, cross, lines }: ChartColours): string {
  if (kind === 'stopLoss' || kind === 'microDown') return down;
  if (kind === 'takeProfit' || kind === 'microUp') return up;
  return kind === 'alert' ? (lines[1] ?? cross) : cross;
}

/** Lines at the same price and of the same kind are one. */
export function lineMarks(lines: readonly PriceLine[]): ChartMarks {
  const drawn = new Map(lines.map(({ kind, price }) => [`${kind}${price}`, { kind, price }]));
  return {
    prices: lines.map(({ price }) => price),
    paint(context, scene) {
      for (const { kind, price } of drawn.values()) paintLine(context, scene, kind, price);
    },
  };
}

function paintLine(context: CanvasRenderingContext2D, scene: TagScene, kind: PriceLine['kind'], price: number): void {
  const { geometry, colours } = scene;
  const { left, top, width, height, ratio } = geometry;
  const y = Math.round(priceY(geometry, price));
  if (y < top || y > top + height) return;
  strokeLine(context, { x0: left, y0: y, x1: left + width, y1: y }, colourOf(kind, colours), ratio, DASHES[kind]);
  if (isAtScale(kind)) clearLabels(context, scene, { y, height: scene.emPx * TAG_EM });
}
