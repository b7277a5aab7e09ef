import { describe, expect, it } from 'vitest';
import { BarSeries } from '#ui/charts/bar-series.ts';
import { barWidths, candleRects, type Geometry, type RectList, rectPair, volumeRects } from '#ui/charts/candle-rects.ts';
import { paintBars, type RectContext } from '#ui/charts/history-painter.ts';
import { extremes, PRICE_PADDING, priceRange, VOLUME_SHARE } from '#ui/charts/price-range.ts';
import { wave } from './bars.ts';

const rows = (list: RectList): number[][] =>
  Array.from({ length: list.length / 4 }, (_, i) => Array.from(list.values.subarray(i * 4, i * 4 + 4)));
const seriesOf = (columns: ReturnType<typeof wave>): BarSeries => {
  const series = new BarSeries();
  series.reset(columns);
  return series;
};
/** 100 device pixels for prices 100 down to 0, one bar every 10 pixels. */
const geometry = (over: Partial<Geometry> = {}): Geometry => ({
  left: 0,
  top: 0,
  width: 100,
  height: 100,
  view: { from: -0.5, to: 9.5 },
  range: { min: 0, max: 100 },
  ratio: 1,
  ...over,
});
const one = (open: number, high: number, low: number, close: number) =>
  seriesOf({ time: [0], open: [open], high: [high], low: [low], close: [close], volume: [0] });

describe('rectangles of candles', () => {
  it('are a wick and a body, by direction', () => {
    const rects = rectPair();
    candleRects(one(40, 80, 20, 60), 0, 0, geometry(), rects);
    expect(rows(rects.up)).toEqual([
      [5, 20, 1, 60],
      [2, 40, 7, 20],
    ]);
    expect(rows(rects.down)).toEqual([]);
    candleRects(one(60, 80, 20, 40), 0, 0, geometry(), rects);
    expect(rows(rects.down)).toHaveLength(2);
    expect(rows(rects.up)).toEqual([]);
  });

  it('of a bar that did not move is still one pixel high and counts as up', () => {
    const rects = rectPair();
    candleRects(one(50, 50, 50, 50), 0, 0, geometry(), rects);
    expect(rows(rects.up)).toEqual([
      [5, 50, 1, 1],
      [2, 50, 7, 1],
    ]);
  });

  it('have a wick in the middle of the body at every zoom and pixel ratio', () => {
    for (const ratio of [1, 1.5, 2, 3])
      for (let width = 20; width <= 400; width += 7) {
        const { body, wick } = barWidths(geometry({ width, ratio }));
        expect((body - wick) % 2).toBe(0);
        expect(body).toBeLessThanOrEqual(Math.max(1, width / 10));
      }
  });

  it('become one wick a device column when bars are thinner than that', () => {
    const rects = rectPair();
    const series = seriesOf(wave(1000));
    const dense = geometry({ view: { from: -0.5, to: 999.5 }, range: { min: 99, max: 102 } });
    candleRects(series, 0, 999, dense, rects);
    const all = [...rows(rects.up), ...rows(rects.down)];
    expect(all).toHaveLength(100);
    expect(new Set(all.map(([x]) => x)).size).toBe(100);
    expect(all.every(([, , width]) => width === 1)).toBe(true);
  });

  it('grow with the number of bars without losing one', () => {
    const rects = rectPair();
    candleRects(
      seriesOf(wave(2000)),
      0,
      1999,
      geometry({ width: 20_000, view: { from: -0.5, to: 1999.5 }, range: { min: 99, max: 102 } }),
      rects,
    );
    expect(rows(rects.up).length + rows(rects.down).length).toBe(4000);
  });

  it('of volume stand on the foot and reach the pane at most', () => {
    const rects = rectPair();
    const columns = wave(4, 0, { volume: 10 });
    columns.volume[2] = 20;
    volumeRects(seriesOf(columns), 0, 3, geometry(), { heightPx: 18, volumeMax: 20 }, rects);
    const all = [...rows(rects.up), ...rows(rects.down)];
    expect(all.map(([, y, , height]) => (y ?? 0) + (height ?? 0))).toEqual([100, 100, 100, 100]);
    expect(Math.max(...all.map((row) => row[3] ?? 0))).toBe(18);
  });
});

describe('the painter', () => {
  it('sets each colour once and paints every bar', () => {
    const colours: unknown[] = [];
    let painted = 0;
    const context = {
      globalAlpha: 1,
      get fillStyle() {
        return '';
      },
      set fillStyle(value: string) {
        colours.push(value);
      },
      fillRect: () => painted++,
    } as unknown as RectContext;
    const series = seriesOf(wave(40));
    const scene = {
      series,
      geometry: geometry({ width: 400, view: { from: -0.5, to: 39.5 }, range: { min: 99, max: 102 } }),
      colours: { up: 'green', down: 'red' },
      volume: undefined,
      rects: rectPair(),
    };
    paintBars(context, scene, 0, 39);
    expect(colours).toEqual(['green', 'red']);
    expect(painted).toBe(80);
  });
});

describe('the price scale', () => {
  it('holds what is in view with room, and nothing of what is not', () => {
    const series = seriesOf(wave(10));
    series.put(300_000 * 10, 500, 500, 500, 500, 0);
    expect(extremes(series, 0, 9)).toEqual({ low: 99.5, high: 101.5, volume: 0 });
    const range = priceRange({ low: 99.5, high: 101.5 }, 0.01, false);
    expect(range.max).toBeCloseTo(101.5 + 2 * PRICE_PADDING);
    expect(range.min).toBeCloseTo(99.5 - 2 * PRICE_PADDING);
    expect(extremes(series, 5, 4)).toBeUndefined();
  });
  it('is never of no height', () => {
    const range = priceRange({ low: 1.08342, high: 1.08342 }, 0.00001, false);
    expect(range.max).toBeGreaterThan(range.min);
    expect((range.max + range.min) / 2).toBeCloseTo(1.08342);
  });
  it('leaves the foot to the volume when there is any (decision D9.07)', () => {
    const bare = priceRange({ low: 10, high: 20 }, 0.01, false);
    const both = priceRange({ low: 10, high: 20 }, 0.01, true);
    expect(both.max).toBe(bare.max);
    expect((bare.min - both.min) / (both.max - both.min)).toBeCloseTo(VOLUME_SHARE);
  });
});
