import { randomUUID } from 'node:crypto';
import { afterEach, expect, it } from 'vitest';
import type { FillReply, ProductRow } from '#protocol/rest/forex.ts';
import { eachDatabase } from '../each-database.ts';
import { type StartedApp, type StartOptions, startApp } from '../start-app.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const SUBMIT = '/v2/api/forex/submit';

eachDatabase('a wall clock that is set', (openDatabase) => {
  let app: StartedApp | undefined;
  afterEach(async () => {
    await app?.close();
    app = undefined;
  });

  /** A server with a person on it who trades the first product. */
  async function stage(options: StartOptions = {}) {
    const logLines: string[] = [];
    const started = await startApp({ ...options, db: await openDatabase(), logLines });
    app = started;
    const { token } = await started.demo();
    const fields = { type: '1', cont: '0.1', forex_id: '1', status: '1', multiple: '100' };
    const order = (client_id: string = randomUUID()) =>
      started.call<FillReply>(SUBMIT, { ...fields, client_id }, { method: 'POST', token });
    const status = async (url: string) => (await started.app.inject({ method: 'GET', url })).statusCode;
    const doubts = async (kind: string) => {
      const { payload } = await started.server.operations.inject({ method: 'GET', url: '/metrics', headers: { host: 'localhost' } });
      return Number(new RegExp(`^outcry_clock_doubts_total\\{kind="${kind}"\\} (\\d+)$`, 'm').exec(payload)?.[1]);
    };
    const warned = (text: string) => logLines.filter((line) => line.includes(text)).length;
    // Just after a sign of life.
    await started.clock.advance(1_010);
    return { ...started, token, order, isReady: async () => (await status('/readyz')) === 200, doubts, warned };
  }

  it.each([60_000, -60_000, HOUR_MS, -HOUR_MS, DAY_MS, -DAY_MS])(
    'D9.13 by %d ms: every price is stale until its source speaks again; that is said once, and counted',
    async (byMs) => {
      const at = await stage();
      expect((await at.order()).code).toBe(1);
      at.clock.stepWall(byMs);
      for (let again = 0; again < 3; again++) expect((await at.order()).code).toBe(1108);
      expect(await at.isReady()).toBe(false);
      await at.clock.advance(1_000);
      expect([(await at.order()).code, await at.isReady()]).toEqual([1, true]);
      expect(at.warned(byMs > 0 ? 'the wall clock was set forward' : 'the wall clock was set back')).toBe(1);
      expect([await at.doubts('forward'), await at.doubts('back'), await at.doubts('stall')]).toEqual(byMs > 0 ? [1, 0, 0] : [0, 1, 0]);
    },
  );

  it('D9.13 by a second: nothing', async () => {
    const at = await stage();
    for (const byMs of [1_000, -1_000]) {
      at.clock.stepWall(byMs);
      expect([(await at.order()).code, await at.isReady()]).toEqual([1, true]);
    }
    expect([await at.doubts('forward'), await at.doubts('back')]).toEqual([0, 0]);
  });

  it('D9.03 set back while the source is silent: the last price is sold to nobody, however long it takes', async () => {
    const at = await stage();
    at.feed.silence();
    at.clock.stepWall(-HOUR_MS);
    for (let second = 0; second < 36; second += 4) {
      expect([second, (await at.order()).code, await at.isReady()]).toEqual([second, 1108, false]);
      await at.clock.advance(4_000);
    }
  });

  it('D9.13 a day that was skipped fires nothing: hours, the day, kept answers and the tape go by the time of the tape', async () => {
    // Friday 20:00 UTC: a day later the currency market is closed.
    const at = await stage({ startMs: Date.UTC(2026, 2, 6, 20) });
    const pound = (await at.call<ProductRow[]>('/v2/api/forex/trade_list')).data.find((row) => row.Code === 'GBPUSD');
    const key = randomUUID();
    const first = await at.order(key);
    expect(first.code).toBe(1);
    await at.clock.advance(2_000);
    const blocks = async () => (await at.db.kysely.selectFrom('tape_body').select('height').execute()).length;
    const before = await blocks();
    const { ts } = await at.call('/v2/api/forex/trade_list');
    at.clock.stepWall(4 * DAY_MS);
    // Longer than the pruning of the tape and of keys waits.
    at.clock.jump(HOUR_MS);
    await at.clock.advance(1_000);
    const after = await at.call<ProductRow[]>('/v2/api/forex/trade_list');
    expect(after.ts - ts).toBe(HOUR_MS + 1_000);
    expect(after.data.find((row) => row.Code === 'GBPUSD')?.MarketStatus).toBe(pound?.MarketStatus);
    expect(pound?.MarketStatus).toBe(1);
    expect(await blocks()).toBeGreaterThan(before);
    expect((await at.db.kysely.selectFrom('tape_body').select('height').orderBy('height').executeTakeFirst())?.height).toBe(1);
    const again = await at.order(key);
    expect(again.data.Id).toBe(first.data.Id);
    expect(await at.count('trade_order')).toBe(1);
    const other = await at.order();
    expect(other.code).toBe(1);
    // The deal is dated by the tape too.
    const deal = await at.db.kysely.selectFrom('deal').select('created_at').orderBy('id', 'desc').executeTakeFirstOrThrow();
    expect(Math.abs(deal.created_at - after.ts)).toBeLessThan(10_000);
  });

  it.each([1_500, 8_000, 60_000])('D1.4.08 a process that stood still for %d ms knows it before it answers anybody', async (byMs) => {
    const at = await stage();
    at.clock.jump(byMs);
    expect([(await at.order()).code, await at.isReady()]).toEqual([1108, false]);
    expect((await at.order()).code).toBe(1108);
    await at.clock.advance(1_000);
    expect([(await at.order()).code, await at.isReady()]).toEqual([1, true]);
    expect([at.warned('the process stood still'), await at.doubts('stall')]).toEqual([1, 1]);
  });
});
