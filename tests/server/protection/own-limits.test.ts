/** Limits that people set on themselves and the breaks that they take, held by the server in every call that they concern. */
import { expect, it } from 'vitest';
import type { OwnLimitRow } from '#protocol/rest/protection.ts';
import { putOwnLimit } from '#server/repositories/own-limit-repository.ts';
import { eachDatabase } from '../each-database.ts';
import { type StartedApp, startApp } from '../start-app.ts';
import { OWNER } from '../users/factor-stage.ts';
import { ask, DAY_MS, lateSubmit, letterOf, MICRO, ownerWithPrice, protectionOf, statusOf, submit, submitPending } from './own-stage.ts';

const micro = (app: StartedApp, token: string, number = '10') => app.call('/v2/api/micro/submit', { ...MICRO, number }, { token });
const limit = (app: StartedApp, token: string, kind: string, value: string) => ask(app, 'own_limit', { kind, value }, token);
const rowOf = async (app: StartedApp, token: string, kind: string) =>
  (await protectionOf(app, token)).limits.find((row) => row.kind === kind) as OwnLimitRow;

/** A day and a price later: the hours of the market are those of any Thursday. */
async function nextDay(app: StartedApp, days = 1): Promise<void> {
  app.clock.jump(days * DAY_MS + 1_000);
  await app.pushTick('EURUSD', '1.08345');
}

eachDatabase('limits on oneself', (openDb) => {
  it('D9.238 turnover: what is put into orders and micro trades of any 24 hours, what waits for its price included', async () => {
    const app = await startApp({ db: await openDb() });
    const { token } = await ownerWithPrice(app);
    expect((await limit(app, token, 'turnover_day', '190')).code).toBe(1);
    // A tenth of a lot takes 90 at 0.9 and 108.345 at the price now, with a leverage of 100.
    expect((await submitPending(app, token)).code).toBe(1);
    expect(await submit(app, token)).toMatchObject({ code: 1302, data: { field: 'turnover_day', value: '108.345', allowed: '100' } });
    expect((await micro(app, token, '100')).code).toBe(1);
    expect(await micro(app, token)).toMatchObject({ code: 1302, data: { field: 'turnover_day', allowed: '0' } });
    expect((await rowOf(app, token, 'turnover_day')).used).toBe('190');
    // What waited and is cancelled was never put into anything.
    expect((await app.call('/v2/api/forex/cancel_all', {}, { token })).code).toBe(1);
    expect((await rowOf(app, token, 'turnover_day')).used).toBe('100');
    await nextDay(app);
    expect((await submit(app, (await app.real()).token)).code).toBe(1);
    await app.close();
  });

  it('D9.238 S30 loss: what was lost, what is at stake and what open positions have lost so far', async () => {
    const app = await startApp({ db: await openDb() });
    const { token } = await ownerWithPrice(app);
    expect((await limit(app, token, 'loss_day', '25')).code).toBe(1);
    expect((await micro(app, token)).code).toBe(1);
    expect((await micro(app, token)).code).toBe(1);
    // Two stakes of ten may be lost: five are left.
    expect(await micro(app, token)).toMatchObject({ code: 1302, data: { field: 'loss_day', value: '10', allowed: '5' } });
    expect((await rowOf(app, token, 'loss_day')).used).toBe('20');
    expect((await limit(app, token, 'loss_day', '20')).code).toBe(1);
    // Used up: nothing that could lose anything.
    expect(await submit(app, token)).toMatchObject({ code: 1302, data: { field: 'loss_day', allowed: '0' } });
    await app.close();
  });

  it('D9.238 a position that has lost counts as lost before it is closed', async () => {
    const app = await startApp({ db: await openDb() });
    const { token } = await ownerWithPrice(app);
    expect((await submit(app, token)).code).toBe(1);
    expect((await limit(app, token, 'loss_week', '30')).code).toBe(1);
    await app.pushTick('EURUSD', '1.07945');
    expect(await micro(app, token)).toMatchObject({ code: 1302, data: { field: 'loss_week', allowed: '0' } });
    await app.close();
  });

  it('D9.238 D9.23 micro trades of a day, counted over any 24 hours', async () => {
    const app = await startApp({ db: await openDb() });
    const { token } = await ownerWithPrice(app);
    await limit(app, token, 'micro_day', '2');
    expect([(await micro(app, token)).code, (await micro(app, token)).code]).toEqual([1, 1]);
    expect(await micro(app, token)).toMatchObject({ code: 1302, data: { field: 'micro_day', value: '1', allowed: '0' } });
    // Other trades are not concerned.
    expect((await submit(app, token)).code).toBe(1);
    expect(await rowOf(app, token, 'micro_day')).toMatchObject({ value: '2', used: '2', next: '', from: 0 });
    await nextDay(app);
    expect((await micro(app, token)).code).toBe(1);
    await app.close();
  });

  it('D9.238 tighter at once, looser after seven days by the wall clock, with or without the housekeeping', async () => {
    const app = await startApp({ db: await openDb() });
    const { token, id } = await ownerWithPrice(app);
    await limit(app, token, 'micro_day', '5');
    await limit(app, token, 'micro_day', '0');
    expect((await micro(app, token)).code).toBe(1302);
    const asked = await limit(app, token, 'micro_day', '9');
    expect(asked.code).toBe(1);
    const row = await rowOf(app, token, 'micro_day');
    expect(row).toMatchObject({ value: '0', next: '9', from: app.clock.now() + 7 * DAY_MS });
    app.clock.jump(7 * DAY_MS - 60_000);
    await app.clock.advance(59_000);
    const stored = () => app.db.kysely.selectFrom('own_limit').selectAll().where('user_id', '=', id).executeTakeFirstOrThrow();
    expect((await stored()).bound).toBe(0n);
    await app.pushTick('EURUSD', '1.08345');
    expect((await micro(app, (await app.real()).token)).code).toBe(1302);
    await expect
      .poll(
        async () => {
          await app.clock.advance(20_000);
          return (await stored()).bound;
        },
        { timeout: 20_000 },
      )
      .toBe(9n);
    await app.pushTick('EURUSD', '1.08345');
    expect((await micro(app, (await app.real()).token)).code).toBe(1);
    const acts = await app.db.kysely.selectFrom('audit').select('act').where('act', 'like', 'limit.%').orderBy('id').execute();
    expect(acts.map(({ act }) => act)).toEqual(['limit.ask', 'limit.ask', 'limit.ask', 'limit.loosen']);
    await app.close();
  });

  it('D9.238 two at once leave what both orders of them could leave: the tighter one holds', async () => {
    const app = await startApp({ db: await openDb() });
    const { token, id } = await ownerWithPrice(app);
    await limit(app, token, 'loss_day', '100');
    for (let round = 0; round < 5; round++) {
      const bounds = ['90', '200', '80', '', '300', '70'];
      const replies = await Promise.all(bounds.map((value) => limit(app, token, 'loss_day', value)));
      expect(replies.map(({ code }) => code)).toEqual(Array(6).fill(1));
      const row = await app.db.kysely.selectFrom('own_limit').selectAll().where('user_id', '=', id).executeTakeFirstOrThrow();
      expect(row.bound).toBe(70n * 100_000_000n);
    }
    await app.close();
  });

  it('D9.238 a tighter limit and orders at once: what was taken is within the limit, whichever came first', async () => {
    const app = await startApp({ db: await openDb() });
    const { token, id, uid } = await ownerWithPrice(app);
    await limit(app, token, 'turnover_day', '500');
    const orders = Array.from({ length: 6 }, () => lateSubmit(app, { id, uid }));
    const [set, ...replies] = await Promise.all([limit(app, token, 'turnover_day', '220'), ...orders]);
    expect(set.code).toBe(1);
    expect(replies.every(({ code }) => code === 1 || code === 1302)).toBe(true);
    // 500 lets four through, 220 two; after it nothing more than fits.
    const taken = replies.filter(({ code }) => code === 1).length;
    expect(taken).toBeGreaterThanOrEqual(2);
    expect(taken).toBeLessThanOrEqual(4);
    expect((await lateSubmit(app, { id, uid })).code).toBe(1302);
    await app.close();
  });

  it('D9.238 bad input is named with what is allowed, and changes nothing', async () => {
    const app = await startApp({ db: await openDb() });
    const { token } = await ownerWithPrice(app);
    for (const [kind, value] of [
      ['loss_day', '-1'],
      ['loss_day', '1.005'],
      ['loss_day', '1e3'],
      ['loss_day', 'much'],
      ['micro_day', '1.5'],
      ['micro_day', '1000000'],
      ['loss_year', '1'],
    ] as const) {
      const reply = await limit(app, token, kind, value);
      expect([kind, value, reply.code]).toEqual([kind, value, 1001]);
      expect((reply.data as { field: string }).field).toBe(kind === 'loss_year' ? 'kind' : 'value');
    }
    expect((await protectionOf(app, token)).limits.every((row) => row.value === '')).toBe(true);
    await app.close();
  });

  it('D9.27 D9.238 bind real money only: a demo account has none', async () => {
    const app = await startApp({ db: await openDb() });
    await app.pushTick('EURUSD', '1.08345');
    const { token, id } = await app.demo();
    expect((await limit(app, token, 'micro_day', '0')).code).toBe(1005);
    // Even a row that were there would not be asked.
    await app.db.transaction((trx) => putOwnLimit(trx, id, 'micro_day', { bound: 0n, next: undefined, nextAtMs: 0 }));
    expect((await micro(app, token)).code).toBe(1);
    await app.close();
  });
});

eachDatabase('breaks', (openDb) => {
  it('D9.239 a lock holds back looser limits for its days, tighter ones never; what waited waits on', async () => {
    const app = await startApp({ db: await openDb() });
    const { token } = await ownerWithPrice(app);
    await limit(app, token, 'loss_day', '100');
    await limit(app, token, 'loss_day', '200');
    const locked = await ask<{ until: number }>(app, 'lock_limits', { days: '30' }, token);
    const until = app.clock.now() + 30 * DAY_MS;
    expect(locked).toMatchObject({ code: 1, data: { until } });
    expect(await limit(app, token, 'loss_day', '300')).toMatchObject({ code: 1019, data: { until } });
    // Never shorter.
    expect((await ask<{ until: number }>(app, 'lock_limits', { days: '1' }, token)).data.until).toBe(until);
    app.clock.jump(8 * DAY_MS);
    const { token: later } = await app.real();
    expect(await rowOf(app, later, 'loss_day')).toMatchObject({ value: '100', next: '200' });
    expect((await limit(app, later, 'loss_day', '50')).code).toBe(1);
    expect(await rowOf(app, later, 'loss_day')).toMatchObject({ value: '50', next: '' });
    for (const days of ['0', '31', 'x']) expect((await ask(app, 'lock_limits', { days }, later)).code).toBe(1001);
    await app.close();
  });

  it('D9.239 a break: no new risk for its days, closing always, and it ends by itself', async () => {
    const app = await startApp({ db: await openDb() });
    const { token, id, uid } = await ownerWithPrice(app);
    const held = (await submit(app, token)).code;
    expect((await submitPending(app, token)).code).toBe(1);
    const begun = await ask<{ until: number }>(app, 'cool_off', { days: '1' }, token);
    expect(begun).toMatchObject({ code: 1, data: { until: app.clock.now() + DAY_MS } });
    for (const reply of [await submit(app, token), await micro(app, token), await lateSubmit(app, { id, uid })])
      expect(reply).toMatchObject({ code: 1015, data: { until: begun.data.until } });
    expect(held).toBe(1);
    await expect
      .poll(async () => (await app.db.kysely.selectFrom('trade_order').select('id').where('status', '=', 0).execute()).length)
      .toBe(0);
    const open = (await app.call<{ data: { Id: number }[] }>('/v2/api/forex/my_deal', { status: '1' }, { token })).data.data[0]?.Id;
    expect((await app.call('/v2/api/forex/close', { id: String(open) }, { token })).code).toBe(1);
    await nextDay(app);
    expect((await submit(app, token)).code).toBe(1);
    await app.close();
  });

  it('D9.29 D9.239 self-exclusion asks who it is, lasts whatever is asked later, and lets in for closing', async () => {
    const app = await startApp({ db: await openDb() });
    const { token, id } = await ownerWithPrice(app);
    expect((await ask(app, 'exclude', { period: '6m', password: 'wrong' }, token)).code).toBe(1014);
    expect((await statusOf(app, id)).excluded_until).toBe(0);
    const done = await ask<{ until: number }>(app, 'exclude', { period: '1y', password: OWNER.password }, token);
    const until = app.clock.now() + 365 * DAY_MS;
    expect(done).toMatchObject({ code: 1, data: { until } });
    expect((await letterOf(app, 'selfExcluded')).text).toContain('2027-03-04 10:00 (UTC)');
    expect((await ask<{ until: number }>(app, 'exclude', { period: '6m', password: OWNER.password }, token)).data.until).toBe(until);
    const { token: again } = await app.real();
    expect((await submit(app, again)).code).toBe(1015);
    expect(await micro(app, again)).toMatchObject({ code: 1015, data: { until } });
    app.clock.jump(364 * DAY_MS);
    await app.pushTick('EURUSD', '1.08345');
    expect((await submit(app, (await app.real()).token)).code).toBe(1015);
    await app.close();
  });

  it('D9.239 a session reminder is one of a list', async () => {
    const app = await startApp({ db: await openDb() });
    const { token } = await ownerWithPrice(app);
    expect((await ask(app, 'session_reminder', { minutes: '30' }, token)).code).toBe(1);
    expect((await protectionOf(app, token)).remind).toBe(30);
    for (const minutes of ['7', '-30', '']) expect((await ask(app, 'session_reminder', { minutes }, token)).code).toBe(1001);
    expect((await protectionOf(app, token)).remind).toBe(30);
    await app.close();
  });
});
