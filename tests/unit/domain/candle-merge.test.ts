import { describe, expect, it } from 'vitest';
import type { CandleBar } from '#domain/candle-bar.ts';
import { CandleAggregator } from '#domain/candles.ts';
import { all, MIN1, MIN5, MINUTE, TEN, text } from './candle-texts.ts';

const serverBar = (timeMs: number, open: number, high: number, low: number, close: number, volumeUnits: number, n?: number): CandleBar => ({
  timeMs,
  open,
  high,
  low,
  close,
  volumeUnits,
  n,
});

describe("a server's bars", () => {
  it('a tick after a REST answer extends its last bar and keeps its open', () => {
    const candles = new CandleAggregator();
    candles.load(MIN5, [serverBar(TEN - 5 * MINUTE, 1, 2, 1, 2, 5), serverBar(TEN, 2, 6, 2, 5, 50)]);
    candles.tick(TEN + 30_000, 1, 7, 3);
    expect(all(candles, MIN5)).toEqual(['1 2 1 2 5', '2 7 2 7 53']);
    candles.tick(TEN + 5 * MINUTE, 2, 1, 3);
    expect(text(candles, MIN5, 2)).toBe('1 1 1 1 3');
  });

  it('a snapshot replaces, a push never shrinks high and low', () => {
    const candles = new CandleAggregator();
    candles.tick(TEN, 1, 5, 1);
    candles.tick(TEN + 1, 2, 9, 1);
    candles.mergeBar(MIN1, serverBar(TEN, 5, 7, 4, 6, 10), { snapshot: false });
    expect(all(candles, MIN1)).toEqual(['5 9 4 6 10']);
    candles.mergeBar(MIN1, serverBar(TEN, 5, 7, 4, 6, 10), { snapshot: true });
    expect(all(candles, MIN1)).toEqual(['5 7 4 6 10']);
    candles.tick(TEN + 2, 3, 6, 1);
    expect(all(candles, MIN1)).toEqual(['5 7 4 6 11']);
  });

  it('a push that is older by n than what is held changes neither close nor volume', () => {
    const candles = new CandleAggregator();
    candles.tick(TEN, 10, 5, 1);
    candles.tick(TEN + 1, 12, 6, 1);
    candles.mergeBar(MIN1, serverBar(TEN, 5, 8, 5, 5, 1, 11), { snapshot: false });
    expect(all(candles, MIN1)).toEqual(['5 8 5 6 2']);
    candles.mergeBar(MIN1, serverBar(TEN, 5, 8, 5, 7, 30, 13), { snapshot: false });
    expect(all(candles, MIN1)).toEqual(['5 8 5 7 30']);
    candles.tick(TEN + 1, 12.5, 2, 0);
    expect(text(candles, MIN1, 0)).toBe('5 8 2 7 30');
  });

  it('a tick that the pushed bar has already adds no volume to it, and counts where nothing was pushed', () => {
    const candles = new CandleAggregator();
    candles.tick(TEN, 1, 5, 10);
    candles.mergeBar(MIN1, serverBar(TEN, 5, 6, 5, 6, 17, 2), { snapshot: false });
    candles.tick(TEN + 1, 2, 6, 7);
    expect(all(candles, MIN1)).toEqual(['5 6 5 6 17']);
    expect(all(candles, MIN5)).toEqual(['5 6 5 6 17']);
    candles.tick(TEN + 2, 3, 4, 1);
    expect(all(candles, MIN1)).toEqual(['5 6 4 4 18']);
    expect(all(candles, MIN5)).toEqual(['5 6 4 4 18']);
  });

  it('an answer rules over its span: a bar it does not have goes, one behind it stays', () => {
    const candles = new CandleAggregator();
    for (const [i, price] of [3, 4, 5, 6].entries()) candles.tick(TEN + i * MINUTE, i, price, 1);
    candles.load(MIN1, [serverBar(TEN, 3, 3, 3, 3, 1), serverBar(TEN + 2 * MINUTE, 5, 5, 5, 5, 2)]);
    expect(all(candles, MIN1)).toEqual(['3 3 3 3 1', '5 5 5 5 2', '6 6 6 6 1']);
  });

  it('an answer that does not reach back to the bars held drops them, since there may be a hole', () => {
    const candles = new CandleAggregator();
    candles.tick(TEN, 1, 3, 1);
    candles.load(MIN1, [serverBar(TEN + MINUTE, 3, 3, 3, 3, 1)]);
    expect(candles.count(MIN1)).toBe(2);
    candles.load(MIN1, [serverBar(TEN + 9 * MINUTE, 3, 3, 3, 3, 1)]);
    expect(candles.count(MIN1)).toBe(1);
  });

  it('a late tick moves no close that the server sent together with a later bar', () => {
    const candles = new CandleAggregator();
    candles.load(MIN1, [serverBar(TEN, 3, 3, 3, 3, 1), serverBar(TEN + MINUTE, 4, 4, 4, 4, 1)]);
    candles.tick(TEN + MINUTE - 1, 1, 5, 0);
    expect(all(candles, MIN1)).toEqual(['3 5 3 3 1', '4 4 4 4 1']);
  });

  it('refuses bars out of order or off the grid, naming the time', () => {
    const candles = new CandleAggregator();
    const bar = serverBar(TEN, 3, 3, 3, 3, 1);
    expect(() => candles.load(MIN1, [bar, bar])).toThrow(`${TEN}`);
    expect(() => candles.load(MIN1, [serverBar(TEN + 1, 3, 3, 3, 3, 1)])).toThrow(`${TEN + 1}`);
    expect(candles.count(MIN1)).toBe(0);
  });

  it('older bars go in front, as many as the maximum leaves room for', () => {
    const candles = new CandleAggregator(() => 5);
    candles.tick(TEN, 1, 3, 1);
    candles.tick(TEN + MINUTE, 2, 3, 1);
    const older = [4, 3, 2, 1].map((ago) => serverBar(TEN - ago * MINUTE, ago, ago, ago, ago, 1));
    expect(candles.prepend(MIN1, older)).toBe(3);
    expect(candles.count(MIN1)).toBe(5);
    expect(candles.bar(MIN1, 0)?.timeMs).toBe(TEN - 3 * MINUTE);
    expect(candles.prepend(MIN1, [serverBar(TEN - 9 * MINUTE, 1, 1, 1, 1, 1)])).toBe(0);
    expect(() => candles.prepend(MIN1, older)).toThrow('allowed: before');
  });
});
