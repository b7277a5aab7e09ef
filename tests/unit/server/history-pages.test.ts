import { describe, expect, it } from 'vitest';
import type { CandleBar } from '#domain/candle-bar.ts';
import { bucketStart, periodOf } from '#domain/periods.ts';
import type { History } from '#server/candles/history.ts';
import { HistoryPages } from '#server/candles/history-pages.ts';
import type { Product } from '#server/catalogue/catalogue.ts';
import { ManualClock } from '#server/clock/clock.ts';
import { BusyError } from '#server/limits/busy-error.ts';

const START_MS = Date.UTC(2026, 2, 4, 10);
const REACH_BARS = 1_500;
const product = { id: 1 } as Product;
const HOME = '203.0.113.9';
const AWAY = '198.51.100.7';
const pagesOf = (history: History) => new HistoryPages({ history, clock: new ManualClock() });

/** A history whose every bar says when it is, with a pause of two days in every week; counts how it is asked. */
function countedHistory(): History & { bars: number; asked: number; most: number } {
  return {
    bars: 0,
    most: 0,
    asked: 0,
    barsBefore(_product, period, { endMs, limit, startMs }) {
      const { bucket } = periodOf(period);
      const first = bucket.numberAt(startMs) - REACH_BARS;
      const bars: CandleBar[] = [];
      const newest = bucket.numberAt(Math.min(endMs, bucketStart(period, startMs)) - 1);
      for (let number = newest; number >= first && bars.length < limit; number--) {
        const timeMs = bucket.startOf(number);
        const isOpen = period === 5 || period === 6 || period === 8 || (Math.floor(timeMs / 86_400_000) + 3) % 7 < 5;
        if (isOpen) bars.unshift({ timeMs, open: 1, high: 1, low: 1, close: timeMs, volumeUnits: 0 });
      }
      this.asked++;
      this.most = Math.max(this.most, bars.length);
      this.bars += bars.length;
      return bars;
    },
    formingAt: () => [],
    recordedStartMs: () => undefined,
  };
}

describe('history in pages', () => {
  it.each([0, 3, 4, 5, 6, 7, 8])('gives what the history gives, for any end and count (period %i)', async (period) => {
    const pages = pagesOf(countedHistory());
    const plain = countedHistory();
    const lengthMs = periodOf(period).bucket.lengthMs;
    for (let round = 0; round < 200; round++) {
      const endMs = START_MS + lengthMs - Math.floor(((round * 7_919) % 1_000) * 1.7 * lengthMs) - (round % 3);
      const limit = 1 + ((round * 31) % 1_000);
      const expected = plain.barsBefore(product, period, { endMs, limit, startMs: START_MS });
      expect(await pages.barsBefore({ product, period, startMs: START_MS }, endMs, limit, HOME)).toEqual(expected);
    }
    expect(await pages.barsBefore({ product, period, startMs: START_MS }, Number.MAX_SAFE_INTEGER, 1_000, HOME)).toEqual(
      plain.barsBefore(product, period, { endMs: Number.MAX_SAFE_INTEGER, limit: 1_000, startMs: START_MS }),
    );
  });

  it('a changing end and count make no bar twice', async () => {
    const history = countedHistory();
    const pages = pagesOf(history);
    for (let round = 0; round < 500; round++) {
      await pages.barsBefore({ product, period: 5, startMs: START_MS }, START_MS - round * 86_399_123, 1_000 - (round % 7), HOME);
    }
    // Every bar once in its page; a page with closed days in it reaches into the next older one.
    expect(history.bars).toBeLessThan(REACH_BARS + 150);
    const before = history.asked;
    await pages.barsBefore({ product, period: 5, startMs: START_MS }, START_MS - 12_345, 1_000, HOME);
    expect(history.asked - before, 'of pages that are known, the history is not asked again').toBe(0);
  });

  it.each([
    [6, 53],
    [8, 13],
  ])('a page of period %i is a year and a bar at most: %i bars in one turn', async (period, most) => {
    const history = countedHistory();
    const bars = await pagesOf(history).barsBefore({ product, period, startMs: START_MS }, START_MS, 120, HOME);
    expect([bars.length, history.most]).toEqual([120, most]);
  });

  it('others get their turn between two pages, and one page that many ask for is made once', async () => {
    const history = countedHistory();
    const pages = pagesOf(history);
    let turns = 0;
    let isDone = false;
    const count = () => {
      turns++;
      if (!isDone) setImmediate(count);
    };
    setImmediate(count);
    const asks = Array.from({ length: 60 }, (_, at) =>
      pages.barsBefore({ product: { id: at } as Product, period: 5, startMs: START_MS }, START_MS, 100, HOME),
    );
    await Promise.all(asks);
    isDone = true;
    expect(turns).toBeGreaterThanOrEqual(60);
    const before = history.asked;
    await Promise.all(
      Array.from({ length: 60 }, () => pages.barsBefore({ product, period: 6, startMs: START_MS }, START_MS - 86_400_000 * 100, 20, HOME)),
    );
    expect(history.asked - before).toBeLessThanOrEqual(2);
  });

  describe('D9.95 pages of many networks', () => {
    const of = (id: number) => ({ product: { id } as Product, period: 5, startMs: START_MS });
    /** One page each of so many products. */
    const crowd = (pages: HistoryPages, count: number, network = HOME) =>
      Array.from({ length: count }, (_, at) => pages.barsBefore(of(at), START_MS, 5, network));

    it('who asks behind a crowd of another network has their page in their own turn', async () => {
      const history = countedHistory();
      const pages = pagesOf(history);
      const all = crowd(pages, 100);
      await pages.barsBefore(of(1_000), START_MS, 5, AWAY);
      expect(history.asked).toBeLessThanOrEqual(3);
      await Promise.all(all);
    });

    it('and the page for which the crowd waits last as well, which is made once', async () => {
      const history = countedHistory();
      const pages = pagesOf(history);
      const all = crowd(pages, 100);
      const bars = await pages.barsBefore(of(99), START_MS, 5, AWAY);
      expect(history.asked).toBeLessThanOrEqual(3);
      expect(await all[99]).toEqual(bars);
      await Promise.all(all);
      expect(history.asked).toBe(100);
    });

    it('a network waits for at most 240 pages; another one still may, also for those', async () => {
      const pages = pagesOf(countedHistory());
      const all = crowd(pages, 240);
      await expect(pages.barsBefore(of(500), START_MS, 5, HOME)).rejects.toThrow(BusyError);
      expect(await pages.barsBefore(of(500), START_MS, 5, AWAY)).toHaveLength(5);
      await Promise.all(all);
      expect(await pages.barsBefore(of(501), START_MS, 5, HOME)).toHaveLength(5);
    });

    it('a page that failed is asked for again, and fails for everybody who waited for it', async () => {
      const history = countedHistory();
      const whole = history.barsBefore;
      let isBroken = true;
      history.barsBefore = (...args) => {
        if (isBroken) throw new RangeError('out of range');
        return whole.apply(history, args);
      };
      const pages = pagesOf(history);
      const both = [HOME, AWAY].map((network) => pages.barsBefore(of(1), START_MS, 5, network));
      expect((await Promise.allSettled(both)).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
      isBroken = false;
      expect(await pages.barsBefore(of(1), START_MS, 5, HOME)).toHaveLength(5);
    });
  });
});
