/** What stands on the canvases of a chart, read as one picture in device pixels. */
import type { Bars } from './bars.ts';
import { type Chart, DOWN, UP } from './contender.ts';

const RATIO = 2;

type Picture = { readonly width: number; readonly height: number; readonly data: Uint8ClampedArray };

/** All canvases of the box, one upon the other as they stand. Throws where a canvas has not the density of the screen. */
export function pictureOf(box: HTMLElement): Picture {
  const width = box.clientWidth * RATIO;
  const height = box.clientHeight * RATIO;
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true }) as OffscreenCanvasRenderingContext2D;
  const origin = box.getBoundingClientRect();
  for (const canvas of box.querySelectorAll('canvas')) {
    const rect = canvas.getBoundingClientRect();
    if (rect.width === 0 || canvas.width === 0) continue;
    if (Math.abs(canvas.width - rect.width * RATIO) > RATIO) throw new Error(`a canvas of ${canvas.width} on ${rect.width} pixels`);
    context.drawImage(canvas, (rect.left - origin.left) * RATIO, (rect.top - origin.top) * RATIO);
  }
  return { width, height, data: context.getImageData(0, 0, width, height).data };
}

const channels = (hex: string): number[] => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
const RGB = { up: channels(UP), down: channels(DOWN) };

/** Rows of a column that have one of the two colours. `x` in CSS pixels. */
function coloured({ width, height, data }: Picture, x: number, colour: 'up' | 'down'): number[] {
  const column = Math.round(x * RATIO);
  const [r, g, b] = RGB[colour];
  const rows: number[] = [];
  for (let y = 0; y < height; y++) {
    const at = (y * width + column) * 4;
    if (data[at] === r && data[at + 1] === g && data[at + 2] === b) rows.push(y);
  }
  return rows;
}

/** The same at a place that a chart may round to either side: a wick is one or two columns wide and stands at the middle or beside it. */
function colouredNear(picture: Picture, x: number, colour: 'up' | 'down'): number[] {
  const columns = [-0.5, 0, 0.5].map((by) => coloured(picture, x + by, colour));
  return columns.reduce((most, rows) => (rows.length > most.length ? rows : most));
}

/** Bars that stand for all, counted from the newest; the newest itself is looked at by its update. */
const LOOKED_AT = [2, 5, 9, 14, 20, 27, 35, 42];
/** A candle of the test data is at least so many device pixels high. */
const ROWS_MIN = 4;

/** Nearer to the left edge than this, in CSS pixels, a candle may be cut. */
const EDGE_PX = 8;

/** What is wrong with the candles that should stand there, if anything. Those that a zoom has pushed out are left out. */
export function candleProblem(picture: Picture, chart: Chart, bars: Bars): string | undefined {
  for (const back of LOOKED_AT) {
    const index = bars.count - 1 - back;
    const [own, other] =
      (bars.close[index] as number) >= (bars.open[index] as number) ? (['up', 'down'] as const) : (['down', 'up'] as const);
    const x = chart.barX(index);
    if (x < EDGE_PX) continue;
    const count = (colour: 'up' | 'down') => colouredNear(picture, x, colour).length;
    if (!(count(own) >= ROWS_MIN && count(own) > count(other))) return `no ${own} candle where bar ${index} should stand (${x})`;
  }
  return undefined;
}

/** Top and bottom of the newest candle; undefined where none stands. */
export function newestCandle(
  picture: Picture,
  chart: Chart,
  bars: Bars,
  colour: 'up' | 'down',
): { top: number; bottom: number } | undefined {
  const rows = colouredNear(picture, chart.barX(bars.count - 1), colour);
  const [top, bottom] = [rows[0], rows.at(-1)];
  return top === undefined || bottom === undefined ? undefined : { top, bottom };
}
