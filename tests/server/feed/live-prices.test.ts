import { expect, it } from 'vitest';
import { PERIODS } from '#domain/period-table.ts';
import type { TapeTick } from '#domain/tape/tape-tick.ts';
import { ManualClock } from '#server/clock/clock.ts';
import type { Db } from '#server/database/database.ts';
import type { Log } from '#server/log.ts';
import { EXACT_KIND, putTapeWork } from '#server/repositories/due-work-repository.ts';
import { insertMicro } from '#server/repositories/micro-repository.ts';
import { setForcedClosed } from '#server/repositories/product-repository.ts';
import { eachDatabase } from '../each-database.ts';
import { newUser } from '../trading/trading-fixture.ts';
import { type Rig, START_MS, SYNTHETIC, startMarket } from './market-rig.ts';

const UNSEEDED = { ...SYNTHETIC, seed: undefined };
const HOUR_MS = 3_600_000;
/** Saturday 03:00 UTC: the quietest hour of the week. */
const SATURDAY_MS = Date.UTC(2026, 2, 7, 3);

/** Ticks of a product that a market puts on its tape from now on; no confirms. */
function listen({ tape, id }: Rig, code: string): TapeTick[] {
  const ticks: TapeTick[] = [];
  tape.onGroup((group) => ticks.push(...group.ticks.filter((tick) => tick.productId === id(code) && !tick.confirm)));
  return ticks;
}
const moves = (ticks: readonly TapeTick[]): number[] => ticks.slice(1).map(({ price }, at) => Number(price - ticks[at]!.price));

/** Gives a database the secret that its history is computed from, before it begins. */
const putHistorySecret = (db: Db, hex: string): Promise<unknown> =>
  db.transaction((trx) =>
    trx
      .insertInto('fact')
      .values({ key: 'history_seed', value: `keyed:${hex.repeat(64)}` })
      .execute(),
  );

/** The operator closes a product, or lets it trade. */
async function setClosed({ db, catalogue, id }: Rig, code: string, isClosed: boolean): Promise<void> {
  await db.transaction((trx) => setForcedClosed(trx, id(code), isClosed));
  await catalogue.reload();
}

let people = 10_000_000;
/** A micro trade of a new person that runs on a product until a time. */
async function putMicro({ db, id }: Rig, code: string, expireAtMs: number): Promise<void> {
  const { id: userId } = await newUser(db, people++, 'demo', 1);
  const whose = { userId, realm: 'demo', accountType: 'demo', productId: id(code), side: 'up', lossLevel: '0', end: '' } as const;
  const terms = {
    stake: 1n,
    ratio: 1n,
    seconds: 60,
    duration: 60,
    expireAtMs,
    openPrice: 1n,
    openSeq: 0,
    openKnownSeq: 0,
    openSilenceMs: 0,
    createdAtMs: 1,
  };
  await db.transaction(async (trx) => {
    const micro = await insertMicro(trx, {
      ...whose,
      ...terms,
      endPrice: 0n,
      profit: 0n,
      endSeq: 0,
      endKnownSeq: 0,
      endSilenceMs: 0,
      completedAtMs: 0,
    });
    const due = Math.floor(expireAtMs / 1_000) * 1_000;
    await putTapeWork(trx, { kind: EXACT_KIND, subject: micro.id, userId, type: 'demo', due, occurrence: expireAtMs }, 0);
  });
}

/** All charts of a product. */
const charts = (rig: Rig, code: string) =>
  Promise.all(PERIODS.map(({ name: period }) => rig.candles.bars(rig.id(code), period, 300, START_MS - 7 * 24 * HOUR_MS)));

eachDatabase('live prices', (openDatabase) => {
  it('two fresh starts with the very same history differ: whoever knows all of it knows nothing of what comes', async () => {
    const seen = [];
    for (let start = 0; start < 2; start++) {
      const db = await openDatabase();
      await putHistorySecret(db, 'a');
      const rig = await startMarket(db, { codes: ['EURUSD', 'BTCUSD'], config: UNSEEDED });
      const ticks = listen(rig, 'BTCUSD');
      await rig.clock.advance(20_000);
      seen.push({ charts: [await charts(rig, 'EURUSD'), await charts(rig, 'BTCUSD')], moves: moves(ticks) });
      await rig.stop();
    }
    const [one, other] = seen;
    expect(one!.charts).toEqual(other!.charts);
    expect(one!.moves.length).toBeGreaterThan(30);
    const alike = one!.moves.filter((move, at) => move === other!.moves[at]).length;
    expect(alike).toBeLessThan(one!.moves.length / 4);
  });

  it('a product that the operator closes is silent at once, and speaks within a second of its opening', async () => {
    const db = await openDatabase();
    const rig = await startMarket(db, { codes: ['EURUSD'], config: UNSEEDED });
    const ticks = listen(rig, 'EURUSD');
    // Both acts fall into the middle of minutes.
    await rig.clock.advance(20_000);
    await setClosed(rig, 'EURUSD', true);
    await rig.clock.advance(100);
    const before = ticks.length;
    await rig.clock.advance(65_000);
    expect(ticks.length).toBe(before);
    await setClosed(rig, 'EURUSD', false);
    await rig.clock.advance(1_000);
    expect(ticks.length).toBeGreaterThan(before);
    await rig.stop();
  });

  it('D9.22 a product that the operator closes speaks on until the last micro trade on it has ended, one that was accepted meanwhile too', async () => {
    const db = await openDatabase();
    const rig = await startMarket(db, { codes: ['EURUSD', 'XAUUSD'], config: UNSEEDED });
    await rig.clock.advance(20_000);
    const [euro, gold] = [listen(rig, 'EURUSD'), listen(rig, 'XAUUSD')];
    const closedMs = rig.clock.now();
    const endMs = closedMs + 40_400;
    await putMicro(rig, 'EURUSD', closedMs + 10_000);
    await putMicro(rig, 'EURUSD', endMs);
    await setClosed(rig, 'EURUSD', true);
    await setClosed(rig, 'XAUUSD', true);
    await rig.clock.advance(1_000);
    await putMicro(rig, 'XAUUSD', endMs);
    const mark = gold.length;
    await rig.clock.advance(60_000);
    for (const [code, ticks] of [['EURUSD', euro] as const, ['XAUUSD', gold.slice(mark)] as const]) {
      const newestMs = Math.max(...ticks.map(({ timeMs }) => timeMs));
      expect([code, newestMs <= endMs, newestMs > endMs - 5_000]).toEqual([code, true, true]);
    }
    await rig.stop();
  });

  it('a SEED repeats the moves whatever the history is, and the log says that they repeat', async () => {
    const seen = [];
    const said: string[] = [];
    const log: Log = { info: () => {}, warn: (_, text) => void said.push(text), error: () => {} };
    for (const secret of ['a', 'b']) {
      const db = await openDatabase();
      await putHistorySecret(db, secret);
      const rig = await startMarket(db, { codes: ['BTCUSD'], config: { ...SYNTHETIC, seed: 5 }, log });
      const ticks = listen(rig, 'BTCUSD');
      await rig.clock.advance(20_000);
      seen.push({ charts: await charts(rig, 'BTCUSD'), signs: moves(ticks).map(Math.sign) });
      await rig.stop();
    }
    const [one, other] = seen;
    expect(one!.charts).not.toEqual(other!.charts);
    // At another price a step has another size, and rarely none where the other has one.
    const alike = one!.signs.filter((sign, at) => sign === other!.signs[at]).length;
    expect(alike / one!.signs.length).toBeGreaterThan(0.9);
    expect(said.filter((text) => text.includes('SEED'))).toHaveLength(2);
  });

  it('after a restart a SEED goes on with other moves, and the price with the one that was shown', async () => {
    const db = await openDatabase();
    const first = await startMarket(db, { codes: ['BTCUSD'] });
    const before = listen(first, 'BTCUSD');
    await first.clock.advance(20_000);
    await first.stop();
    const second = await startMarket(db, { clock: first.clock });
    const after = listen(second, 'BTCUSD');
    await second.clock.advance(20_000);
    const usual = Math.max(...moves(before).map(Math.abs));
    expect(Math.abs(Number(after[0]!.price - before.at(-1)!.price))).toBeLessThanOrEqual(usual * 1.5);
    expect(moves(after)).not.toEqual(moves(before).slice(0, after.length - 1));
    await second.stop();
  });

  it('the first price of a new database goes on from the last of its history', async () => {
    const rig = await startMarket(await openDatabase(), { config: UNSEEDED });
    const newest = new Map<number, TapeTick>();
    rig.tape.onGroup(({ ticks }) => {
      for (const tick of ticks) if (!newest.has(tick.productId)) newest.set(tick.productId, tick);
    });
    await rig.clock.advance(2_000);
    expect(newest.size).toBeGreaterThan(30);
    for (const [productId, tick] of newest) {
      const product = rig.catalogue.byId(productId)!;
      const shown = rig.history.stepsBefore(product, START_MS) / 10 ** product.pricePrecision;
      expect(Math.abs(Number(tick.price) / 1e8 / shown - 1), product.code).toBeLessThan(0.0005);
    }
    await rig.stop();
  });

  it('a long and a short account at 1:500, held over stops of 8 h, gain nothing: each first price lies within 0.05 % of the last', async () => {
    const rig = await startMarket(await openDatabase(), { codes: ['EURUSD'], config: UNSEEDED });
    const euro = rig.id('EURUSD');
    const shares: number[] = [];
    for (let stop = 0; stop < 40; stop++) {
      await rig.clock.advance(1_000);
      await rig.feed.stop();
      const last = Number(rig.tape.newest(euro)!.price);
      rig.clock.jump(8 * HOUR_MS);
      const ticks = listen(rig, 'EURUSD');
      await rig.feed.start();
      await rig.clock.advance(1_000);
      shares.push(Number(ticks[0]!.price) / last - 1);
    }
    expect(Math.max(...shares.map(Math.abs))).toBeLessThanOrEqual(0.0005);
    // What each account can lose is its margin, 1/500; nobody reaches it, so what one wins the other loses.
    const gains = shares.map((share) => Math.max(-1 / 500, share) + Math.max(-1 / 500, -share));
    expect(gains.every((gain) => gain === 0)).toBe(true);
    // They do move, as far as they may, in both directions.
    expect(shares.some((share) => share > 0.0002)).toBe(true);
    expect(shares.some((share) => share < -0.0002)).toBe(true);
    await rig.stop();
  });

  it('EUR/USD changes at least every 2 s in the median on a Saturday night', async () => {
    const rig = await startMarket(await openDatabase(), { codes: ['EURUSD'], clock: new ManualClock(SATURDAY_MS) });
    const ticks = listen(rig, 'EURUSD');
    await rig.clock.advance(90_000);
    const changes = ticks.filter(({ price }, at) => at > 0 && price !== ticks[at - 1]!.price).map(({ timeMs }) => timeMs);
    const gaps = changes.slice(1).map((timeMs, at) => timeMs - changes[at]!);
    expect(gaps.sort((a, b) => a - b)[gaps.length >> 1]).toBeLessThanOrEqual(2_000);
    await rig.stop();
  });

  it('rests while the database takes nothing, and goes on from the price that was shown', async () => {
    const db = await openDatabase();
    let isDown = false;
    const flaky: Db = { ...db, transaction: (work) => (isDown ? Promise.reject(new Error('the database is away')) : db.transaction(work)) };
    const rig = await startMarket(flaky, { codes: ['BTCUSD'], config: UNSEEDED });
    await rig.clock.advance(2_000);
    const last = Number(rig.tape.newest(rig.id('BTCUSD'))!.price);
    isDown = true;
    await rig.clock.advance(1_000);
    const waiting = rig.tape.waiting();
    await rig.clock.advance(30_000);
    // A tick or two of the moment when it went, and none behind them.
    expect(rig.tape.waiting()).toBe(waiting);
    expect(waiting).toBeLessThanOrEqual(3);
    const ticks = listen(rig, 'BTCUSD');
    isDown = false;
    await rig.clock.advance(5_000);
    expect(ticks.length).toBeGreaterThan(10);
    expect(Math.max(...ticks.slice(0, 10).map(({ price }) => Math.abs(Number(price) / last - 1)))).toBeLessThan(0.0015);
    await rig.stop();
  });
});
