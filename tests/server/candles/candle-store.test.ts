import { expect, it } from 'vitest';
import { decimal } from '#domain/decimal.ts';
import { PERIODS } from '#domain/period-table.ts';
import { bucketStart } from '#domain/periods.ts';
import { dayStart } from '#domain/trading-day.ts';
import { createCandleStore } from '#server/candles/candle-store.ts';
import type { Bar, BarChange } from '#server/candles/candles.ts';
import { createCatalogue } from '#server/catalogue/product-catalogue.ts';
import { ManualClock } from '#server/clock/clock.ts';
import { createHistory } from '#server/feed/market-history.ts';
import { silentLog } from '#server/log.ts';
import { eachDatabase, type OpenDatabase } from '../each-database.ts';
import { START_MS, SYNTHETIC, startMarket } from '../feed/market-rig.ts';
import { openTape } from '../tape/test-log.ts';
import { asBar, barOf, listen, partBefore, prices, pureBars } from './expected-bars.ts';

const MINUTE_MS = 60_000;

eachDatabase('candle store', (openDatabase: OpenDatabase) => {
  it('S1-7.36 has full charts of all seven periods at once, ascending; bars around the first start join history and ticks', async () => {
    const rig = await startMarket(await openDatabase(), { codes: ['EURUSD', 'BTCUSD', 'JPN225'] });
    const heard = listen(rig);
    await rig.clock.advance(40_000);
    for (const code of ['EURUSD', 'BTCUSD', 'JPN225']) {
      const ticks = heard
        .get(rig.id(code))!
        .map(({ timeMs, price, volume }) => ({ timeMs, ...asBar(Number(price) / 1e8, Number(volume) / 1e8) }));
      expect(ticks.length).toBeGreaterThan(40);
      for (const { id: index, name: period } of PERIODS.filter(({ barsKept }) => barsKept >= 300)) {
        const bars = await rig.candles.bars(rig.id(code), period, 300);
        expect(bars, `${code} ${period}`).toHaveLength(300);
        expect(bars.every((bar, at) => at === 0 || bar.timeMs > bars[at - 1]!.timeMs)).toBe(true);
        const cutMs = bucketStart(index, START_MS);
        const buckets = [...new Set(ticks.map(({ timeMs }) => bucketStart(index, timeMs)))];
        expect(buckets[0]).toBe(cutMs);
        const fromTicks = buckets.map((bucketMs) => {
          const inside = ticks.filter(({ timeMs }) => bucketStart(index, timeMs) === bucketMs);
          return barOf(bucketMs, bucketMs === cutMs ? [...partBefore(rig, code, index, START_MS), ...inside] : inside);
        });
        const before = pureBars(rig, code, index, cutMs, 300 - buckets.length);
        expect(bars.map(prices), `${code} ${period}`).toEqual([...before, ...fromTicks]);
      }
    }
    await rig.stop();
  });

  it('pages back through history with exclusive ends, until it begins', async () => {
    const rig = await startMarket(await openDatabase());
    await rig.clock.advance(1_000);
    const euro = rig.id('EURUSD');
    const newest = await rig.candles.bars(euro, '60min', 500);
    const older = await rig.candles.bars(euro, '60min', 500, newest[0]!.timeMs);
    expect(older.at(-1)!.timeMs).toBe(newest[0]!.timeMs - 60 * MINUTE_MS);
    expect([...older, ...newest]).toEqual(await rig.candles.bars(euro, '60min', 1_000));
    const reach = { '1week': 300, '1day': 1_500, '60min': 5_000 } as const;
    for (const [period, count] of Object.entries(reach) as ['1week' | '1day' | '60min', number][]) {
      const all: Bar[] = [];
      for (let endMs: number | undefined; ; endMs = all[0]!.timeMs) {
        const page = await rig.candles.bars(euro, period, 1_000, endMs);
        if (page.length === 0) break;
        all.unshift(...page);
      }
      // The forming bar comes on top of the history.
      expect(all.length, period).toBe(count + 1);
    }
    await expect(rig.candles.bars(euro, '1min', 1_001)).rejects.toThrow('limit: 1001, allowed: 1 to 1000');
    await expect(rig.candles.bars(euro, '1min', 0)).rejects.toThrow(RangeError);
    expect(await rig.candles.bars(9_999, '1min', 10)).toEqual([]);
    await rig.stop();
  });

  it('loses no candle when the process dies: what was not stored is taken from the tape again', async () => {
    const db = await openDatabase();
    const rig = await startMarket(db, { codes: ['BTCUSD'] });
    await rig.clock.advance(130_000);
    await rig.candles.store();
    await rig.clock.advance(4_000);
    const before = await Promise.all(PERIODS.map(({ name: period }) => rig.candles.bars(rig.id('BTCUSD'), period, 60)));
    const quotation = rig.candles.quotation(rig.id('BTCUSD'));
    // Killed: nobody stops anything, and the database is opened by the next process.
    await rig.feed.stop();
    await db.close();
    const again = await startMarket(await openDatabase({ again: db }), { clock: rig.clock });
    await again.feed.stop();
    const after = await Promise.all(PERIODS.map(({ name: period }) => again.candles.bars(rig.id('BTCUSD'), period, 60)));
    expect(after).toEqual(before);
    expect({ ...again.candles.quotation(rig.id('BTCUSD')), confirmedMs: 0 }).toEqual({ ...quotation, confirmedMs: 0 });
    await again.stop();
  });

  it('continues the bars of today after a time that it was down, with a hole where it was', async () => {
    const db = await openDatabase();
    const first = await startMarket(db, { codes: ['EURUSD'] });
    await first.clock.advance(40_000);
    await first.stop();
    await first.clock.advance(3 * MINUTE_MS);
    const second = await startMarket(db, { clock: first.clock });
    await second.clock.advance(55_000);
    const euro = second.id('EURUSD');
    const minutes = (await second.candles.bars(euro, '1min', 4)).map(({ timeMs }) => (timeMs - bucketStart(0, START_MS)) / MINUTE_MS);
    expect(minutes).toEqual([0, 1, 4, 5]);
    const [day] = await second.candles.bars(euro, '1day', 1);
    const [whole] = pureBars(second, 'EURUSD', 5, START_MS, 1);
    expect(day).toMatchObject({ timeMs: whole!.timeMs, open: whole!.open });
    expect(second.candles.firstStartMs).toBe(START_MS);
    await second.stop();
  });

  it('publishes each changed bar, and a bar as closed when the next one opens', async () => {
    const rig = await startMarket(await openDatabase(), { codes: ['EURUSD'] });
    const euro = rig.id('EURUSD');
    const changes: BarChange[] = [];
    rig.candles.onBars((some) => changes.push(...some.filter(({ productId, period }) => productId === euro && period === '1min')));
    await rig.clock.advance(65_000);
    const closed = changes.filter((change) => change.closed).map(({ bar }) => bar);
    const bars = await rig.candles.bars(euro, '1min', 2);
    expect(closed).toEqual(bars.slice(0, 1));
    expect(changes.at(-1)).toEqual({ productId: euro, period: '1min', bar: bars[1], closed: false });
    await rig.stop();
  });

  it('quotes the day of the configured zone: open at its first price, change in percent, life by the last confirm', async () => {
    const db = await openDatabase();
    const clock = new ManualClock(START_MS);
    const { catalogue } = await startMarket(db, { clock }).then(async (rig) => {
      await rig.stop();
      return rig;
    });
    const tape = await openTape({ db, clock, log: silentLog });
    const history = await createHistory({ config: SYNTHETIC, db, clock, catalogue, log: silentLog });
    const zone = () => -30 * MINUTE_MS;
    const startMs = dayStart(START_MS, zone);
    const candles = await createCandleStore({
      db,
      clock,
      tape,
      catalogue: await createCatalogue(db),
      history,
      log: silentLog,
      dayZone: () => zone,
    });
    await candles.start();
    const euro = catalogue.byCode('EURUSD')!;
    const today = history.marketOf(euro).barsBefore(0, START_MS, 1, startMs);
    const opening = history.marketOf(euro).barAt(0, startMs)!;
    expect(today).toHaveLength(1);
    expect(candles.quotation(euro.id)).toMatchObject({ open: opening.open / 1e5, marketStatus: 'open' });
    await clock.advance(startMs + 86_400_000 - START_MS);
    for (const [at, price] of ['1.08', '1.0854', '1.07'].entries()) {
      tape.push({ productId: euro.id, price: decimal(price), volume: 0n, timeMs: clock.now() + at, confirm: false });
    }
    await tape.flush();
    tape.push({ productId: euro.id, price: decimal('1.0854'), volume: 0n, timeMs: clock.now() + 3, confirm: false });
    await clock.advance(100);
    await tape.flush();
    expect(candles.quotation(euro.id)).toEqual({
      open: 1.08,
      high: 1.0854,
      low: 1.07,
      close: 1.0854,
      change: 0.5,
      timeMs: clock.now() - 97,
      confirmedMs: clock.now() - 50,
      marketStatus: 'open',
      opensAtMs: 0,
    });
    await candles.stop();
    await tape.stop();
  });

  it('D9.187 the day of a product is the same whether it is asked for before its first tick or after many', async () => {
    const days: object[] = [];
    for (const isAskedAtOnce of [true, false]) {
      const rig = await startMarket(await openDatabase(), { codes: ['EURUSD', 'JPN225'] });
      const dayOf = (code: string) => ({ ...rig.candles.quotation(rig.id(code)), confirmedMs: 0 });
      const first = isAskedAtOnce ? dayOf('EURUSD') : undefined;
      await rig.clock.advance(40_000);
      days.push([dayOf('EURUSD'), dayOf('JPN225')]);
      // Most of the day lies in history.
      if (first) expect([dayOf('EURUSD').open, dayOf('EURUSD').timeMs > first.timeMs]).toEqual([first.open, true]);
      await rig.stop();
    }
    expect(days[1]).toEqual(days[0]);
  });

  it('S1-4.01 keeps the last session of a closed market, with the time of its opening', async () => {
    const saturday = new ManualClock(Date.UTC(2026, 2, 7, 12));
    const rig = await startMarket(await openDatabase(), { clock: saturday });
    const pound = rig.catalogue.byCode('GBPUSD')!;
    const friday = rig.history.marketOf(pound).barsBefore(5, saturday.now(), 1, 0)[0]!;
    expect(rig.candles.quotation(pound.id)).toMatchObject({
      open: friday.open / 1e5,
      high: friday.high / 1e5,
      low: friday.low / 1e5,
      close: friday.close / 1e5,
      timeMs: Date.UTC(2026, 2, 6, 22) - 1,
      marketStatus: 'closed',
      opensAtMs: Date.UTC(2026, 2, 8, 21),
      confirmedMs: 0,
    });
    const bars = await rig.candles.bars(pound.id, '1min', 10);
    expect(bars.at(-1)!.timeMs).toBe(Date.UTC(2026, 2, 6, 21, 59));
    await rig.stop();
  });

  it('keeps what it could not store and stores it later', async () => {
    const db = await openDatabase();
    const rig = await startMarket(db);
    await rig.clock.advance(2_000);
    await rig.candles.store();
    const flaky = { ...db, isDown: true };
    flaky.transaction = (work) => (flaky.isDown ? Promise.reject(new Error('the database is full')) : db.transaction(work));
    const { clock, tape, catalogue, history } = rig;
    const candles = await createCandleStore({
      db: { ...flaky, transaction: (work) => flaky.transaction(work) },
      clock,
      tape,
      catalogue,
      history,
      log: silentLog,
    });
    flaky.isDown = false;
    await candles.start();
    flaky.isDown = true;
    await clock.advance(2_000);
    await expect(candles.store()).rejects.toThrow('full');
    flaky.isDown = false;
    await candles.store();
    const [stored] = await db.kysely
      .selectFrom('candle')
      .selectAll()
      .where('product_id', '=', rig.id('EURUSD'))
      .where('period', '=', 0)
      .orderBy('time_ms', 'desc')
      .limit(1)
      .execute();
    const [bar] = await candles.bars(rig.id('EURUSD'), '1min', 1);
    expect(stored).toMatchObject({ time_ms: bar!.timeMs, close_seq: bar!.seq });
    await candles.stop();
    await rig.stop();
  });
});
