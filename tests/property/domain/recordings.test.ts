/**
 * The aggregator against recorded markets and bars that nobody here computed. The recordings have licences of their own and stay
 * outside this repository: where `../shared/data` is absent, this file says so and skips.
 */
import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { toVolumeUnits } from '#domain/candle-bar.ts';
import { CandleAggregator } from '#domain/candles.ts';
import { decimal, toNumber } from '#domain/decimal.ts';
import { SPECIFIED_PERIODS } from '#domain/specified-periods.ts';
import { RUN_SEED, randomFrom } from './random.ts';
import type { ReferenceTick } from './reference-candles.ts';

const DATA = new URL('../../../../shared/data/', import.meta.url);
const isThere = existsSync(DATA);
if (!isThere) console.info('recordings skipped: ../shared/data is not there');

const OANDA = 'fx-eurusd-oanda-2014';
const KRAKEN = 'crypto-xbtusdt-kraken-2025';

/** Rows of a gzipped csv by column name. */
function rows(set: string, file: string): Record<string, string>[] {
  const [head = '', ...lines] = gunzipSync(readFileSync(new URL(`${set}/${file}`, DATA)))
    .toString('utf8')
    .trim()
    .split('\n');
  const names = head.split(',');
  return lines.map((line) => {
    const cells = line.split(',');
    return Object.fromEntries(names.map((name, index) => [name, cells[index] ?? '']));
  });
}

const text = (row: Record<string, string>, ...names: string[]) => names.map((name) => Number(row[name])).join(' ');
/** Bars as `time open high low close`, numbers in their shortest form. */
const ours = (candles: CandleAggregator, period: number) =>
  Array.from({ length: candles.count(period) }, (_, index) => {
    const bar = candles.bar(period, index);
    return `${bar?.timeMs} ${bar?.open} ${bar?.high} ${bar?.low} ${bar?.close}`;
  });
const feed = (ticks: readonly ReferenceTick[]) => {
  const candles = new CandleAggregator();
  for (const tick of ticks) candles.tick(tick.timeMs, tick.n, tick.price, tick.volumeUnits);
  return candles;
};

/** 5 of 100 ticks come twice, 5 of 100 up to 2 s late: the order in which they arrive. */
function disturbed(ticks: readonly ReferenceTick[], seed: number): ReferenceTick[] {
  const random = randomFrom(seed);
  const queue = ticks.flatMap((tick) => {
    const late = random() < 0.05 ? random() * 2_000 : 0;
    const first = { tick, at: tick.timeMs + late };
    return random() < 0.05 ? [first, { tick, at: first.at + random() * 2_000 }] : [first];
  });
  return queue.sort((a, b) => a.at - b.at).map((entry) => entry.tick);
}

describe.skipIf(!isThere)(`recordings, SEED=${RUN_SEED}`, () => {
  const oracle = (set: string, price: string) => {
    const wanted = rows(set, 'oracle_candles.csv.gz').filter((row) => row.zone === 'UTC' && row.price === price);
    return SPECIFIED_PERIODS.map(({ name }) =>
      wanted.filter((row) => row.period === name).map((row) => text(row, 'bucket_ms', 'open', 'high', 'low', 'close')),
    );
  };
  const quotes = () => {
    const recorded = rows(OANDA, 'ticks.csv.gz');
    expect(recorded).toHaveLength(186_092);
    return recorded.map((row) => {
      const bid = decimal(row.bid ?? '');
      const ask = decimal(row.ask ?? '');
      return { timeMs: Number(row.ts_ms), n: Number(row.seq), bid: toNumber(bid), mid: toNumber((bid + ask) / 2n) };
    });
  };

  for (const price of ['bid', 'mid'] as const) {
    it(`EURUSD of 2014, 186,092 ticks, ${price}: the bars of all seven periods digit for digit`, () => {
      const ticks = quotes().map((quote) => ({ timeMs: quote.timeMs, n: quote.n, price: quote[price], volumeUnits: 0 }));
      const expected = oracle(OANDA, price);
      expect(expected.map((bars) => bars.length)).toEqual([6887, 1440, 480, 240, 120, 6, 2]);

      const plain = feed(ticks);
      const arrival = disturbed(ticks, RUN_SEED);
      const shaken = feed(arrival);
      for (const [at, { id: period, name }] of SPECIFIED_PERIODS.entries()) {
        expect(ours(plain, period), name).toEqual(expected[at]);
        expect(ours(shaken, period), `${name} shaken, SEED=${RUN_SEED}`).toEqual(expected[at]);
      }
      expect(arrival.length).toBeGreaterThan(190_000);
      expect(shaken).toMatchObject({ taken: ticks.length, duplicates: arrival.length - ticks.length, lateDropped: 0 });
    });
  }

  it("Kraken's trades give Kraken's own bars of minutes with trades, volume included", () => {
    const trades = rows(KRAKEN, 'ticks.csv.gz').map((row) => ({
      timeMs: Number(row.ts_ms),
      n: Number(row.seq),
      price: Number(row.price),
      volumeUnits: toVolumeUnits(Number(row.qty)),
    }));
    const candles = feed(trades);
    const firstMs = candles.bar(0, 0)?.timeMs as number;
    // The trades begin inside their first minute, and a minute without a trade has a row at Kraken and none here.
    const theirs = rows(KRAKEN, 'source_bars_1min.csv.gz')
      .filter((row) => Number(row.trades) > 0 && Number(row.bucket_ms) > firstMs)
      .map((row) => text(row, 'bucket_ms', 'open', 'high', 'low', 'close', 'volume'));
    const columns = candles.columns(0, 1);
    const found = ours(candles, 0)
      .slice(1)
      .map((bar, index) => `${bar} ${columns.volume[index]}`);
    expect(found.length).toBeGreaterThan(100);
    expect(found).toEqual(theirs.slice(0, found.length));
    expect(theirs).toHaveLength(found.length);
  });
});
