/** The base profile: only the words of the specification, so that a client which knows no others works. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FillReply } from '#protocol/rest/forex.ts';
import { type StartedApp, startApp } from '../start-app.ts';
import type { Received } from '../test-socket.ts';

let app: StartedApp;
beforeEach(async () => {
  app = await startApp();
  await app.pushTick('EURUSD', '1.08345');
});
afterEach(() => app.close());

const isType = (type: string) => (frame: Received) => frame.type === type;
const isSub = (topic: string) => (frame: Received) => frame.type === 'sub' && frame.topic === topic;
const quoteOf = (symbol: string) => (frame: Received) => frame.type === 'DAY_MARKET' && frame.symbol === symbol;
const POST = { method: 'POST' } as const;
const ORDER = { type: '1', cont: '0.1', forex_id: '1', status: '1', multiple: '100' };

describe('the socket in base', () => {
  it('S1-7.54 S1-7.59 DAY_MARKET without a login: symbol and quotation with close and change', async () => {
    const socket = await app.connect();
    expect(await socket.ask({ type: 'sub', topic: 'DAY_MARKET' }, isSub('DAY_MARKET'))).toEqual({
      type: 'sub',
      topic: 'DAY_MARKET',
      code: 1,
    });
    const first = await socket.until(quoteOf('EURUSD'));
    expect(first.quotation).toMatchObject({ close: 1.08345, change: expect.any(Number), status: 1 });
    const from = socket.frames.length;
    await app.pushTick('EURUSD', '1.2');
    const next = await socket.until(quoteOf('EURUSD'), from);
    expect(next.quotation).toMatchObject({ close: 1.2, high: 1.2 });
    expect(next).not.toHaveProperty('seq');
  });

  it('S1-7.58 a ping has its pong, the bare word too', async () => {
    const socket = await app.connect();
    expect(await socket.ask({ type: 'ping' }, isType('pong'))).toEqual({ type: 'pong' });
    expect(await socket.ask('ping', isType('pong'))).toEqual({ type: 'pong' });
  });

  it('S1-7.57 sub and unsub start and stop the pushes', async () => {
    const socket = await app.connect();
    await socket.ask({ type: 'sub', topic: 'DAY_MARKET' }, isSub('DAY_MARKET'));
    socket.send({ type: 'unsub', topic: 'DAY_MARKET' });
    await socket.ask({ type: 'ping' }, isType('pong'));
    const from = socket.frames.length;
    await app.pushTick('EURUSD', '1.1');
    await socket.run(2_500);
    expect(socket.frames.slice(from)).toEqual([]);
    expect(await socket.ask({ type: 'sub', topic: 'NO_SUCH' }, isSub('NO_SUCH'))).toMatchObject({ code: 1004 });
    expect(await socket.ask({ type: 'sub', topic: 'KLINE_NOSUCH' }, isSub('KLINE_NOSUCH'))).toMatchObject({ code: 1004 });
  });

  it('a living source repeats the last quotation with its old time at least every 2 s', async () => {
    const socket = await app.connect();
    const timeMs = app.clock.now();
    await socket.ask({ type: 'sub', topic: 'DAY_MARKET' }, isSub('DAY_MARKET'));
    await socket.run(200);
    const from = socket.frames.length;
    await socket.run(6_000);
    const repeats = socket.frames.slice(from).filter(quoteOf('EURUSD'));
    expect(repeats.length).toBeGreaterThanOrEqual(3);
    for (const frame of repeats) expect(frame.quotation).toMatchObject({ close: 1.08345, time: timeMs });
    app.feed.silence();
    await socket.run(1_000);
    const silent = socket.frames.length;
    await socket.run(6_000);
    expect(socket.frames.slice(silent).filter(quoteOf('EURUSD'))).toEqual([]);
  });

  it('S1-7.62 a kline push per product code, of the asked period or of all', async () => {
    const socket = await app.connect();
    await socket.ask({ type: 'sub', topic: 'KLINE_EURUSD', period: '5min' }, isSub('KLINE_EURUSD'));
    await socket.run(200);
    const from = socket.frames.length;
    await app.pushTick('EURUSD', '1.0999');
    const bar = await socket.until((frame) => frame.type === 'KLINE' && frame.Close === 1.0999, from);
    expect(bar).toMatchObject({ symbol: 'EURUSD', Period: '5min', Time: Date.UTC(2026, 2, 4, 10), High: 1.0999, Low: expect.any(Number) });
    expect(Object.keys(bar).sort()).toEqual(['Close', 'High', 'Low', 'Open', 'Period', 'Time', 'Volume', 'symbol', 'type']);
    await socket.run(300);
    expect(
      new Set(
        socket.frames
          .slice(from)
          .filter(isType('KLINE'))
          .map((frame) => frame.Period),
      ),
    ).toEqual(new Set(['5min']));
    const all = socket.frames.length;
    socket.send({ type: 'sub', topic: 'KLINE_XAUUSD' });
    await app.pushTick('XAUUSD', '2401.5');
    await socket.run(500);
    const periods = socket.frames.slice(all).filter((frame) => frame.type === 'KLINE' && frame.symbol === 'XAUUSD');
    expect(new Set(periods.map((frame) => frame.Period)).size).toBe(7);
  });

  it('D9.70 a client that names no period hears of the seven of the specification, byte for byte', async () => {
    await app.pushTick('XAUUSD', '2401.5');
    const socket = await app.connect();
    socket.send({ type: 'sub', topic: 'KLINE_XAUUSD' });
    await socket.run(300);
    await app.pushTick('XAUUSD', '2402.25', '3');
    await socket.run(500);
    const head = '{"type":"KLINE","symbol":"XAUUSD","Period":';
    const minutes = ['1min', '5min', '15min', '30min', '60min'];
    const inHour = (close: string, volume: string) =>
      minutes.map(
        (name) => `${head}"${name}","Time":1772618400000,"Open":2648.4,"High":2648.4,"Low":2401.5,"Close":${close},"Volume":${volume}}`,
      );
    expect(socket.texts).toEqual([
      '{"type":"sub","topic":"KLINE_XAUUSD","code":1}',
      ...inHour('2401.5', '1'),
      `${head}"1day","Time":1772582400000,"Open":2582.16,"High":2648.4,"Low":2401.5,"Close":2401.5,"Volume":3463.79}`,
      `${head}"1week","Time":1772409600000,"Open":2601.78,"High":2648.4,"Low":2401.5,"Close":2401.5,"Volume":36795.3}`,
      ...inHour('2402.25', '4'),
      `${head}"1day","Time":1772582400000,"Open":2582.16,"High":2648.4,"Low":2401.5,"Close":2402.25,"Volume":3466.79}`,
      `${head}"1week","Time":1772409600000,"Open":2601.78,"High":2648.4,"Low":2401.5,"Close":2402.25,"Volume":36798.3}`,
    ]);
    const { data } = await app.call('/v2/api/forex/kline', { forex_id: '13', period: '1week', limit: '1' });
    expect(JSON.stringify(data)).toBe(
      '[{"Time":1772409600000,"Open":2601.78,"High":2648.4,"Low":2401.5,"Close":2402.25,"Volume":36798.3,"Period":"1week"}]',
    );
  });

  it.each([
    ['4hour', Date.UTC(2026, 2, 4, 8)],
    ['1mon', Date.UTC(2026, 2, 1)],
  ])('D9.70 bars of %s come to a client that asks for them by name', async (name, startMs) => {
    const socket = await app.connect();
    socket.send({ type: 'sub', topic: 'KLINE_EURUSD', period: name });
    await socket.run(200);
    await app.pushTick('EURUSD', '1.0999');
    await socket.run(500);
    const bars = socket.frames.filter(isType('KLINE'));
    expect(new Set(bars.map(({ Period, Time }) => `${Period} ${Time}`))).toEqual(new Set([`${name} ${startMs}`]));
    expect(bars.at(-1)).toMatchObject({ Close: 1.0999, High: expect.any(Number) });
  });

  it('S1-7.55 login with a token answers code 1, with anything else 999; logout stops the private topics', async () => {
    const { token } = await app.demo();
    const socket = await app.connect();
    expect(await socket.ask({ type: 'login', token: 'x' }, isType('login'))).toMatchObject({ code: 999 });
    expect(await socket.ask({ type: 'sub', topic: 'FOREX_TRADE' }, isSub('FOREX_TRADE'))).toEqual({
      type: 'sub',
      topic: 'FOREX_TRADE',
      code: 999,
    });
    expect(await socket.ask({ type: 'login', token }, isType('login'))).toMatchObject({ code: 1 });
    expect(await socket.ask({ type: 'sub', topic: 'FOREX_TRADE' }, isSub('FOREX_TRADE'))).toMatchObject({ code: 1 });
    await socket.until(isType('FOREX_TRADE'));
    socket.send({ type: 'logout' });
    await socket.ask({ type: 'ping' }, isType('pong'));
    const from = socket.frames.length;
    await app.call('/v2/api/forex/submit', ORDER, { ...POST, token });
    await socket.run(2_000);
    expect(socket.frames.slice(from)).toEqual([]);
  });

  it('S1-7.60 FOREX_TRADE: the live account, at most twice a second, empty when flat', async () => {
    const { token } = await app.demo();
    const socket = await app.connect();
    await socket.ask({ type: 'login', token }, isType('login'));
    socket.send({ type: 'sub', topic: 'FOREX_TRADE' });
    const flat = await socket.until(isType('FOREX_TRADE'));
    expect(flat.data).toMatchObject({ ProfitsTotal: '0', HazardRate: '--', CautionMoneyAll: '0', TransOrder: [] });
    const { data } = await app.call<FillReply>('/v2/api/forex/submit', ORDER, { ...POST, token });
    await app.pushTick('EURUSD', '1.08387');
    const held = await socket.until((frame) => frame.type === 'FOREX_TRADE' && JSON.stringify(frame.data).includes('"4.2"'));
    expect(held.data).toMatchObject({
      ProfitsTotal: '4.2',
      CautionMoneyAll: '108.345',
      TransOrder: [{ Id: data.Id, UpdatePrice: 1.08387, FactProfits: '4.2' }],
    });
    const from = socket.frames.length;
    for (let tick = 0; tick < 40; tick++) {
      await app.pushTick('EURUSD', `1.08${400 + tick}`);
      await socket.run(50);
    }
    const pushes = socket.frames.slice(from).filter(isType('FOREX_TRADE')).length;
    expect(pushes).toBeGreaterThanOrEqual(3);
    expect(pushes).toBeLessThanOrEqual(5);
  });

  it('S1-7.61 FOREX_CLOSED: the ids of closed orders', async () => {
    const { token } = await app.demo();
    const socket = await app.connect();
    await socket.ask({ type: 'login', token }, isType('login'));
    await socket.ask({ type: 'sub', topic: 'FOREX_CLOSED' }, isSub('FOREX_CLOSED'));
    const { data } = await app.call<FillReply>('/v2/api/forex/submit', ORDER, { ...POST, token });
    await app.call('/v2/api/forex/close', { id: String(data.Id) }, { ...POST, token });
    const closed = await socket.until(isType('FOREX_CLOSED'));
    expect(closed).toEqual({ type: 'FOREX_CLOSED', data: [data.Id], reasons: { [data.Id]: 'manual' } });
  });

  it("nobody hears another person's account", async () => {
    const a = await app.demo();
    const b = await app.demo();
    const socket = await app.connect();
    await socket.ask({ type: 'login', token: b.token }, isType('login'));
    for (const topic of ['FOREX_TRADE', 'FOREX_CLOSED', 'ORDER', 'BALANCE', 'NOTICE'])
      await socket.ask({ type: 'sub', topic }, isSub(topic));
    await socket.run(1_000);
    const from = socket.frames.length;
    const { data } = await app.call<FillReply>('/v2/api/forex/submit', ORDER, { ...POST, token: a.token });
    await app.call('/v2/api/forex/close', { id: String(data.Id) }, { ...POST, token: a.token });
    await socket.run(2_000);
    expect(socket.frames.slice(from)).toEqual([]);
  });
});
