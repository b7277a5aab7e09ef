import { describe, expect, it } from 'vitest';
import { BarSeries } from '#ui/charts/bar-series.ts';
import { measureOf } from '#ui/charts/hand/measure.ts';
import { wave } from './bars.ts';

describe('D9.113 what lies between two places', () => {
  const series = new BarSeries();
  series.reset(wave(20));
  const [old, young] = [
    { index: 3, price: 100 },
    { index: 7, price: 110 },
  ];

  it('is a difference, its percent of the older price, bars and time', () => {
    expect(measureOf(series, old, young)).toEqual({ from: old, to: young, difference: 10, percent: 10, bars: 4, spanMs: 4 * 300_000 });
  });
  it('goes from old to new whichever finger came first', () => {
    expect(measureOf(series, young, old)).toEqual(measureOf(series, old, young));
  });
  it('falls where the price does, and is nothing on one place', () => {
    expect(measureOf(series, { ...old, price: 110 }, { ...young, price: 99 }).percent).toBeCloseTo(-10);
    expect(measureOf(series, old, old)).toMatchObject({ difference: 0, percent: 0, bars: 0, spanMs: 0 });
  });
  it('counts the time that passed, over holes too', () => {
    const holed = new BarSeries();
    holed.put(0, 1, 1, 1, 1, 0);
    holed.put(259_200_000, 1, 1, 1, 1, 0);
    expect(measureOf(holed, { index: 0, price: 1 }, { index: 1, price: 1 })).toMatchObject({ bars: 1, spanMs: 259_200_000 });
  });
});
