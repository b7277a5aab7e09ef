/** Paints finished bars and their volume: two colours, `fillRect` for each rectangle, cut to the plot by arithmetic, which costs less than a clip. */
import type { BarSeries } from './bar-series.ts';
import { candleRects, type Geometry, type RectList, type RectPair, volumeRects } from './candle-rects.ts';
import type { ChartColours } from './chart-colours.ts';

/** Volume bars are behind the prices. */
export const VOLUME_ALPHA = 0.3;

/** The volume pane at the foot of the plot: its height and the volume that fills it. */
export type VolumePane = { readonly heightPx: number; readonly volumeMax: number };

/** What the painter needs of a canvas; a test hands in a recorder. */
export type RectContext = Pick<CanvasRenderingContext2D, 'fillStyle' | 'globalAlpha' | 'fillRect'>;

export type BarsScene = {
  readonly series: BarSeries;
  readonly geometry: Geometry;
  readonly colours: Pick<ChartColours, 'up' | 'down'>;
  readonly volume: VolumePane | undefined;
  /** For the painter to work with. */
  readonly rects: RectPair;
};

/** Paints the bars `first` to `last`; what lies outside of the plot is cut off. */
export function paintBars(context: RectContext, scene: BarsScene, first: number, last: number): void {
  const { series, geometry, colours, volume, rects } = scene;
  if (last < first) return;
  if (volume) {
    volumeRects(series, first, last, geometry, volume, rects);
    context.globalAlpha = VOLUME_ALPHA;
    fillRects(context, rects.up, colours.up, geometry);
    fillRects(context, rects.down, colours.down, geometry);
    context.globalAlpha = 1;
  }
  candleRects(series, first, last, geometry, rects);
  fillRects(context, rects.up, colours.up, geometry);
  fillRects(context, rects.down, colours.down, geometry);
}

function fillRects(context: RectContext, { values, length }: RectList, colour: string, { left, top, width, height }: Geometry): void {
  if (length === 0) return;
  context.fillStyle = colour;
  for (let i = 0; i < length; i += 4) {
    const [x, y] = [values[i] as number, values[i + 1] as number];
    const [x0, y0] = [Math.max(x, left), Math.max(y, top)];
    const across = Math.min(x + (values[i + 2] as number), left + width) - x0;
    const down = Math.min(y + (values[i + 3] as number), top + height) - y0;
    if (across > 0 && down > 0) context.fillRect(x0, y0, across, down);
  }
}
