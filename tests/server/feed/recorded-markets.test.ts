import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import type { Period } from '#domain/period-table.ts';
import { SPECIFIED_PERIODS } from '#domain/specified-periods.ts';
import type { Bar } from '#server/candles/candles.ts';
import type { Log } from '#server/log.ts';
import { eachDatabase } from '../each-database.ts';
import { type Rig, SYNTHETIC, startMarket } from './market-rig.ts';

/** Recordings and oracle candles that live beside the project and are never part of it. */
const DATA = new URL('../../../../shared/data/', import.meta.url);
const rows = (file: string): string[][] =>
  gunzipSync(readFileSync(new URL(file, DATA)))
    .toString()
    .trimEnd()
    .split('\n')
    .map((line) => line.split(','));

type Candle = Pick<Bar, 'timeMs' | 'open' | 'high' | 'low' | 'close' | 'volume'>;

/** The oracle's candles of a set, UTC days and weeks. */
function oracle(file: string, price: string): Map<Period, Candle[]> {
  const [header, ...lines] = rows(file);
  const column = (name: string) => header!.indexOf(name);
  const byPeriod = new Map<Period, Candle[]>(SPECIFIED_PERIODS.map(({ name }) => [name, []]));
  for (const cells of lines) {
    if (cells[column('zone')] !== 'UTC' || cells[column('price')] !== price) continue;
    const at = (name: string) => Number(cells[column(name)]);
    byPeriod
      .get(cells[column('period')] as Period)
      ?.push({ timeMs: at('bucket_ms'), open: at('open'), high: at('high'), low: at('low'), close: at('close'), volume: at('volume') });
  }
  return byPeriod;
}

/** All bars of a period from a time on, in pages as a chart asks for them. */
async function allBars(rig: Rig, productId: number, period: Period, fromMs: number): Promise<Candle[]> {
  const all: Candle[] = [];
  for (let endMs: number | undefined; ; endMs = all[0]!.timeMs) {
    const page = await rig.candles.bars(productId, period, 1_000, endMs);
    const inside = page.filter(({ timeMs }) => timeMs >= fromMs);
    all.unshift(...inside.map(({ timeMs, open, high, low, close, volume }) => ({ timeMs, open, high, low, close, volume })));
    if (page.length === 0 || page[0]!.timeMs <= fromMs) return all;
  }
}

const SETS = [
  { name: 'EURUSD of May 2014', folder: 'fx-eurusd-oanda-2014', symbol: 'EURUSD', price: 'mid', ticks: 186_092 },
  { name: 'bitcoin on Kraken', folder: 'crypto-xbtusdt-kraken-2025', symbol: 'BTCUSD', price: 'trade', ticks: 488 },
] as const;

eachDatabase('recorded markets through the candle store', (openDatabase) => {
  for (const { name, folder, symbol, price, ticks } of SETS) {
    const isThere = existsSync(new URL(`${folder}/ticks.csv.gz`, DATA));
    const title = `${name}: the candles of all seven periods are the oracle's, digit for digit`;
    it.skipIf(!isThere)(
      isThere ? title : `${title} (not tried: the recordings are not beside the project)`,
      { timeout: 120_000 },
      async () => {
        const said: string[] = [];
        const log: Log = {
          info: (_, text) => void said.push(text),
          warn: (_, text) => void said.push(text),
          error: (_, text) => void said.push(text),
        };
        const feedFile = new URL(`${folder}/ticks.csv.gz`, DATA).pathname;
        const config = { ...SYNTHETIC, feed: 'replay', feedFile, feedSymbol: symbol, feedSpeed: 'max', feedClock: 'recorded' } as const;
        const rig = await startMarket(await openDatabase(), { config, log, codes: [symbol] });
        await rig.clock.advance(200);
        expect(said).toContain(`replayed ${ticks} ticks`);
        for (const [period, expected] of oracle(`${folder}/oracle_candles.csv.gz`, price)) {
          expect(await allBars(rig, rig.id(symbol), period, expected[0]!.timeMs), period).toEqual(expected);
        }
        await rig.stop();
      },
    );
  }
});
