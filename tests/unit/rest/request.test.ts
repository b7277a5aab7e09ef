import { beforeEach, describe, expect, it } from 'vitest';
import { form, read } from '#protocol/rest/endpoint.ts';
import { kline } from '#rest/forex.ts';
import { searchProducts } from '#rest/product-search.ts';
import { callKey } from '#rest/request.ts';
import { tradeList } from '#rest/trade-list.ts';
import { login, userInfo } from '#rest/user.ts';
import { FakeServer, watched } from './fake-server.ts';

const list = read('/v2/api/forex/trade_list');
let server: FakeServer;
beforeEach(() => {
  server = new FakeServer();
});

describe('what a call carries', () => {
  it('S1-7.01 headers lang and authorization on every call, t on GET only', async () => {
    server.lang = 'jp';
    server.token = 'abc';
    watched(tradeList(server.request));
    watched(login(server.request, { account: 'a', password: 'b', login_type: 'email' }));
    expect(server.sent.map((sent) => sent.headers.lang)).toEqual(['jp', 'jp']);
    expect(server.sent.map((sent) => sent.headers.authorization)).toEqual(['abc', 'abc']);
    expect(Number(server.sent[0]?.url.searchParams.get('t'))).toBe(server.clock.now());
    expect(server.sent[1]?.url.search).toBe('');
  });

  it('S1-7.01 a visitor sends an empty authorization header', () => {
    server.token = '';
    watched(tradeList(server.request));
    expect(server.sent[0]?.headers.authorization).toBe('');
  });

  it('S1-7.07 S1-7.10 login is form-urlencoded with account, password, login_type; the reply is token and user', async () => {
    server.answer = () => ({ code: 1, data: { token: 'new', user: { id: 7 } } });
    const reply = watched(login(server.request, { account: 'a+b@x.y', password: 'p&=ä', login_type: 'email' }));
    await server.clock.advance(20);
    const [sent] = server.sent;
    expect(sent?.method).toBe('POST');
    expect(sent?.headers['content-type']).toMatch(/^application\/x-www-form-urlencoded/);
    expect(Object.fromEntries(sent?.body ?? [])).toEqual({ account: 'a+b@x.y', password: 'p&=ä', login_type: 'email' });
    expect(reply.value).toEqual({ token: 'new', user: { id: 7 } });
  });

  it('S1-9.21 paths are literal under the origin that was passed in, and no other host is known', () => {
    watched(tradeList(server.request));
    watched(userInfo(server.request));
    expect(server.sent.map((sent) => sent.url.origin + sent.url.pathname)).toEqual([
      'https://shop.example/v2/api/forex/trade_list',
      'https://shop.example/api/user/info',
    ]);
  });

  it('leaves out parameters that are undefined', () => {
    watched(kline(server.request, { productId: 3, period: '5min' }));
    expect([...(server.sent[0]?.url.searchParams.keys() ?? [])].sort()).toEqual(['forex_id', 'period', 't']);
  });
});

describe('the envelope', () => {
  it('S1-7.05 S1-8.01 code 1 resolves with data only', async () => {
    server.answer = () => ({ code: 1, msg: 'fine', data: [1, 2] });
    const reply = watched(server.request.call(list));
    await server.clock.advance(20);
    expect(reply).toEqual({ state: 'done', value: [1, 2] });
    expect(server.toasts).toEqual([]);
  });

  it('S1-7.05 S1-8.01 any other code rejects with code, msg and data, and shows msg', async () => {
    server.answer = () => ({ code: 1001, msg: 'lots: 0.001 is not allowed', data: { field: 'cont' } });
    const reply = watched(server.request.call(list));
    await server.clock.advance(20);
    expect(reply.error).toMatchObject({ code: 1001, msg: 'lots: 0.001 is not allowed', data: { field: 'cont' } });
    expect(server.toasts).toEqual(['lots: 0.001 is not allowed']);
  });

  it('S1-8.03 silent turns the toast off', async () => {
    server.answer = () => ({ code: 0, msg: 'no' });
    const reply = watched(server.request.call(list, {}, { silent: true }));
    await server.clock.advance(20);
    expect(reply.state).toBe('failed');
    expect(server.toasts).toEqual([]);
  });

  it.each([['<html>'], ['[]'], ['null'], ['{"msg":"no code"}'], ['{"code":"one"}'], ['{"code":1.5}']])(
    'a reply that is no envelope is ERR_REPLY: %s',
    async (text) => {
      server.answer = () => ({ text });
      const reply = watched(server.request.call(list, {}, { attempts: 1 }));
      await server.clock.advance(2_000);
      expect(reply.error?.code).toBe('ERR_REPLY');
    },
  );
});

describe('sessions', () => {
  it('S1-8.04 999 ends the session; a boot call says initial and shows nothing', async () => {
    server.answer = () => ({ code: 999, msg: 'log in again' });
    const boot = watched(userInfo(server.request, { initial: true }));
    await server.clock.advance(20);
    expect([boot.error?.code, server.lost, server.toasts]).toEqual([999, [true], []]);
    watched(tradeList(server.request));
    await server.clock.advance(20);
    expect([server.lost, server.toasts]).toEqual([[true, false], ['log in again']]);
  });

  it('D9.261 999 with a reason hands it on; without one there is none', async () => {
    server.answer = () => ({ code: 999, msg: 'The password was changed', data: { why: 'password' } });
    watched(userInfo(server.request, { initial: true }));
    await server.clock.advance(20);
    server.answer = () => ({ code: 999, msg: 'log in again' });
    watched(userInfo(server.request, { initial: true }));
    await server.clock.advance(20);
    expect(server.whys).toEqual(['The password was changed', '']);
  });

  it('S1-8.04 999 to a token that is no longer in use leaves the new session alone', async () => {
    server.answer = () => ({ code: 999, msg: 'log in again' });
    watched(userInfo(server.request));
    server.token = 'token-2';
    await server.clock.advance(20);
    expect(server.lost).toEqual([]);
  });
});

describe('equal reads', () => {
  it('S1-7.04 of two equal reads in flight the older is cancelled and only the newer is delivered', async () => {
    server.answer = (_, index) => ({ code: 1, data: index });
    const older = watched(server.request.call(list));
    const newer = watched(server.request.call(list));
    await server.clock.advance(20);
    expect(server.sent[0]?.aborted).toBe(true);
    expect([older.error?.code, newer.value]).toEqual(['ERR_CANCELED', 1]);
  });

  it('S1-8.06 cancelled requests are silent', async () => {
    watched(tradeList(server.request));
    watched(tradeList(server.request));
    await server.clock.advance(20_000);
    expect(server.toasts).toEqual([]);
  });

  it('reads that differ in a parameter do not touch each other, whatever the order of parameters', async () => {
    const a = watched(kline(server.request, { productId: 1, period: '5min' }));
    const b = watched(kline(server.request, { productId: 2, period: '5min' }));
    await server.clock.advance(20);
    expect([a.state, b.state]).toEqual(['done', 'done']);
    expect(callKey(list, { b: 2, a: 1, t: 5, client_id: 'x' })).toBe(callKey(list, { a: '1', b: '2' }));
  });

  it('a key of its own lets the newest of different reads win', async () => {
    const older = watched(searchProducts(server.request, 'eu'));
    const newer = watched(searchProducts(server.request, 'eur'));
    await server.clock.advance(20);
    expect([older.error?.code, newer.state]).toEqual(['ERR_CANCELED', 'done']);
  });

  it('a cancel during the pause before a retry ends at once', async () => {
    server.answer = (_, index) => (index === 0 ? 'down' : { code: 1, data: 'new' });
    const older = watched(server.request.call(list));
    await server.clock.advance(500);
    const newer = watched(server.request.call(list));
    await server.clock.advance(20);
    expect([older.error?.code, newer.value]).toEqual(['ERR_CANCELED', 'new']);
    await server.clock.advance(5_000);
    expect(server.sent).toHaveLength(2);
  });

  it('S1-8.08 an equal call that changes something is blocked while the first is open', async () => {
    const endpoint = form('/api/user/register');
    const first = watched(server.request.call(endpoint, { account: 'a' }));
    const second = watched(server.request.call(endpoint, { account: 'a' }));
    await server.clock.advance(20);
    expect([first.state, second.error?.code, server.sent.length]).toEqual(['done', 'ERR_BLOCKED', 1]);
    expect(server.warnings).toEqual(['request blocked, not sent']);
    expect(server.toasts).toEqual([]);
  });
});

describe('failures of the network', () => {
  it('S1-8.05 no network: one retry after 1 s, then a toast of the code', async () => {
    server.answer = () => 'down';
    const reply = watched(tradeList(server.request));
    await server.clock.advance(500);
    expect(server.sent).toHaveLength(1);
    await server.clock.advance(1_000);
    expect([server.sent.length, reply.error?.code, server.toasts]).toEqual([2, 'ERR_NETWORK', ['ERR_NETWORK']]);
  });

  it('S1-8.05 no reply for 15 s is ETIMEDOUT, and the transfer is stopped', async () => {
    server.answer = () => 'silent';
    const reply = watched(tradeList(server.request, { attempts: 1 }));
    await server.clock.advance(14_999);
    expect(reply.state).toBe('open');
    await server.clock.advance(1);
    expect([reply.error?.code, server.toasts, server.sent[0]?.aborted]).toEqual(['ETIMEDOUT', ['ETIMEDOUT'], true]);
  });

  it.each([
    [500, 2],
    [503, 2],
    [429, 1],
    [404, 1],
  ])('S1-8.05 status %i shows HTTP_%i', async (status, sends) => {
    server.answer = () => ({ status });
    watched(tradeList(server.request));
    await server.clock.advance(5_000);
    expect([server.toasts, server.sent.length]).toEqual([[`HTTP_${status}`], sends]);
  });

  it('a read that succeeds on its retry shows nothing', async () => {
    server.answer = (_, index) => (index === 0 ? { status: 502 } : { code: 1, data: 'here' });
    const reply = watched(server.request.call(list));
    await server.clock.advance(2_000);
    expect([reply.value, server.toasts]).toEqual(['here', []]);
  });
});

describe('loading', () => {
  it('S1-8.06 the spinner counts calls marked loading and closes on reply, error and cancel', async () => {
    server.answer = (_, index) => (index === 1 ? 'down' : { code: 1 });
    watched(server.request.call(list, { n: 1 }, { loading: true }));
    watched(server.request.call(list, { n: 2 }, { loading: true, attempts: 1 }));
    watched(server.request.call(list, { n: 3 }, { loading: true }));
    watched(server.request.call(list, { n: 3 }, { loading: true }));
    watched(server.request.call(list, { n: 4 }));
    expect(server.busy).toEqual([1, 2, 3, 4]);
    await server.clock.advance(20);
    expect(server.busy.at(-1)).toBe(0);
    expect(Math.min(...server.busy)).toBe(0);
  });
});
