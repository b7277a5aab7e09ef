import { describe, expect, it } from 'vitest';
import { changePercent } from '#domain/change-percent.ts';
import { decimal, type Price, toNumber } from '#domain/decimal.ts';
import { BarSeries } from '#ui/charts/bar-series.ts';
import { measureBetween } from '#ui/charts/hand/measure.ts';
import { wave } from './bars.ts';

describe('D9.113 what lies between two places', () => {
  const series = new BarSeries();
  series.reset(wave(20));
  const [old, young] = [
    { index: 3, price: 100 },
    { index: 7, price: 110 },
  ];

  it('is a difference, its percent of the older price, bars and time', () => {
    expect(measureBetween(series, old, young)).toEqual({ from: old, to: young, difference: 10, percent: 10, bars: 4, spanMs: 4 * 300_000 });
  });
  it('goes from old to new whichever finger came first', () => {
    expect(measureBetween(series, young, old)).toEqual(measureBetween(series, old, young));
  });
  it('falls where the price does, and is nothing on one place', () => {
    expect(measureBetween(series, { ...old, price: 110 }, { ...young, price: 99 }).percent).toBeCloseTo(-10);
    expect(measureBetween(series, old, old)).toMatchObject({ difference: 0, percent: 0, bars: 0, spanMs: 0 });
  });
  it('D0.14 reads as the change of a day of the same prices does', () => {
    const percent = (from: number, to: number) => measureBetween(series, { ...old, price: from }, { ...young, price: to }).percent;
    expect([percent(200, 202.01), percent(200, 197.99), percent(1.08, 1.08542)]).toEqual([1.01, -1.01, 0.5]);
    expect(percent(200, 202.01)).toBe(toNumber(changePercent({ open: decimal<Price>('200'), close: decimal<Price>('202.01') })));
    // What no decimal can hold throws nothing.
    expect([percent(0.000_000_01, 70_000) > 1e9, percent(0, 5)]).toEqual([true, Number.POSITIVE_INFINITY]);
  });
  it('counts the time that passed, over holes too', () => {
    const holed = new BarSeries();
    holed.put(0, 1, 1, 1, 1, 0);
    holed.put(259_200_000, 1, 1, 1, 1, 0);
    expect(measureBetween(holed, { index: 0, price: 1 }, { index: 1, price: 1 })).toMatchObject({ bars: 1, spanMs: 259_200_000 });
  });
});
