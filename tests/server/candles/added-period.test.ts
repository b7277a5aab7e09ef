/** What it takes to add a period: a row of the table. Everything here is the product's own code, and none of it has heard of two hours. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CandleAggregator } from '#domain/candles.ts';
import type { PeriodRow } from '#domain/period-table.ts';
import type { CandleRow } from '#protocol/rest/kline.ts';
import { candleRows } from '#worker/candles/candle-rows.ts';
import { type StartedApp, startApp } from '../start-app.ts';
import type { Received } from '../test-socket.ts';

const HOUR_MS = 3_600_000;

vi.mock('#domain/period-table.ts', async (original) => {
  const { PERIODS } = await original<{ PERIODS: readonly PeriodRow[] }>();
  const { minutes } = await import('#domain/bucket.ts');
  const added = { id: 9, name: '2hour', bucket: minutes(120), madeFrom: '60min', barsKept: 200 };
  const at = PERIODS.findIndex(({ name }) => name === '4hour');
  return { PERIODS: [...PERIODS.slice(0, at), added, ...PERIODS.slice(at)] };
});

let app: StartedApp;
beforeEach(async () => {
  app = await startApp();
});
afterEach(() => app.close());

const bars = async (period: string) => (await app.call<CandleRow[]>('/v2/api/forex/kline', { forex_id: '1', period, limit: '100' })).data;

describe('a period that is one row more', () => {
  it('D9.70 is folded by the aggregator', () => {
    const candles = new CandleAggregator();
    for (let tick = 0; tick < 30; tick++) candles.tick(Date.UTC(2026, 2, 4) + tick * 600_000, tick, 100 + tick, 1);
    expect(candles.count(9)).toBe(3);
    expect(candles.bar(9, 1)).toMatchObject({
      timeMs: Date.UTC(2026, 2, 4, 2),
      open: 112,
      high: 123,
      low: 112,
      close: 123,
      volumeUnits: 12,
    });
  });

  it('D9.70 has its history, its stored bars and its answers by REST, two hours as one', async () => {
    await app.pushTick('EURUSD', '1.2');
    const [two, one] = [await bars('2hour'), await bars('60min')];
    expect(two).toHaveLength(100);
    for (const bar of two.slice(-40)) {
      const parts = one.filter(({ Time }) => Time >= bar.Time && Time < bar.Time + 2 * HOUR_MS);
      expect(bar.Time % (2 * HOUR_MS)).toBe(0);
      expect(bar).toMatchObject({
        Open: parts[0]?.Open,
        Close: parts.at(-1)?.Close,
        High: Math.max(...parts.map(({ High }) => High)),
        Period: '2hour',
      });
    }
    expect(two.at(-1)?.Close).toBe(1.2);
    expect(candleRows(two, '2hour' as never)).toHaveLength(100);
    await app.server.candles.store();
    const stored = await app.db.kysely.selectFrom('candle').select('close').where('period', '=', 9).where('product_id', '=', 1).execute();
    expect(stored).toEqual([{ close: 120_000_000n }]);
    expect(await app.db.kysely.selectFrom('candle_period').select('name').where('id', '=', 9).execute()).toEqual([{ name: '2hour' }]);
  });

  it('D9.70 is pushed to who asks for it by name, and to nobody else', async () => {
    const [asks, asksNone] = [await app.connect(), await app.connect()];
    asks.send({ type: 'sub', topic: 'KLINE_EURUSD', period: '2hour' });
    asksNone.send({ type: 'sub', topic: 'KLINE_EURUSD' });
    await asks.run(300);
    await app.pushTick('EURUSD', '1.3');
    await asks.run(500);
    const periods = (frames: readonly Received[]) => new Set(frames.flatMap(({ Period }) => Period ?? []));
    expect(periods(asks.frames)).toEqual(new Set(['2hour']));
    expect(asks.frames.at(-1)).toMatchObject({ type: 'KLINE', Close: 1.3, Time: Date.UTC(2026, 2, 4, 10) });
    expect(periods(asksNone.frames)).toEqual(new Set(['1min', '5min', '15min', '30min', '60min', '1day', '1week']));
    asks.send({ type: 'unsub', topic: 'KLINE_EURUSD' });
    await asks.run(200);
    const from = asks.frames.length;
    await app.pushTick('EURUSD', '1.31');
    await asks.run(500);
    expect(asks.frames.slice(from)).toEqual([]);
  });
});
