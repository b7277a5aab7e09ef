import { describe, expect, it } from 'vitest';
import { fromVolumeUnits, toVolumeUnits } from '#domain/candle-bar.ts';
import { ALL_PERIODS, CandleAggregator, LATENESS_MAX_MS } from '#domain/candles.ts';
import { PERIODS } from '#domain/period-table.ts';
import { all, DAY, MIN1, MIN5, MINUTE, TEN, WEEK } from './candle-texts.ts';

describe('ticks into bars', () => {
  it('open, high, low, close and volume of one minute stand in all periods at once', () => {
    const candles = new CandleAggregator();
    [3, 5, 1, 4].forEach((price, i) => {
      expect(candles.tick(TEN + i * 1000, i, price, 10)).toBe(ALL_PERIODS);
    });
    for (const { id: period } of PERIODS) expect(all(candles, period)).toEqual(['3 5 1 4 40']);
  });

  it('a bucket is [start, end): the first millisecond of a minute opens the next bar', () => {
    const candles = new CandleAggregator();
    candles.tick(TEN + MINUTE - 1, 1, 3, 1);
    candles.tick(TEN + MINUTE, 2, 4, 1);
    expect(all(candles, MIN1)).toEqual(['3 3 3 3 1', '4 4 4 4 1']);
    expect(all(candles, MIN5)).toEqual(['3 4 3 4 2']);
  });

  it('a bucket without a tick has no bar', () => {
    const candles = new CandleAggregator();
    candles.tick(TEN, 1, 3, 1);
    candles.tick(TEN + 10 * MINUTE, 2, 4, 1);
    expect(candles.count(MIN1)).toBe(2);
    expect(candles.bar(MIN5, 1)?.timeMs).toBe(TEN + 10 * MINUTE);
  });

  it('days start at 00:00 GMT and weeks on Monday', () => {
    const candles = new CandleAggregator();
    candles.tick(TEN, 1, 3, 1);
    expect(candles.lastBar(DAY)?.timeMs).toBe(Date.UTC(2026, 2, 4));
    expect(candles.lastBar(WEEK)?.timeMs).toBe(Date.UTC(2026, 2, 2));
  });

  it('the same n twice counts once, however late it comes', () => {
    const candles = new CandleAggregator();
    candles.tick(TEN, 1, 3, 1);
    candles.tick(TEN + 1, 2, 4, 1);
    expect(candles.tick(TEN + 1, 2, 4, 1)).toBe(0);
    expect(candles.tick(TEN, 1, 3, 1)).toBe(0);
    expect(all(candles, MIN1)).toEqual(['3 4 3 4 2']);
    expect(candles).toMatchObject({ taken: 2, duplicates: 2, lateDropped: 0 });
  });

  it('open and close go by (time, n), not by arrival', () => {
    const candles = new CandleAggregator();
    candles.tick(TEN + 10, 5, 50, 1);
    candles.tick(TEN + 10, 4, 40, 1);
    candles.tick(TEN + 5, 6, 60, 1);
    candles.tick(TEN + 5, 3, 30, 1);
    expect(all(candles, MIN1)).toEqual(['30 60 30 50 4']);
    expect(all(candles, WEEK)).toEqual(['30 60 30 50 4']);
  });
});

describe('late ticks', () => {
  it('amend a closed minute for 5 s, and the amendment reaches the longer periods', () => {
    const candles = new CandleAggregator();
    candles.tick(TEN + MINUTE - 100, 1, 3, 1);
    candles.tick(TEN + MINUTE + LATENESS_MAX_MS - 1, 3, 4, 1);
    expect(candles.tick(TEN + MINUTE - 50, 2, 9, 1)).toBe(ALL_PERIODS);
    expect(all(candles, MIN1)).toEqual(['3 9 3 9 2', '4 4 4 4 1']);
    expect(all(candles, MIN5)).toEqual(['3 9 3 4 3']);
  });

  it('are counted and dropped when the newest tick is 5 s past the end of their minute', () => {
    const candles = new CandleAggregator();
    candles.tick(TEN + MINUTE - 100, 1, 3, 1);
    candles.tick(TEN + MINUTE + LATENESS_MAX_MS, 3, 4, 1);
    expect(candles.tick(TEN + MINUTE - 50, 2, 9, 1)).toBe(0);
    expect(all(candles, MIN1)).toEqual(['3 3 3 3 1', '4 4 4 4 1']);
    expect(candles.lateDropped).toBe(1);
  });

  it('open a minute that had no tick, in its place', () => {
    const candles = new CandleAggregator();
    candles.tick(TEN, 1, 3, 1);
    candles.tick(TEN + 2 * MINUTE + 1, 4, 4, 1);
    candles.tick(TEN + 2 * MINUTE - 1, 3, 7, 1);
    expect(all(candles, MIN1)).toEqual(['3 3 3 3 1', '7 7 7 7 1', '4 4 4 4 1']);
    expect(all(candles, MIN5)).toEqual(['3 7 3 4 3']);
  });

  it('amend the day before over midnight', () => {
    const midnight = Date.UTC(2026, 2, 5);
    const candles = new CandleAggregator();
    candles.tick(midnight - 10, 1, 3, 1);
    candles.tick(midnight + 10, 3, 4, 1);
    candles.tick(midnight - 5, 2, 9, 1);
    expect(all(candles, DAY)).toEqual(['3 9 3 9 2', '4 4 4 4 1']);
    expect(all(candles, WEEK)).toEqual(['3 9 3 4 3']);
  });
});

describe('numbers that make no sense', () => {
  it('are counted, change nothing and stop nothing', () => {
    const candles = new CandleAggregator();
    candles.tick(TEN, 1, 3, 1);
    expect(candles.tick(Number.NaN, 2, 3, 1)).toBe(0);
    expect(candles.tick(TEN, Number.NaN, 3, 1)).toBe(0);
    expect(candles.tick(TEN, 3, Number.NaN, 1)).toBe(0);
    expect(candles.tick(TEN, 4, 3, -1)).toBe(0);
    expect(candles.tick(Number.POSITIVE_INFINITY, 5, 3, 1)).toBe(0);
    expect(candles.batch(TEN, 6, 3, 2, 1, 1)).toBe(0);
    expect(candles.invalid).toBe(6);
    candles.tick(TEN + 1, 7, 4, 1);
    expect(all(candles, MIN1)).toEqual(['3 4 3 4 2']);
    expect(() => candles.count(99)).toThrow('period: 99');
  });
});

describe('conflated runs', () => {
  it('widen the open minute by their extremes', () => {
    const candles = new CandleAggregator();
    candles.tick(TEN, 1, 3, 1);
    candles.batch(TEN + 100, 9, 4, 8, 2, 7);
    expect(all(candles, MIN1)).toEqual(['3 8 2 4 8']);
  });

  it('leave their extremes out when they open a minute, since those may belong to the one before', () => {
    const candles = new CandleAggregator();
    candles.tick(TEN, 1, 3, 1);
    candles.batch(TEN + MINUTE, 9, 4, 8, 2, 7);
    expect(all(candles, MIN1)).toEqual(['3 3 3 3 1', '4 4 4 4 7']);
  });
});

describe('reading', () => {
  it('tells what changed since it was asked, late amendments included', () => {
    const candles = new CandleAggregator();
    for (const [i, price] of [3, 4, 5].entries()) candles.tick(TEN + i * MINUTE, i, price, 1);
    expect(candles.changedFrom(MIN1)).toBe(0);
    expect(candles.changedFrom(MIN1)).toBe(3);
    candles.tick(TEN + 2 * MINUTE + 1, 4, 6, 1);
    expect(candles.changedFrom(MIN1)).toBe(2);
    candles.tick(TEN + 2 * MINUTE - 1, 5, 6, 1);
    expect(candles.changedFrom(MIN1)).toBe(1);
    expect(candles.changedFrom(MIN5)).toBe(0);
    expect(candles.changedFrom(MIN5)).toBe(1);
  });

  it('gives columns of their own with volume as a quantity', () => {
    const candles = new CandleAggregator();
    candles.tick(TEN, 1, 3, toVolumeUnits(0.00229159));
    candles.tick(TEN + MINUTE, 2, 4, toVolumeUnits(1.5));
    const columns = candles.columns(MIN1);
    expect([...columns.time]).toEqual([TEN, TEN + MINUTE]);
    expect([...columns.volume]).toEqual([0.00229159, 1.5]);
    expect([...candles.columns(MIN1, 1).close]).toEqual([4]);
    candles.tick(TEN + MINUTE, 3, 9, 0);
    expect([...columns.close]).toEqual([3, 4]);
    expect(fromVolumeUnits(Number.MAX_SAFE_INTEGER)).toBe(90071992.54740991);
  });

  it('keeps at most the maximum and forgets the oldest', () => {
    const candles = new CandleAggregator(() => 8);
    for (let i = 0; i < 100; i++) candles.tick(TEN + i * MINUTE, i, i, 1);
    expect(candles.count(MIN1)).toBeLessThanOrEqual(8);
    expect(candles.lastBar(MIN1)?.close).toBe(99);
    expect(() => new CandleAggregator(() => 3)).toThrow('barsMax: 3');
  });

  it('goes on from a database where it ended, and takes nothing twice', () => {
    const before = new CandleAggregator();
    for (const [i, price] of [3, 9, 5].entries()) before.tick(TEN + i * 30_000, i + 1, price, 1);
    const after = new CandleAggregator();
    for (const { id: period } of PERIODS) {
      after.restore(
        period,
        Array.from({ length: before.count(period) }, (_, i) => before.bar(period, i)).filter((bar) => bar !== undefined),
      );
      expect(after.changedFrom(period)).toBe(after.count(period));
    }
    expect(after.tick(TEN + 60_000, 3, 5, 1)).toBe(0);
    for (const candles of [before, after]) candles.tick(TEN + 61_000, 4, 2, 1);
    for (const candles of [before, after]) candles.tick(TEN + 59_999, 5, 11, 1);
    for (const { id: period } of PERIODS) expect(all(after, period)).toEqual(all(before, period));
  });
});
