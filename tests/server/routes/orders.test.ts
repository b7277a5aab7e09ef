import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FillReply, MyDealReply, OrderRow } from '#protocol/rest/forex.ts';
import type { AccountRow } from '#protocol/rest/user.ts';
import { type StartedApp, startApp, WIDE_LIMITS } from '../start-app.ts';

let app: StartedApp;
beforeAll(async () => {
  app = await startApp();
  await app.pushTick('EURUSD', '1.08345');
});
afterAll(() => app.close());

const SUBMIT = '/v2/api/forex/submit';
const BUY = { type: '1', cont: '0.1', forex_id: '1', status: '1', multiple: '100' };
const POST = { method: 'POST' } as const;
const DAY_S = 86_400;

describe('orders over the wire', () => {
  it('S1-7.38 S1-3.05 a market order by GET with the fields of the specification holds, with every field of an order', async () => {
    const { token } = await app.demo();
    const fields = { ...BUY, target_price: '0', stop_loss_price: '0', target_profit_price: '0', t: '1763625600123' };
    const { code, data } = await app.call<FillReply>(SUBMIT, fields, { token });
    expect(code).toBe(1);
    expect(v.is(FillReply, data)).toBe(true);
    expect(data.Order).toMatchObject({
      Status: 1,
      OrderType: 1,
      Quantity: '0.1',
      Price: 1.08345,
      CautionMoney: '108.345',
      TradeFee: '0.6',
    });
    const { data: page } = await app.call<MyDealReply>('/v2/api/forex/my_deal', { status: '1', page: '1' }, { token });
    expect(page.total).toBe(1);
    expect(v.is(OrderRow, page.data[0])).toBe(true);
    expect(page.data[0]?.ForexTradeLists.ShowCode).toBe('EUR/USD');
  });

  it('S1-7.40 close by GET answers status 3 and a message; the profit is in the balance', async () => {
    const { token } = await app.demo();
    const { data } = await app.call<FillReply>(SUBMIT, BUY, { ...POST, token });
    await app.pushTick('EURUSD', '1.08387');
    const closed = await app.call<FillReply>('/v2/api/forex/close', { id: String(data.Id), t: '1' }, { token });
    expect(closed).toMatchObject({ code: 1, data: { Order: { Status: 3, FactProfits: '4.2', CloseReason: 'manual' } } });
    expect(closed.msg).not.toBe('');
    const { data: balances } = await app.call<AccountRow[]>('/v2/api/main/wallet/getBalance', {}, { token });
    expect(balances[0]).toMatchObject({ balance: '10003.6', lockBalance: '0' });
    expect((await app.call('/api/user/get_profits', {}, { token })).data).toEqual({ profits: '4.2', net: '3.6' });
    await app.pushTick('EURUSD', '1.08345');
  });

  it('S2-7.01 S1-7.39 my_deal pages from 1, says the total, is empty past the end, and filters by unix seconds', async () => {
    const { token } = await app.demo();
    for (let made = 0; made < 13; made++) expect((await app.call(SUBMIT, BUY, { ...POST, token })).code).toBe(1);
    const page = (fields: Record<string, string>) =>
      app.call<MyDealReply>('/v2/api/forex/my_deal', { status: '1', ...fields }, { token }).then((reply) => reply.data);
    const first = await page({ page: '1' });
    const second = await page({ page: '2' });
    expect([first.data.length, second.data.length, first.total, second.total]).toEqual([10, 3, 13, 13]);
    expect(new Set([...first.data, ...second.data].map((row) => row.Id)).size).toBe(13);
    expect(await page({ page: '3' })).toMatchObject({ data: [], total: 13 });
    expect((await page({})).data).toEqual(first.data);
    expect(v.is(MyDealReply, first)).toBe(true);
    const today = Math.floor(app.clock.now() / 1_000 / DAY_S) * DAY_S;
    expect((await page({ startTime: String(today), endTime: String(today + DAY_S) })).total).toBe(13);
    expect((await page({ startTime: String(today - DAY_S), endTime: String(today) })).total).toBe(0);
    expect((await app.call('/v2/api/forex/my_deal', { status: '1', page: '0' }, { token })).code).toBe(1001);
  });
});

describe('once', () => {
  it('the same client_id answers the same order, other content under it is 1002', async () => {
    const { token } = await app.demo();
    const client_id = randomUUID();
    const first = await app.call<FillReply>(SUBMIT, { ...BUY, client_id }, { ...POST, token });
    const again = await app.call<FillReply>(SUBMIT, { ...BUY, client_id }, { token });
    expect(again.data).toEqual(first.data);
    expect((await app.call(SUBMIT, { ...BUY, cont: '0.2', client_id }, { ...POST, token })).code).toBe(1002);
    const known = await app.call<{ state: string; reply: unknown }>('/v2/api/order/by_client_id', { client_id }, { token });
    expect(known.data).toMatchObject({ state: 'done', reply: { code: 1, msg: first.msg, data: first.data } });
  });

  it('D0.11 a GET that the browser sends again byte for byte is one order; another t is another', async () => {
    const { token } = await app.demo();
    const send = (t: string) => app.call<FillReply>(SUBMIT, { ...BUY, t }, { token }).then((reply) => reply.data.Id);
    const first = await send('1700000000001');
    expect(await send('1700000000001')).toBe(first);
    expect(await send('1700000000002')).not.toBe(first);
  });

  it('without client_id and t every POST is a deliberate order', async () => {
    const { token } = await app.demo();
    const ids = new Set<number>();
    for (let sent = 0; sent < 3; sent++) ids.add((await app.call<FillReply>(SUBMIT, BUY, { ...POST, token })).data.Id);
    expect(ids.size).toBe(3);
  });

  it('void makes an unknown call final: a late arrival is refused', async () => {
    const { token } = await app.demo();
    const client_id = randomUUID();
    expect((await app.call('/v2/api/order/by_client_id', { client_id }, { token })).data).toEqual({ state: 'unknown', reply: null });
    expect((await app.call('/v2/api/order/void', { client_id }, { ...POST, token })).code).toBe(1109);
    expect((await app.call(SUBMIT, { ...BUY, client_id }, { ...POST, token })).code).toBe(1109);
    expect((await app.call<MyDealReply>('/v2/api/forex/my_deal', { status: '1' }, { token })).data.total).toBe(0);
  });

  it('void of a call that was executed answers what it did', async () => {
    const { token } = await app.demo();
    const client_id = randomUUID();
    const first = await app.call<FillReply>(SUBMIT, { ...BUY, client_id }, { ...POST, token });
    const voided = await app.call<FillReply>('/v2/api/order/void', { client_id: client_id.toUpperCase() }, { ...POST, token });
    expect(voided).toMatchObject({ code: 1, data: first.data });
  });

  it('submits come five a second at most after a burst of ten', async () => {
    const own = await startApp({ limits: { ...WIDE_LIMITS, rest: { ...WIDE_LIMITS.rest, submit: { perSecond: 5, burst: 10 } } } });
    const { token } = await own.demo();
    const codes = [];
    for (let sent = 0; sent < 12; sent++) codes.push((await own.call(SUBMIT, BUY, { ...POST, token })).status);
    expect(codes).toEqual([...Array(10).fill(200), 429, 429]);
    await own.clock.advance(200);
    expect((await own.call(SUBMIT, BUY, { ...POST, token })).status).toBe(200);
    await own.close();
  });
});

describe('what stops an order', () => {
  it.each([
    ['a quote that fell silent', 1108],
    ['a closed market', 1101],
  ])('%s is code %d', async (name, code) => {
    const own = await startApp();
    const { token } = await own.demo();
    if (name === 'a quote that fell silent') {
      own.feed.silence();
      await own.clock.advance(6_000);
      expect((await own.call(SUBMIT, BUY, { ...POST, token })).code).toBe(code);
    } else {
      const closed = own.server.catalogue.products().find((product) => own.server.catalogue.statusAt(product, own.clock.now()) !== 'open');
      const fields = { ...BUY, forex_id: String(closed?.id), multiple: '20' };
      expect((await own.call(SUBMIT, fields, { ...POST, token })).code).toBe(code);
    }
    expect(await own.count('trade_order')).toBe(0);
    await own.close();
  });

  it("another person's order answers as not found", async () => {
    const a = await app.demo();
    const b = await app.demo();
    const { data } = await app.call<FillReply>(SUBMIT, BUY, { ...POST, token: a.token });
    expect((await app.call('/v2/api/forex/close', { id: String(data.Id) }, { ...POST, token: b.token })).code).toBe(1004);
    expect((await app.call<MyDealReply>('/v2/api/forex/my_deal', { status: '1' }, { token: a.token })).data.total).toBe(1);
  });
});
