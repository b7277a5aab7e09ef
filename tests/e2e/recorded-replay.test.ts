/** A whole recording through the built server at full speed: its candles are the oracle's, digit for digit (decision D9.12). */
import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { afterAll, expect, it } from 'vitest';
import { SPECIFIED_PERIODS } from '#domain/specified-periods.ts';
import { type ServerProcess, startServer } from './server-process.ts';

const folder = new URL('../../../shared/data/fx-eurusd-oanda-2014/', import.meta.url).pathname;
const BARS_PER_PAGE = 1000;
let server: ServerProcess | undefined;
afterAll(() => server?.remove());

type Row = { Time: number; Open: number; High: number; Low: number; Close: number };

/** Oracle bars of the mid price in UTC: period -> bucket -> "open high low close" as numbers. */
function oracle(): Map<string, Map<number, string>> {
  const bars = new Map<string, Map<number, string>>();
  for (const line of gunzipSync(readFileSync(`${folder}oracle_candles.csv.gz`))
    .toString()
    .split('\n')
    .slice(1)) {
    const [period = '', zone, price, , bucket, ...prices] = line.split(',');
    if (zone !== 'UTC' || price !== 'mid') continue;
    const ofPeriod = bars.get(period) ?? new Map<number, string>();
    ofPeriod.set(Number(bucket), prices.slice(0, 4).map(Number).join(' '));
    bars.set(period, ofPeriod);
  }
  return bars;
}

/** All bars of a period from `fromMs` on, by paging back. */
async function served(url: string, period: string, fromMs: number): Promise<Map<number, string>> {
  const bars = new Map<number, string>();
  for (let end = ''; ; ) {
    const reply = await fetch(`${url}/v2/api/forex/kline?forex_id=1&period=${period}&limit=${BARS_PER_PAGE}${end}&t=${Date.now()}`);
    const rows = ((await reply.json()) as { data: Row[] }).data;
    for (const row of rows) if (row.Time >= fromMs) bars.set(row.Time, `${row.Open} ${row.High} ${row.Low} ${row.Close}`);
    const first = rows[0];
    if (!first || first.Time < fromMs) return bars;
    end = `&end=${first.Time}`;
  }
}

it.runIf(existsSync(folder))('the EURUSD recording at full speed gives the oracle’s candles of all seven periods', async () => {
  server = await startServer({
    FEED: 'replay',
    FEED_FILE: `${folder}ticks.csv.gz`,
    FEED_SYMBOL: 'EURUSD',
    FEED_SPEED: 'max',
    FEED_CLOCK: 'recorded',
  });
  const running = server;
  await expect.poll(() => /replayed 186092 ticks/.test(running.output()), { timeout: 60_000 }).toBe(true);
  const wanted = oracle();
  for (const { name: period } of SPECIFIED_PERIODS) {
    const bars = wanted.get(period) as Map<number, string>;
    const got = await served(running.url, period, Math.min(...bars.keys()));
    expect(
      [...got.keys()].sort((a, b) => a - b),
      period,
    ).toEqual([...bars.keys()].sort((a, b) => a - b));
    for (const [timeMs, bar] of bars) expect(got.get(timeMs), `${period} ${timeMs}`).toBe(bar);
  }
});
