import { expect, it } from 'vitest';
import type { TapeTick } from '#domain/tape/tape-tick.ts';
import { ManualClock } from '#server/clock/clock.ts';
import { logProblem } from '#server/tape/log/log-problem.ts';
import { eachDatabase } from '../each-database.ts';
import { type Rig, START_MS, SYNTHETIC, startMarket } from './market-rig.ts';

/** All ticks that a market puts on its tape from now on. */
function listen({ tape }: Rig): TapeTick[] {
  const ticks: TapeTick[] = [];
  tape.onGroup((group) => ticks.push(...group.ticks));
  return ticks;
}

eachDatabase('synthetic feed', (openDatabase) => {
  it('gives the same tape for the same seed, down to the hash of its head, and another for another', async () => {
    const heads = [];
    for (const seed of [1, 1, 2]) {
      const rig = await startMarket(await openDatabase(), { config: { ...SYNTHETIC, seed } });
      await rig.clock.advance(5_000);
      heads.push(rig.tape.head());
      await rig.stop();
    }
    expect(heads[0]!.size).toBeGreaterThanOrEqual(4);
    expect(heads[0]).toEqual(heads[1]);
    expect(heads[2]!.hash).not.toBe(heads[0]!.hash);
  });

  it('D9.133 keeps every open product fresh, at a few ticks a second and at their own times, all of them in the order of time', async () => {
    const rig = await startMarket(await openDatabase());
    const ticks = listen(rig);
    const seconds = 20;
    for (let second = 0; second < seconds; second++) {
      await rig.clock.advance(1_000);
      for (const product of rig.catalogue.products()) {
        const age = rig.tape.ageMs(product.id);
        if (rig.catalogue.statusAt(product, rig.clock.now()) === 'open') expect(age, product.code).toBeLessThanOrEqual(2_000);
        else expect(rig.tape.newest(product.id), product.code).toBeUndefined();
      }
    }
    const euro = ticks.filter(({ productId, confirm }) => productId === rig.id('EURUSD') && !confirm);
    expect(euro.length / seconds).toBeGreaterThanOrEqual(1);
    expect(euro.length / seconds).toBeLessThanOrEqual(5);
    expect(new Set(euro.map(({ timeMs }) => timeMs % 50)).size).toBeGreaterThan(10);
    for (const [at, { timeMs }] of ticks.entries()) expect(timeMs, `tick ${at}`).toBeGreaterThanOrEqual(ticks[at - 1]?.timeMs ?? 0);
    expect(euro.every(({ volume, price }) => volume >= 0n && price % 1_000n === 0n)).toBe(true);
    await rig.stop();
  });

  it('says by confirms that a slow source lives, and confirms move no candle', async () => {
    const rig = await startMarket(await openDatabase(), { config: { ...SYNTHETIC, feedSpeed: 0.05 }, codes: ['BTCUSD'] });
    const ticks = listen(rig);
    await rig.clock.advance(30_000);
    const bitcoin = ticks.filter(({ productId }) => productId === rig.id('BTCUSD'));
    const confirms = bitcoin.filter(({ confirm }) => confirm);
    expect(confirms.length).toBeGreaterThan(8);
    expect(confirms.every(({ volume }) => volume === 0n)).toBe(true);
    const times = bitcoin.map(({ timeMs }) => timeMs);
    expect(Math.max(...times.slice(1).map((time, at) => time - times[at]!))).toBeLessThanOrEqual(2_000);
    const [bar] = await rig.candles.bars(rig.id('BTCUSD'), '1min', 1);
    expect(bar!.seq).toBe(bitcoin.filter(({ confirm }) => !confirm).at(-1)!.seq);
    await rig.stop();
  });

  it('stops at the close, and speaks again at the opening within 0.05 % of the last price', async () => {
    const db = await openDatabase();
    const codes = ['GBPUSD'];
    const friday = await startMarket(db, { codes, clock: new ManualClock(Date.UTC(2026, 2, 6, 21, 59, 50)) });
    const before = listen(friday);
    await friday.clock.advance(15_000);
    const pound = friday.id('GBPUSD');
    const last = friday.tape.newest(pound)!;
    const ofPound = before.filter(({ productId }) => productId === pound);
    expect(ofPound.length).toBeGreaterThan(10);
    expect(Math.max(...ofPound.map(({ timeMs }) => timeMs))).toBeLessThan(Date.UTC(2026, 2, 6, 22));
    expect(friday.candles.quotation(pound)).toMatchObject({ marketStatus: 'closed', opensAtMs: Date.UTC(2026, 2, 8, 21) });
    await friday.stop();

    const sunday = await startMarket(db, { codes, clock: new ManualClock(Date.UTC(2026, 2, 8, 20, 59, 50)) });
    const after = listen(sunday);
    await sunday.clock.advance(9_000);
    expect(after.filter(({ productId }) => productId === pound)).toHaveLength(0);
    expect(sunday.candles.quotation(pound).close).toBe(Number(last.price) / 1e8);
    await sunday.clock.advance(6_000);
    const first = after.find(({ productId }) => productId === pound)!;
    expect(first.timeMs).toBeGreaterThanOrEqual(Date.UTC(2026, 2, 8, 21));
    // The last tick seen before the close may be some ticks before the last of the session.
    expect(Math.abs(Number(first.price) / Number(last.price) - 1)).toBeLessThan(0.0006);
    expect(sunday.candles.quotation(pound)).toMatchObject({ marketStatus: 'open', open: Number(first.price) / 1e8 });
    await sunday.stop();
  });

  it('leaves a hole after a sleep instead of a burst of old prices', async () => {
    const db = await openDatabase();
    const rig = await startMarket(db);
    await rig.clock.advance(2_000);
    await rig.feed.stop();
    await rig.clock.advance(60_000);
    const ticks = listen(rig);
    await rig.feed.start();
    await rig.clock.advance(1_000);
    expect(ticks.length).toBeGreaterThan(20);
    expect(Math.min(...ticks.map(({ timeMs }) => timeMs))).toBeGreaterThanOrEqual(START_MS + 62_000);
    await rig.stop();
    expect(await logProblem(db.kysely)).toBeUndefined();
  });

  it('has no ticks of a product that the operator closed, from the next minute on', async () => {
    const db = await openDatabase();
    const rig = await startMarket(db, { codes: ['EURUSD', 'XAUUSD'] });
    await rig.clock.advance(1_000);
    await db.transaction((trx) => trx.updateTable('product').set({ forced_closed: 1 }).where('code', '=', 'XAUUSD').execute());
    await rig.catalogue.reload();
    await rig.clock.advance(30_000);
    const ticks = listen(rig);
    await rig.clock.advance(10_000);
    expect(ticks.some(({ productId }) => productId === rig.id('XAUUSD'))).toBe(false);
    expect(ticks.some(({ productId }) => productId === rig.id('EURUSD'))).toBe(true);
    await rig.stop();
  });
});
