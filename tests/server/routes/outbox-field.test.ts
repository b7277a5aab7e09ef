/** D9.79: a caller that asks with `outbox=1` is told where its events stood; whoever does not ask gets the bytes of the specification. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AccountStateReply } from '#protocol/rest/account-state.ts';
import type { FillReply } from '#protocol/rest/forex.ts';
import { type StartedApp, startApp } from '../start-app.ts';
import type { Received } from '../test-socket.ts';

let app: StartedApp;
let token: string;
beforeEach(async () => {
  app = await startApp();
  await app.pushTick('EURUSD', '1.08345');
  ({ token } = await app.demo());
});
afterEach(() => app.close());

const ORDER = { type: '1', cont: '0.1', forex_id: '1', status: '1', multiple: '100' };
const KEY = '0b0e6f0a-7a0e-4b39-9a2e-0f6a4b6e1f01';
const submit = (fields: Record<string, string>) => app.call<FillReply>('/v2/api/forex/submit', fields, { method: 'POST', token });
const state = () => app.call<AccountStateReply>('/v2/api/forex/account_state', {}, { token });
const isType = (type: string) => (frame: Received) => frame.type === type;

describe('where the events stood', () => {
  it('D9.79 comes with a money reply for who asks, also for the same key again, and to nobody else', async () => {
    const told = await submit({ ...ORDER, client_id: KEY, outbox: '1' });
    expect(told).toMatchObject({
      code: 1,
      data: { Id: expect.any(Number), outbox: { seq: 2, epoch: expect.stringMatching(/^[0-9a-f]{16}$/) } },
    });
    expect(told.data.outbox).toEqual((await state()).data.outbox);
    const base = await submit({ ...ORDER, client_id: KEY });
    expect(Object.keys(base.data)).toEqual(['Id', 'Seq', 'Order']);
    expect({ ...base.data, outbox: told.data.outbox }).toEqual(told.data);
    expect((await submit({ ...ORDER, client_id: KEY, outbox: '1' })).data).toEqual(told.data);
    const known = (fields: Record<string, string>) =>
      app.call<{ reply: { data: object } }>('/v2/api/order/by_client_id', { client_id: KEY, ...fields }, { token });
    expect((await known({ outbox: '1' })).data.reply.data).toEqual(told.data);
    expect((await known({})).data.reply.data).toEqual(base.data);
  });

  it('D9.79 comes with an order that is no longer what it was, and not with a refusal that says nothing of orders', async () => {
    const { data } = await submit(ORDER);
    const close = (fields: Record<string, string>) =>
      app.call<FillReply | null>('/v2/api/forex/close', { id: String(data.Id), ...fields }, { method: 'POST', token });
    expect(await close({})).toMatchObject({ code: 1 });
    expect(await close({ outbox: '1' })).toMatchObject({ code: 1106, data: { Order: { Status: 3 }, outbox: { seq: 5 } } });
    expect(await submit({ ...ORDER, cont: '0.15000001', outbox: '1' })).toMatchObject({ code: 1102, data: null });
  });

  it('D9.79 comes with a demo account that was reset', async () => {
    const reset = (fields: Record<string, string>) =>
      app.call('/v2/api/main/user/resetForexDemoAccount', fields, { method: 'POST', token });
    expect(await reset({})).toMatchObject({ code: 1, data: null });
    expect(await reset({ outbox: '1' })).toMatchObject({ code: 1, data: { outbox: { balances: [{ type: 'demo', balance: '10000' }] } } });
  });

  it('a wish that is none is named', async () => {
    expect(await submit({ ...ORDER, outbox: 'yes' })).toMatchObject({
      code: 1001,
      data: { field: 'outbox', value: 'yes', allowed: '1, or nothing' },
    });
  });

  it('account_state has positions, pending orders and balances of one moment', async () => {
    const { data: held } = await submit(ORDER);
    const { data: waiting } = await submit({ ...ORDER, status: '0', target_price: '1.05' });
    const reply = await state();
    expect(reply.data.Orders.map((row) => [row.Id, row.Status])).toEqual([
      [held.Id, 1],
      [waiting.Id, 0],
    ]);
    const [{ type, balance, lockBalance } = { type: '', balance: '', lockBalance: '' }] = (
      await app.call<{ type: string; balance: string; lockBalance: string }[]>('/v2/api/main/wallet/getBalance', {}, { token })
    ).data;
    expect(reply.data.outbox).toMatchObject({ seq: 4, balances: [{ type, balance, lockBalance }] });
    expect((await app.call('/v2/api/forex/account_state')).code).toBe(999);
  });

  it('D9.79 FOREX_TRADE of ext says it in its snapshot and pushes, base as ever does not', async () => {
    const sockets = { ext: await app.connect(), base: await app.connect() };
    await sockets.ext.ask({ type: 'hello', v: 2, lang: 'en', id: 1 }, isType('hello'));
    for (const socket of Object.values(sockets)) await socket.ask({ type: 'login', token }, isType('login'));
    const sub = await sockets.ext.ask({ type: 'sub', topic: 'FOREX_TRADE', id: 6 }, isType('sub'));
    expect(sub).toMatchObject({ outbox: 0, snapshot: { Balance: '10000' } });
    await sockets.base.ask({ type: 'sub', topic: 'FOREX_TRADE' }, isType('sub'));
    await submit(ORDER);
    const isHeld = (frame: Received) => frame.type === 'FOREX_TRADE' && JSON.stringify(frame.data).includes('"Id"');
    expect(await sockets.ext.until(isHeld)).toMatchObject({ outbox: 2, seq: expect.any(Number) });
    expect(Object.keys(await sockets.base.until(isHeld))).toEqual(['type', 'data']);
  });
});
