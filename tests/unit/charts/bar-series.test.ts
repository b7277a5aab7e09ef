import { describe, expect, it, vi } from 'vitest';
import { BARS_MAX, BarSeries } from '#ui/charts/bar-series.ts';
import { wave } from './bars.ts';

describe('a bar series', () => {
  it('takes bars, moves the last one, appends the next one and tells which it was', () => {
    const series = new BarSeries();
    const heard = vi.fn();
    series.listen(heard);
    series.reset(wave(3));
    series.put(600_000, 101, 104, 99, 103, 0);
    series.put(900_000, 103, 103, 103, 103, 0);
    series.put(300_000, 100, 101.5, 99.5, 100.5, 0);
    expect(heard.mock.calls.map(([change]) => change.kind)).toEqual(['reset', 'last', 'append', 'inner']);
    expect(series.length).toBe(4);
    expect(series.at(2)).toMatchObject({ close: 103, high: 104 });
    expect(series.at(1).close).toBe(100.5);
  });

  it('puts older bars in front and drops those that it already has', () => {
    const series = new BarSeries();
    series.reset(wave(3, 1_500_000));
    const taken = series.prepend(wave(7, 0));
    expect(taken).toBe(5);
    expect(series.length).toBe(8);
    expect(Array.from(series.time.subarray(0, 8))).toEqual([0, 1, 2, 3, 4, 5, 6, 7].map((i) => i * 300_000));
  });

  it('ignores a bar between or before the bars that it has', () => {
    const series = new BarSeries();
    series.reset(wave(3, 300_000));
    series.put(0, 1, 1, 1, 1, 1);
    series.put(450_000, 1, 1, 1, 1, 1);
    expect(series.length).toBe(3);
  });

  it('is bounded: a page too much is cut at the old end, a new bar pushes old ones out', () => {
    const series = new BarSeries();
    series.reset(wave(BARS_MAX + 10));
    expect(series.length).toBe(BARS_MAX);
    expect(series.time[0]).toBe(10 * 300_000);
    expect(series.prepend(wave(5))).toBe(0);
    series.put((BARS_MAX + 10) * 300_000, 1, 1, 1, 1, 1);
    expect(series.length).toBeLessThanOrEqual(BARS_MAX);
    expect(series.close[series.length - 1]).toBe(1);
  });

  it('knows whether any bar has volume (decision D9.07)', () => {
    const series = new BarSeries();
    series.reset(wave(3));
    expect(series.hasVolume).toBe(false);
    series.put(900_000, 1, 1, 1, 1, 5);
    expect(series.hasVolume).toBe(true);
    series.reset(wave(3));
    expect(series.hasVolume).toBe(false);
  });

  it('refuses a position that does not exist', () => {
    expect(() => new BarSeries().at(0)).toThrow('bar 0 of 0');
  });
});
