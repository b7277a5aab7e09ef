import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PERIODS } from '#domain/period-table.ts';
import { type CategoryRow, ProductRow } from '#protocol/rest/forex.ts';
import type { CandleRow, ClosesRow, ShortCandleRow } from '#protocol/rest/kline.ts';
import { type StartedApp, startApp } from '../start-app.ts';

let app: StartedApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const SPECIFIED =
  'Id Code ShowCode Logo CategoryId MarketStatus PricePrecision ForexQuotations HasForexMultiple ForexMinCont ForexContNum ForexFeeRate MarginMode Pip'.split(
    ' ',
  );

describe('products and candles', () => {
  it('S1-3.01 S1-7.34 trade_list rows have every field of the specification and a category that exists', async () => {
    const { data } = await app.call<ProductRow[]>('/v2/api/forex/trade_list');
    const { data: categories } = await app.call<CategoryRow[]>('/v2/api/forex/getCategories');
    expect(data.length).toBe(42);
    for (const row of data) {
      for (const field of SPECIFIED) expect(row, `${row.Code} ${field}`).toHaveProperty(field);
      expect(row.ForexQuotations).toMatchObject({ Open: expect.any(Number), Close: expect.any(Number), Change: expect.any(Number) });
      expect(v.is(ProductRow, row), row.Code).toBe(true);
      expect(categories.some((category) => category.Id === row.CategoryId)).toBe(true);
    }
    expect(data.slice(0, 4).map((row) => row.Code)).toEqual(['EURUSD', 'XAUUSD', 'BTCUSD', 'US500']);
    expect(data.find((row) => row.Code === 'EURUSD')?.HasForexMultiple).toContainEqual({ Value: 100, Default: 1 });
    expect(data.find((row) => row.Code === 'XPDUSD')?.HasForexMultiple).toEqual([]);
    expect(data.find((row) => row.Code === 'GASOLINE')?.MarketStatus).not.toBe(1);
  });

  it('S1-3.03 S1-7.34 getCategories answers in the asked language', async () => {
    const { data } = await app.call<CategoryRow[]>('/v2/api/forex/getCategories', {}, { lang: 'en' });
    expect(data.map((row) => row.NameShowTrans)).toEqual(['Forex', 'Metals', 'Indices', 'Crypto', 'Energy']);
    expect(data.every((row) => Object.keys(row).sort().join() === 'Id,NameShowTrans')).toBe(true);
  });

  it('the quotation follows the tape', async () => {
    await app.pushTick('EURUSD', '1.12345');
    const { data } = await app.call<ProductRow[]>('/v2/api/forex/trade_list');
    expect(data.find((row) => row.Code === 'EURUSD')?.ForexQuotations).toMatchObject({ Close: 1.12345, Time: app.clock.now() });
  });

  it.each(PERIODS)('S1-7.36 kline gives bars of $name, ascending, each inside its own extremes', async ({ name: period, barsKept }) => {
    const { data } = await app.call<CandleRow[]>('/v2/api/forex/kline', { forex_id: '1', period });
    expect(data.length).toBeGreaterThan(Math.min(200, barsKept));
    expect(data.length).toBeLessThanOrEqual(300);
    for (const [index, bar] of data.entries()) {
      if (index > 0) expect(bar.Time).toBeGreaterThan(data[index - 1]?.Time ?? 0);
      expect(bar.Period).toBe(period);
      expect(bar.High).toBeGreaterThanOrEqual(Math.max(bar.Open, bar.Close, bar.Low));
      expect(bar.Low).toBeLessThanOrEqual(Math.min(bar.Open, bar.Close));
    }
  });

  it('S1-7.36 kline pages back by end and limit without a gap or a double', async () => {
    const ask = (fields: Record<string, string>) =>
      app.call<CandleRow[]>('/v2/api/forex/kline', { forex_id: '1', period: '1min', limit: '50', ...fields }).then((reply) => reply.data);
    const newest = await ask({});
    const older = await ask({ end: String(newest[0]?.Time) });
    expect(older).toHaveLength(50);
    const both = await ask({ limit: '100' });
    expect([...older, ...newest]).toEqual(both);
  });

  it('S1-7.36 abbreviated_cache_kline has at most 60 closes and is kept for 60 s', async () => {
    const ask = () =>
      app.call<ShortCandleRow[]>('/v2/api/forex/abbreviated_cache_kline', { forex_id: '1', period: '5min' }).then((reply) => reply.data);
    const before = await ask();
    expect(before).toHaveLength(60);
    expect(Object.keys(before[0] ?? {}).sort()).toEqual(['Close', 'Time']);
    await app.pushTick('EURUSD', '1.23456');
    expect(await ask()).toEqual(before);
    await app.clock.advance(60_000);
    expect((await ask()).some((row) => row.Close === 1.23456)).toBe(true);
  });

  it('D9.104 abbreviated_cache_kline of several products has a row of closes for each that is traded and as many as were asked for', async () => {
    const ask = (fields: Record<string, string>) =>
      app.call<unknown>('/v2/api/forex/abbreviated_cache_kline', { period: '60min', ...fields });
    const one = (await ask({ forex_id: '2' })).data as ShortCandleRow[];
    const several = (await ask({ forex_id: '2,999999,1,2', limit: '24' })).data as ClosesRow[];
    expect(several.map((row) => row.Id)).toEqual([2, 1]);
    expect(several[0]?.Closes).toEqual(one.slice(-24).map((row) => row.Close));
    expect((await ask({ forex_id: '2', limit: '5' })).data).toEqual(one.slice(-5));
    expect((await ask({ forex_id: '999998,999999' })).data).toEqual([]);
  });

  it('D9.181 with day=1 the closes are those of the day that the change is of, with its open; a market that is closed has its last day', async () => {
    const ask = (fields: Record<string, string>) =>
      app.call<ClosesRow[]>('/v2/api/forex/abbreviated_cache_kline', { period: '30min', day: '1', ...fields });
    const all = (await app.call<ProductRow[]>('/v2/api/forex/trade_list')).data;
    const products = all.filter((row) => ['EURUSD', 'US500', 'GASOLINE'].includes(row.Code));
    const rows = (await ask({ forex_id: products.map((row) => row.Id).join() })).data;
    expect(rows.map((row) => row.Id)).toEqual(products.map((row) => row.Id));
    for (const { Id, Open, Closes } of rows) {
      const { Open: began, Time } = (products.find((row) => row.Id === Id) as ProductRow).ForexQuotations;
      const dayMs = Math.floor(Time / 86_400_000) * 86_400_000;
      const bars = (await app.call<CandleRow[]>('/v2/api/forex/kline', { forex_id: String(Id), period: '30min', limit: '60' })).data;
      const today = bars.filter((bar) => bar.Time >= dayMs);
      expect([Id, Open, Closes.length > 0]).toEqual([Id, began, true]);
      expect(Closes).toEqual(today.map((bar) => bar.Close));
      expect(today[0]?.Open).toBe(Open);
    }
    expect(await ask({ forex_id: '1,2', day: '2' })).toMatchObject({ code: 1001, data: { field: 'day' } });
  });

  it.each([
    ['forex_id', { forex_id: '1,' }],
    ['forex_id', { forex_id: ',1' }],
    ['forex_id', { forex_id: '1,0' }],
    ['forex_id', { forex_id: Array.from({ length: 101 }, (_, at) => at + 1).join() }],
    ['limit', { forex_id: '1', limit: '0' }],
    ['limit', { forex_id: '1', limit: '61' }],
  ])('D9.104 refuses %s of %j', async (field, fields) => {
    const reply = await app.call('/v2/api/forex/abbreviated_cache_kline', { period: '60min', ...fields });
    expect(reply).toMatchObject({ code: 1001, data: { field } });
  });

  it('search finds by code, shown code and name; nonsense finds nothing', async () => {
    const codes = async (name: string) => (await app.call<ProductRow[]>('/v2/api/forex/search', { name })).data.map((row) => row.Code);
    expect(await codes('eur/u')).toEqual(['EURUSD']);
    expect(await codes('gold')).toContain('XAUUSD');
    expect(await codes('qqqq')).toEqual([]);
    expect(await codes('')).toEqual([]);
  });

  it('D0.01 the other reading of "base path /api" answers alike', async () => {
    const alias = await app.call<CategoryRow[]>('/api/v2/api/forex/getCategories');
    const literal = await app.call<CategoryRow[]>('/v2/api/forex/getCategories');
    expect(alias.data).toEqual(literal.data);
  });

  it('an unknown product is 1004 in every call that names one', async () => {
    for (const path of ['/v2/api/forex/kline', '/v2/api/forex/abbreviated_cache_kline']) {
      expect(await app.call(path, { forex_id: '999999', period: '1min' }), path).toMatchObject({ code: 1004, data: null });
    }
  });

  it('D9.14: t is allowed whatever it says', async () => {
    for (const t of ['x', '', '1e9', '9'.repeat(40)]) expect((await app.call('/v2/api/forex/getCategories', { t })).code, t).toBe(1);
    // Twice is no time at all: of a call that moves money nobody could tell which of the two it repeats.
    const twice = await app.app.inject({ method: 'GET', url: '/v2/api/forex/getCategories?t=1&t=2' });
    expect(twice.json()).toMatchObject({ code: 1001, data: { field: 't' } });
  });

  it('D9.14: a number with an exponent is refused in a JSON body as its text is', async () => {
    const send = async (payload: string) => {
      const headers = { 'content-type': 'application/json', authorization: (await app.demo()).token };
      return (await app.app.inject({ method: 'POST', url: '/v2/api/forex/submit', payload, headers })).json() as {
        code: number;
        data: unknown;
      };
    };
    const order = '"forex_id":1,"type":1,"status":1,"multiple":100';
    expect(await send(`{${order},"cont":1e1}`)).toMatchObject({ code: 1001, data: { field: 'cont', value: '1e1' } });
    expect((await send(`{${order},"cont":0.1,"note":"1e1","deep":{"cont":1e1}}`)).code).not.toBe(1001);
  });

  it('S36 S45 a JSON body of nothing but digits is read in a moment, and one with an exponent at its end is refused', async () => {
    const send = async (payload: string) => {
      const began = process.cpuUsage();
      const headers = { 'content-type': 'application/json' };
      const reply = await app.app.inject({ method: 'POST', url: '/api/user/loginForU', payload, headers });
      const { user, system } = process.cpuUsage(began);
      return { ...(reply.json() as { code: number; data: unknown }), workMs: (user + system) / 1_000 };
    };
    const digits = '7'.repeat(65_000);
    const fields = '"account":"a@example.com","login_type":"email"';
    for (const body of [`{${fields},"x":${digits}}`, `{${fields},"x":-0.${digits}}`, `[${digits}]`, `{"x":"${digits}"}`])
      expect((await send(body)).workMs, body.slice(0, 60)).toBeLessThan(500);
    expect(await send(`{${fields},"password":1.${digits}E+2}`)).toMatchObject({ code: 1001, data: { field: 'password' } });
  });

  it('D9.14: a name that comes twice is refused in a JSON body as it is in a query', async () => {
    const send = async (payload: string) => {
      const reply = await app.app.inject({
        method: 'POST',
        url: '/api/user/loginForU',
        payload,
        headers: { 'content-type': 'application/json' },
      });
      return reply.json() as { code: number; data: { field: string } };
    };
    const twice = await send('{"account":"a@example.com","login_type":"email","password":"one","pass\\u0077ord":"two"}');
    expect(twice).toMatchObject({ code: 1001, data: { field: 'password' } });
    // The same name further in, in a text or of nobody's asking is no repetition.
    const once = await send(
      '{"account":"a@example.com","login_type":"email","password":"\\"password\\":","x":{"account":1,"password":2},"x":[]}',
    );
    expect(once.code).toBe(1014);
    expect((await send('{"account":1')).code).not.toBe(1);
    expect((await send('{"__proto__":{"code":1},"account":"a"}')).code).not.toBe(1);
  });
});
