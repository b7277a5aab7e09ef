/** Paints finished bars and their volume: two colours, `fillRect` for each rectangle. */
import type { BarSeries } from './bar-series.ts';
import { candleRects, type Geometry, type RectList, type RectPair, volumeRects } from './candle-rects.ts';
import type { ChartColours } from './chart-colours.ts';

/** Volume bars are behind the prices. */
export const VOLUME_ALPHA = 0.3;

/** The volume pane at the foot of the plot: its height and the volume that fills it. */
export type VolumePane = { readonly heightPx: number; readonly volumeMax: number };

/** What the painter needs of a canvas; a test hands in a recorder. */
export type RectContext = Pick<CanvasRenderingContext2D, 'fillStyle' | 'globalAlpha' | 'fillRect'>;

/** Paints the bars `first` to `last` of a clipped plot. */
export function paintBars(
  context: RectContext,
  input: {
    series: BarSeries;
    first: number;
    last: number;
    geometry: Geometry;
    colours: Pick<ChartColours, 'up' | 'down'>;
    volume: VolumePane | undefined;
    rects: RectPair;
  },
): void {
  const { series, first, last, geometry, colours, volume, rects } = input;
  if (last < first) return;
  if (volume) {
    volumeRects(series, first, last, geometry, volume, rects);
    context.globalAlpha = VOLUME_ALPHA;
    fillRects(context, rects.up, colours.up);
    fillRects(context, rects.down, colours.down);
    context.globalAlpha = 1;
  }
  candleRects(series, first, last, geometry, rects);
  fillRects(context, rects.up, colours.up);
  fillRects(context, rects.down, colours.down);
}

function fillRects(context: RectContext, list: RectList, colour: string): void {
  if (list.length === 0) return;
  context.fillStyle = colour;
  const { values } = list;
  for (let i = 0; i < list.length; i += 4)
    context.fillRect(values[i] as number, values[i + 1] as number, values[i + 2] as number, values[i + 3] as number);
}

/** Keeps painting inside the plot; undone by `context.restore()`. */
export function clipToPlot(context: CanvasRenderingContext2D, geometry: Geometry): void {
  context.save();
  context.beginPath();
  context.rect(geometry.left, geometry.top, geometry.width, geometry.height);
  context.clip();
}
