import { describe, expect, it } from 'vitest';
import { BARS_MAX, BarSeries } from '#ui/charts/bar-series.ts';
import { partPlot, pricesHeight } from '#ui/charts/chart-layer.ts';
import { drawnLines } from '#ui/charts/drawn-lines.ts';
import { reachedBy } from '#ui/charts/price-range.ts';
import { wave } from './bars.ts';

const MINUTES_5 = 300_000;
/** One line that says the time of its bar in periods, so that a value out of step is seen. */
const timesOf = (bars: { time: number[] }) => [bars.time.map((time) => time / MINUTES_5)];
const line = (series: BarSeries) => [...(series.lines.columns[0] as Float64Array).subarray(0, series.length)];
const inStep = (series: BarSeries) => line(series).every((value, bar) => value === (series.time[bar] as number) / MINUTES_5);

describe('lines beside the bars', () => {
  it('stay in step through loading, appending, growing and the loss of the oldest', () => {
    const series = new BarSeries();
    const first = wave(400);
    series.reset(first, timesOf(first));
    expect(inStep(series)).toBe(true);
    for (let bar = 400; bar < BARS_MAX + 10; bar++) series.put(bar * MINUTES_5, 1, 1, 1, 1, 0, [bar]);
    expect(series.length).toBeLessThan(BARS_MAX);
    expect(inStep(series)).toBe(true);
    series.put((BARS_MAX + 5) * MINUTES_5, 1, 1, 1, 1, 0, [7]);
    expect(line(series)[series.indexOf((BARS_MAX + 5) * MINUTES_5)]).toBe(7);
  });

  it('take the values of all bars when older ones come, also where the two overlap', () => {
    const series = new BarSeries();
    const newer = wave(600, 300 * MINUTES_5);
    series.reset(newer, timesOf(newer));
    const older = wave(310);
    const all = wave(900);
    expect(series.prepend(older, [all.time.map((time) => time / MINUTES_5)])).toBe(300);
    expect(inStep(series)).toBe(true);
  });

  it('know nothing where nobody told: bars in front, bars with another number of lines', () => {
    const series = new BarSeries();
    const bars = wave(10, 10 * MINUTES_5);
    series.reset(bars, timesOf(bars));
    series.prepend(wave(5));
    expect(line(series).slice(0, 6)).toEqual([Number.NaN, Number.NaN, Number.NaN, Number.NaN, Number.NaN, 10]);
    series.put(20 * MINUTES_5, 1, 1, 1, 1, 0, [1, 2]);
    expect(line(series).at(-1)).toBeNaN();
    series.reset(bars);
    expect(series.lines.columns).toEqual([]);
  });
});

describe('the parts of the chart', () => {
  const plot = { left: 0, top: 8, width: 300, height: 401, view: { from: 0, to: 1 }, range: { min: 0, max: 1 }, ratio: 1 };

  it('fill the plot without a gap, whatever panes there are', () => {
    for (const count of [0, 1, 2]) {
      const { prices, panes } = partPlot(plot, count);
      expect(panes).toHaveLength(count);
      expect(pricesHeight(plot.height, count, 1)).toBe(prices.height);
      let foot = prices.top + prices.height;
      for (const pane of panes) {
        expect(pane.top).toBe(foot);
        foot += pane.height;
      }
      expect(foot).toBe(plot.top + plot.height);
    }
  });

  it('D9.433 leave 160 px to the prices where that can be, and a second pane waits until it has 40 px', () => {
    const partsAt = (height: number, count: number, ratio = 1) => {
      const { prices, panes } = partPlot({ ...plot, height: height * ratio, ratio }, count);
      return [prices.height, ...panes.map((pane) => pane.height)].map((px) => px / ratio);
    };
    // What a phone of 740 px leaves beside one line of the legend, and beside two.
    expect(partsAt(160, 0)).toEqual([160]);
    expect([partsAt(207, 1), partsAt(207, 2), partsAt(191, 2, 2)]).toEqual([
      [160, 47],
      [160, 47],
      [160, 31],
    ]);
    expect([partsAt(239, 2), partsAt(240, 2)]).toEqual([
      [177, 62],
      [160, 40, 40],
    ]);
    // No pane is too low to be read: then the prices give way.
    expect(partsAt(122, 2)).toEqual([92, 30]);
  });

  it('have a colour of its own for each line upon the prices, and a pane for each index', () => {
    const { lines, panes } = drawnLines([
      { kind: 'ma', numbers: [5, 10, 30] },
      { kind: 'ema', numbers: [12, 26] },
      { kind: 'boll', numbers: [20, 2] },
      { kind: 'macd', numbers: [12, 26, 9] },
      { kind: 'rsi', numbers: [14] },
    ]);
    expect(lines.map(({ column }) => column)).toEqual(Array.from({ length: 12 }, (_, at) => at));
    const upon = lines.filter(({ pane, name }) => pane === undefined && !name.startsWith('BOLL'));
    expect(new Set(upon.map(({ colour }) => colour)).size).toBe(5);
    expect(panes).toEqual(['macd', 'rsi']);
    const seen = lines.filter(({ isNext }) => !isNext).map(({ name }) => name);
    expect(seen).toEqual(['MA 5', 'MA 10', 'MA 30', 'EMA 12', 'EMA 26', 'BOLL 20 2', 'MACD 12 26 9', 'RSI 14']);
    expect(new Set(lines.map(({ name }) => name)).size).toBe(lines.length);
  });

  it('the scale takes in a line that is near and leaves out one that is far', () => {
    const found = { low: 100, high: 110 };
    expect(reachedBy(found, undefined, [])).toEqual(found);
    expect(reachedBy(found, { low: 98, high: 109 }, [115, 95])).toEqual({ low: 95, high: 115 });
    expect(reachedBy(found, undefined, [117, 93])).toEqual(found);
  });
});
