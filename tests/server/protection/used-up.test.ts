/** When a limit on oneself turns by itself, as what was used up of it leaves its window. */
import { expect, it } from 'vitest';
import type { OwnLimitRow } from '#protocol/rest/protection.ts';
import { LIMITS } from '#server/limits/limits.ts';
import { eachDatabase } from '../each-database.ts';
import { type StartedApp, startApp, WIDE_LIMITS } from '../start-app.ts';
import { ask, DAY_MS, MICRO, ownerWithPrice, protectionOf, submit } from './own-stage.ts';

const HOUR_MS = 3_600_000;
const rowOf = async (app: StartedApp, token: string, kind: string) =>
  (await protectionOf(app, token)).limits.find((row) => row.kind === kind) as OwnLimitRow;

/** Stops the clock at a time, with a fresh price, and logs in anew: sessions end too. */
async function at(app: StartedApp, timeMs: number, price: string): Promise<string> {
  app.clock.jump(timeMs - app.clock.now());
  await app.pushTick('EURUSD', price);
  return (await app.real()).token;
}

eachDatabase('a limit on oneself that turns by itself', (openDb) => {
  it('D9.441 turnover and micro trades: it is used up until the piece has left with which enough is free', async () => {
    const app = await startApp({ db: await openDb() });
    const { token } = await ownerWithPrice(app);
    const micro = (with_: string) => app.call('/v2/api/micro/submit', MICRO, { token: with_ });
    // A tenth of a lot takes 108.345.
    for (let order = 0; order < 3; order++) {
      expect((await submit(app, token)).code).toBe(1);
      app.clock.jump(HOUR_MS);
      await app.pushTick('EURUSD', '1.08345');
    }
    for (let trade = 0; trade < 3; trade++) {
      expect((await micro(token)).code).toBe(1);
      app.clock.jump(1_000);
      await app.pushTick('EURUSD', '1.08345');
    }
    for (const [kind, value] of [
      ['turnover_day', '200'],
      ['turnover_week', '500'],
      ['micro_day', '3'],
    ] as const)
      expect((await ask(app, 'own_limit', { kind, value }, token)).code).toBe(1);
    const { kysely } = app.db;
    const orders = await kysely.selectFrom('trade_order').select('opened_at').orderBy('id').execute();
    const trades = await kysely.selectFrom('micro_order').select('created_at').orderBy('id').execute();
    const ends = orders.map(({ opened_at }) => Number(opened_at) + DAY_MS + 1);
    const [, second = 0] = ends;
    // Without the first 246.69 are used up, without the second too 138.345; of three micro trades two.
    expect(await rowOf(app, token, 'turnover_day')).toMatchObject({ used: '355.035', turns: second });
    expect(await rowOf(app, token, 'turnover_week')).toMatchObject({ used: '355.035', turns: 0 });
    expect(await rowOf(app, token, 'micro_day')).toMatchObject({ used: '3', turns: Number(trades[0]?.created_at) + DAY_MS + 1 });
    const before = await at(app, second - 1, '1.08345');
    expect((await rowOf(app, before, 'turnover_day')).turns).toBe(second);
    expect(await micro(before)).toMatchObject({ code: 1302, data: { field: 'turnover_day', allowed: '0' } });
    const after = await at(app, second, '1.08345');
    expect((await rowOf(app, after, 'turnover_day')).turns).toBe(0);
    // It lets through again what another limit does not.
    expect(await micro(after)).toMatchObject({ code: 1302, data: { field: 'micro_day' } });
    // One of nothing never lets go.
    expect((await ask(app, 'own_limit', { kind: 'turnover_day', value: '0' }, after)).code).toBe(1);
    expect((await rowOf(app, after, 'turnover_day')).turns).toBe(0);
    await app.close();
  });

  it('D9.441 loss: a gain that leaves its window uses it up, and the loss that leaves after it lets it go', async () => {
    const app = await startApp({ db: await openDb() });
    const { token } = await ownerWithPrice(app);
    const closeAt = async (price: string) => {
      await app.pushTick('EURUSD', price);
      expect((await app.call('/v2/api/forex/close_all', {}, { token })).code).toBe(1);
    };
    expect((await submit(app, token)).code).toBe(1);
    await closeAt('1.08445');
    app.clock.jump(HOUR_MS);
    await app.pushTick('EURUSD', '1.08445');
    expect((await submit(app, token)).code).toBe(1);
    await closeAt('1.08345');
    const closed = await app.db.kysely.selectFrom('trade_order').select('completed_at').orderBy('id').execute();
    const [gainLeaves = 0, lossLeaves = 0] = closed.map(({ completed_at }) => Number(completed_at) + DAY_MS + 1);
    expect((await ask(app, 'own_limit', { kind: 'loss_day', value: '5' }, token)).code).toBe(1);
    expect(await rowOf(app, token, 'loss_day')).toMatchObject({ used: '1.2', turns: gainLeaves });
    const used = await at(app, gainLeaves, '1.08345');
    expect(await rowOf(app, used, 'loss_day')).toMatchObject({ used: '10.6', turns: lossLeaves });
    expect((await submit(app, used)).code).toBe(1302);
    const free = await at(app, lossLeaves, '1.08345');
    expect(await rowOf(app, free, 'loss_day')).toMatchObject({ used: '0', turns: 0 });
    expect((await submit(app, free)).code).toBe(1);
    // What floats is no piece that leaves: nobody knows until when.
    await app.pushTick('EURUSD', '1.07945');
    expect((await rowOf(app, free, 'loss_day')).turns).toBe(0);
    await app.close();
  });

  it('D9.463 of a thousand pieces and no more: what needs more of them to leave turns nobody knows when, and is counted all the same', async () => {
    const app = await startApp({ db: await openDb() });
    const { token, id } = await ownerWithPrice(app);
    expect((await app.call('/v2/api/micro/submit', MICRO, { token })).code).toBe(1);
    const { kysely } = app.db;
    const { id: _, ...one } = await kysely.selectFrom('micro_order').selectAll().where('user_id', '=', id).executeTakeFirstOrThrow();
    const ended = { ...one, status: 3, end_reason: 'expired' as const, end_price: one.open_price, end_seq: one.open_seq };
    const times = Array.from({ length: 1_100 }, (_row, at) => one.created_at - HOUR_MS + Math.floor(at / 2));
    for (let at = 0; at < times.length; at += 100) {
      const rows = times.slice(at, at + 100).map((created_at) => ({ ...ended, created_at, completed_at: created_at }));
      await app.db.transaction((trx) => trx.insertInto('micro_order').values(rows).execute());
    }
    // 1,101 in all. So many must leave: one more than the limit is passed by.
    for (const [value, turns] of [
      ['1100', (times[0] as number) + DAY_MS + 1],
      ['200', (times[900] as number) + DAY_MS + 1],
      // The thousandth leaves with another one, which was not read.
      ['102', 0],
      ['1', 0],
    ] as const) {
      expect((await ask(app, 'own_limit', { kind: 'micro_day', value }, token)).code).toBe(1);
      expect(await rowOf(app, token, 'micro_day')).toMatchObject({ used: '1101', turns });
    }
    await app.close();
  });
});

it.each(['protection', 'get_profits'])(
  'D9.463 what is added up of trades, %s, is asked twenty times at once, and then once a second',
  async (sums) => {
    const rest = { ...WIDE_LIMITS.rest, sums: LIMITS.rest.sums };
    const app = await startApp({ limits: { ...WIDE_LIMITS, rest } });
    const { token } = await app.real();
    const asked = () => app.call(`/api/user/${sums}`, {}, { token });
    for (let call = 0; call < 20; call++) expect((await asked()).code).toBe(1);
    expect((await asked()).status).toBe(429);
    app.clock.jump(1_000);
    expect((await asked()).code).toBe(1);
    await app.close();
  },
);
