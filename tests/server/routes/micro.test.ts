/** The calls of micro trades over the API, their events on the socket, and what the log says of them. */
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ForexChangeReply } from '#protocol/rest/account.ts';
import { MicroOrdersReply, MicroRow, MicroSubmitReply, MicroTermsReply } from '#protocol/rest/micro.ts';
import type { AccountRow } from '#protocol/rest/user.ts';
import { MICRO_TOPICS } from '#protocol/socket.ts';
import { runCommand } from '#server/operations/operator-commands.ts';
import { hasMicro, refuseForProduction } from '#server/site/production-settings.ts';
import { type StartedApp, startApp } from '../start-app.ts';
import type { Received } from '../test-socket.ts';

const PATHS = { terms: '/v2/api/micro/get_seconds', submit: '/v2/api/micro/submit', orders: '/v2/api/micro/orders' } as const;
const KEY = '3f2b8c1e-7a4d-4e5f-9a6b-0c1d2e3f4a5';
const isType = (type: string) => (frame: Received) => frame.type === type;

let app: StartedApp;
beforeAll(async () => {
  app = await startApp();
  await app.pushTick('EURUSD', '1.08345');
});
afterAll(() => app.close());

const fields = { forex_id: '1', type: '1', number: '10', seconds: '60' };

describe('micro trades over the API', () => {
  it('S1-7.43 S1-3.10 D1.3.12: durations and presets, of a product with the ratio that its odds leave, for anybody; none while the flag is off', async () => {
    const own = await app.call<MicroTermsReply>(PATHS.terms, { forex_id: '1' });
    expect(v.is(MicroTermsReply, own.data)).toBe(true);
    expect(own.data.sec.map((row) => row.Seconds)).toEqual([30, 60, 120, 300, 600]);
    const stakes = ['10', '20', '50', '100', '200', '500'];
    expect(own.data.number).toEqual(stakes.map((stake, at) => ({ Id: at + 1, Number: stake })));
    expect(own.data.Time).toBe(app.clock.now());
    for (const { Offered, ProfitRatio, WinShare, AverageCost } of own.data.sec.filter((row) => row.Offered === 1)) {
      expect(Number(WinShare) * (1 + Number(ProfitRatio))).toBeLessThanOrEqual(0.98);
      expect(Number(AverageCost)).toBeCloseTo(1 - Number(WinShare) * (1 + Number(ProfitRatio)), 6);
      expect(Offered).toBe(1);
    }
    const all = await app.call<MicroTermsReply>(PATHS.terms);
    expect(all.data.sec.map((row) => row.ProfitRatio)).toEqual(['0.8', '0.82', '0.84', '0.86', '0.88']);
    expect((await app.call(PATHS.terms, { forex_id: '999' })).code).toBe(1004);
    const off = await startApp({ settings: { is_micro: '0' } });
    const demo = await off.demo();
    expect((await off.call(PATHS.terms, { forex_id: '1' })).code).toBe(1201);
    expect((await off.call(PATHS.submit, fields, { token: demo.token })).code).toBe(1201);
    await off.close();
  });

  it('S1-7.44 S1-7.46 S1-3.09: GET and POST open, the list has the row running and then closed, the socket says both, the log what moved', async () => {
    const { token, uid } = await app.demo();
    const socket = await app.connect();
    await socket.ask({ type: 'hello', v: 2, lang: 'en', id: 1 }, isType('hello'));
    await socket.ask({ type: 'login', token, id: 2 }, isType('login'));
    for (const topic of MICRO_TOPICS)
      await socket.ask({ type: 'sub', topic, id: 3 }, (frame) => frame.type === 'sub' && frame.topic === topic);
    const post = await app.call<MicroSubmitReply>(
      PATHS.submit,
      { ...fields, client_id: `${KEY}b`, outbox: '1' },
      { method: 'POST', token },
    );
    expect(v.is(MicroSubmitReply, post.data)).toBe(true);
    expect(post.data.outbox).toMatchObject({ seq: 2, balances: [{ type: 'demo', balance: '9990', lockBalance: '10' }] });
    const again = await app.call<MicroSubmitReply>(
      PATHS.submit,
      { ...fields, client_id: `${KEY}b`, outbox: '1' },
      { method: 'POST', token },
    );
    expect(again.data).toEqual(post.data);
    const get = await app.call<MicroSubmitReply>(PATHS.submit, { ...fields, number: '20', client_id: `${KEY}c` }, { token });
    expect(get.data.Micro).toMatchObject({ Status: 1, Number: '20', ForexTradeList: { Id: 1, ShowCode: 'EUR/USD' } });
    const running = await app.call<MicroOrdersReply>(PATHS.orders, { status: '1', page: '1' }, { token });
    expect(v.is(MicroOrdersReply, running.data)).toBe(true);
    expect(running.data.data.map((row) => row.Id)).toEqual([get.data.Id, post.data.Id]);
    expect(running.data.total).toBe(2);
    await app.clock.advance(59_900);
    await app.pushTick('EURUSD', '1.08346');
    await app.clock.advance(200);
    await app.pushTick('EURUSD', '1.08300');
    await app.server.trading.caughtUp();
    const closed = await app.call<MicroOrdersReply>(PATHS.orders, { status: '3', page: '1', limit: '1' }, { token });
    expect(closed.data).toMatchObject({ total: 2, data: [{ Id: get.data.Id, Status: 3, EndPrice: 1.08346, EndReason: 'expiry' }] });
    expect((await app.call<MicroOrdersReply>(PATHS.orders, { status: '1', page: '1' }, { token })).data).toEqual({ data: [], total: 0 });
    await socket.run(200);
    const told = socket.frames.filter(({ type }) => MICRO_TOPICS.includes(String(type)));
    expect(told.map(({ type, uid: whose }) => [type, whose])).toEqual([
      ['MICRO', uid],
      ['MICRO', uid],
      ['MICRO_CLOSED', uid],
      ['MICRO_CLOSED', uid],
    ]);
    expect(told.every(({ data }) => v.is(MicroRow, data))).toBe(true);
    const log = await app.call<ForexChangeReply>('/v2/api/main/accountLog/forexChange', { page: '1', limit: '6' }, { token });
    expect(log.data.list.map(({ Type, Value }) => [Type, Value]).slice(4)).toEqual([
      [7, '-20'],
      [7, '-10'],
    ]);
    expect(log.data.list.map(({ MemoTran }) => MemoTran).slice(0, 2)).toEqual([
      `Result of micro trade ${get.data.Id}`,
      `Amount of micro trade ${get.data.Id} returned`,
    ]);
    expect((await app.call(PATHS.orders, { status: '2' }, { token })).code).toBe(1001);
  });

  it('D1.3.14: a real person stakes from the account for micro trades, and from no other', async () => {
    const { token } = await app.real();
    await app.pushTick('EURUSD', '1.084');
    const { data } = await app.call<MicroSubmitReply>(
      PATHS.submit,
      { ...fields, number: '100', client_id: `${KEY}d` },
      { method: 'POST', token },
    );
    expect(data.Micro.Status).toBe(1);
    const { data: accounts } = await app.call<AccountRow[]>('/v2/api/main/wallet/getBalance', {}, { token });
    const held = accounts.map(({ type, balance, lockBalance }) => [type, balance, lockBalance]);
    expect(held).toEqual([
      ['forex', '25000', '0'],
      ['micro', '4900', '100'],
      ['change', '20000', '0'],
    ]);
  });

  it('D9.123: production starts with neither micro trades nor a kinder loss level, and its operator cannot set them', async () => {
    const settings = (values: Record<string, string>) => ({ get: (key: string) => values[key] ?? '0' });
    expect(() => refuseForProduction('production', settings({ is_micro: '1' }))).toThrow(
      /^is_micro: got "1", takes "0" when PROFILE=production: .*desk/,
    );
    expect(() => refuseForProduction('production', settings({ micro_loss_level: '1' }))).toThrow(/^micro_loss_level: got "1"/);
    expect(() => refuseForProduction('production', settings({}))).not.toThrow();
    expect(() => refuseForProduction('demo', settings({ is_micro: '1' }))).not.toThrow();
    expect([hasMicro('demo', settings({ is_micro: '1' })), hasMicro('demo', settings({}))]).toEqual([true, false]);
    expect(hasMicro('production', settings({ is_micro: '1', micro_loss_level: '1' }))).toBe(false);
    const parts = {
      db: app.db,
      clock: app.clock,
      settings: app.server.settings,
      catalogue: app.server.catalogue,
      ...{ review: undefined as never, complaints: undefined as never, freezes: undefined as never, tapeLog: undefined as never },
    };
    const call = (profile: 'demo' | 'production', value: string) =>
      runCommand(
        { ...parts, config: { profile, smtpUrl: undefined, smsUrl: undefined, tapeKeyDir: '' } },
        { command: 'setting', words: ['micro_loss_level', value], actor: 'test', reason: 'to see' },
      );
    expect(await call('production', '1')).toMatchObject({
      isGood: false,
      lines: [expect.stringContaining('takes "0" when PROFILE=production')],
    });
    expect(await call('demo', '1')).toMatchObject({ isGood: true });
    expect(await call('production', '0')).toMatchObject({ isGood: true });
  });
});
