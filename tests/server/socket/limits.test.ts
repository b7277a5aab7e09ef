/** What a client may not do to the hub: flood, nest, overfill, fall silent, read slowly, come from elsewhere. */
import type {} from '@fastify/websocket';
import { afterEach, describe, expect, it } from 'vitest';
import { LIMITS, type SocketLimits } from '#server/limits/limits.ts';
import { type StartedApp, startApp, WIDE_LIMITS } from '../start-app.ts';
import type { Received } from '../test-socket.ts';

let app: StartedApp;
afterEach(() => app.close());

const start = async (socket: Partial<SocketLimits> = {}) => {
  app = await startApp({ limits: { ...WIDE_LIMITS, socket: { ...LIMITS.socket, ...socket } } });
};
const isType = (type: string) => (frame: Received) => frame.type === type;
const isSub = (topic: string) => (frame: Received) => frame.type === 'sub' && frame.topic === topic;
const dropped = async () => {
  const text = (await app.server.operations.inject({ method: 'GET', url: '/metrics', headers: { host: 'localhost' } })).payload;
  return Object.fromEntries(
    [...text.matchAll(/outcry_socket_dropped_total\{reason="(\w+)"\} (\d+)/g)].map((row) => [row[1], Number(row[2])]),
  );
};

/** Frames that are no messages, each with the reason under which it is counted. */
const MALFORMED: readonly (readonly [string, string])[] = [
  ['', 'json'],
  ['{', 'json'],
  ['nonsense', 'json'],
  ['{"type":"sub"', 'json'],
  ["{'type':'ping'}", 'json'],
  ['{"type":"ping",}', 'json'],
  ['\u0000', 'json'],
  ['1', 'type'],
  ['null', 'type'],
  ['true', 'type'],
  ['"ping"', 'type'],
  ['[]', 'type'],
  ['[{"type":"ping"}]', 'type'],
  ['{}', 'type'],
  ['{"type":null}', 'type'],
  ['{"type":"PING"}', 'type'],
  ['{"type":"__proto__"}', 'type'],
  ['{"type":"constructor"}', 'type'],
  ['{"type":["ping"]}', 'type'],
  ['{"type":"sub"}', 'fields'],
  ['{"type":"sub","topic":7}', 'fields'],
  ['{"type":"sub","topic":""}', 'fields'],
  [`{"type":"sub","topic":"${'x'.repeat(100)}"}`, 'fields'],
  ['{"type":"sub","note":7}', 'fields'],
  ['{"type":"login"}', 'fields'],
  ['{"type":"login","token":{"$gt":""}}', 'fields'],
  [`{"type":"login","token":"${'x'.repeat(300)}"}`, 'fields'],
  ['{"type":"hello","v":1}', 'fields'],
  ['{"type":"ping","c":"x"}', 'fields'],
  ['{"type":"ping","a":[[[[[[[[1]]]]]]]]}', 'depth'],
  ['['.repeat(2_000), 'depth'],
  [`${'{"a":'.repeat(500)}1${'}'.repeat(500)}`, 'depth'],
];

describe('frames that are no messages', () => {
  it('are dropped and counted by reason, unanswered, and the next message is served', async () => {
    await start({ rate: WIDE_LIMITS.socket.rate });
    const socket = await app.connect();
    for (const [text] of MALFORMED) socket.send(text);
    socket.socket.send(Buffer.from([0x81, 0xa1, 0x74, 0xc0]));
    await socket.ask({ type: 'ping' }, isType('pong'));
    expect(socket.texts).toEqual(['{"type":"pong"}']);
    const expected: Record<string, number> = { binary: 1 };
    for (const [, reason] of MALFORMED) expected[reason] = (expected[reason] ?? 0) + 1;
    expect(await dropped()).toEqual(expected);
  });

  it('D9.341 but a subscription whose topic can be read is answered with the field, its value and what is allowed', async () => {
    await start({ rate: WIDE_LIMITS.socket.rate });
    const socket = await app.connect();
    const whole = 'a whole number from 0 on';
    const names = 'a list of at most 200 names of at most 32 characters';
    const periods = '1min, 5min, 15min, 30min, 60min, 4hour, 1day, 1week, 1mon';
    const cases: readonly (readonly [topic: string, field: string, value: unknown, allowed: string])[] = [
      ...[7, true, null, ['x'], { text: 'x' }].map((note) => ['TAPE', 'note', note, 'text of at most 2000 characters'] as const),
      ['TAPE', 'note', 'x'.repeat(2_001), 'text of at most 2000 characters'],
      ['TAPE', 'pace', 60_001, 'a whole number from 0 to 60000'],
      ['KLINE_EURUSD', 'period', '2min', periods],
      ['DAY_MARKET', 'symbols', 'EURUSD', names],
      ['DAY_MARKET', 'symbols', [1], names],
      ['ORDER', 'seq', '0', whole],
      ['ORDER', 't', -1, whole],
      ['ORDER', 'epoch', 7, 'text of at most 32 characters'],
    ];
    for (const profile of ['base', 'ext']) {
      if (profile === 'ext') await socket.ask({ type: 'hello', v: 2, lang: 'en', id: 1 }, isType('hello'));
      for (const [at, [topic, field, value, allowed]] of cases.entries()) {
        const said = typeof value === 'string' ? value.slice(0, 64) : JSON.stringify(value);
        const reply = await socket.ask({ type: 'sub', topic, id: at, [field]: value }, isSub(topic));
        const told = {
          type: 'sub',
          topic,
          code: 1001,
          id: at,
          msg: `${field} is not valid: ${allowed}`,
          data: { field, value: said, allowed },
        };
        expect(reply).toEqual(told);
      }
      for (const id of [-1, 1e300, 'x']) {
        const reply = await socket.ask({ type: 'sub', topic: 'TAPE', id }, isSub('TAPE'));
        expect(reply).toMatchObject({
          code: 1001,
          data: { field: 'id', value: typeof id === 'string' ? id : JSON.stringify(id), allowed: whole },
        });
        expect(reply).not.toHaveProperty('id');
      }
    }
    expect(await dropped()).toEqual({ fields: 2 * (cases.length + 3) });
    // What follows in the same breath has its turn, and what held goes on.
    expect(await socket.ask({ type: 'sub', topic: 'TAPE', note: '' }, isSub('TAPE'))).toMatchObject({ code: 1 });
    await app.pushTick('EURUSD', '1.08345');
    await socket.ask({ type: 'sub', topic: 'TAPE', note: 7 }, isSub('TAPE'));
    await socket.until(isType('TAPE'), socket.frames.length);
  });

  it('a frame over 4 KB ends its socket and no other', async () => {
    await start();
    const socket = await app.connect();
    const other = await app.connect();
    socket.send(`{"type":"ping","x":"${'x'.repeat(5_000)}"}`);
    expect((await socket.untilClosed()).code).toBe(1009);
    await other.ask({ type: 'ping' }, isType('pong'));
  });
});

describe('limits of the socket', () => {
  it('ten messages a second after a burst of eighty, then 4429', async () => {
    await start();
    const calm = await app.connect();
    const flood = await app.connect();
    for (let sent = 0; sent < 81; sent++) flood.send({ type: 'ping' });
    expect(await flood.untilClosed()).toEqual({ code: 4429, reason: 'rate' });
    for (let second = 0; second < 3; second++) {
      for (let sent = 0; sent < 10; sent++) calm.send({ type: 'ping' });
      await calm.run(1_000);
    }
    expect(calm.closed).toBeUndefined();
  });

  it('so many subscriptions and no more', async () => {
    await start({ subs: 8 });
    const socket = await app.connect();
    expect(await socket.ask({ type: 'sub', topic: 'KLINE_EURUSD' }, isSub('KLINE_EURUSD'))).toMatchObject({ code: 1 });
    expect(await socket.ask({ type: 'sub', topic: 'KLINE_XAUUSD' }, isSub('KLINE_XAUUSD'))).toMatchObject({ code: 1003 });
    expect(await socket.ask({ type: 'sub', topic: 'KLINE_EURUSD', period: '1min' }, isSub('KLINE_EURUSD'))).toMatchObject({ code: 1 });
    socket.send({ type: 'unsub', topic: 'KLINE_EURUSD' });
    expect(await socket.ask({ type: 'sub', topic: 'KLINE_XAUUSD' }, isSub('KLINE_XAUUSD'))).toMatchObject({ code: 1 });
  });

  it('so many sockets of one network, counted down when they go', async () => {
    await start({ perNetwork: 2 });
    const first = await app.connect();
    await app.connect();
    await expect(app.connect()).rejects.toThrow('HTTP 429');
    first.close();
    await expect
      .poll(() =>
        app.connect().then(
          () => 'in',
          () => 'out',
        ),
      )
      .toBe('in');
  });

  it('so many sockets of one person', async () => {
    await start({ perUser: 1 });
    const { token } = await app.demo();
    const first = await app.connect();
    const second = await app.connect();
    expect(await first.ask({ type: 'login', token }, isType('login'))).toMatchObject({ code: 1 });
    expect(await second.ask({ type: 'login', token }, isType('login'))).toMatchObject({ code: 1003 });
    expect(await first.ask({ type: 'login', token }, isType('login'))).toMatchObject({ code: 1 });
  });

  it('a page of another origin is refused, one of this host and no page at all are let in', async () => {
    await start();
    await expect(app.connect({ headers: { origin: 'https://evil.example' } })).rejects.toThrow('HTTP 403');
    await expect(app.connect({ headers: { origin: 'null' } })).rejects.toThrow('HTTP 403');
    await app.connect({ headers: { origin: app.url } });
    await app.connect();
  });

  it('DW.10 a client that is silent for 30 s is dropped, one that pings is not', async () => {
    await start();
    const silent = await app.connect();
    silent.socket.removeAllListeners('ping');
    (silent.socket as unknown as { _receiver: { removeAllListeners(event: string): void } })._receiver.removeAllListeners('ping');
    const lively = await app.connect();
    for (let second = 0; second < 31; second++) {
      lively.send('ping');
      await lively.run(1_000);
    }
    expect(silent.closed?.code).toBe(1006);
    expect(lively.closed).toBeUndefined();
  });

  it('P7 a reader that takes nothing costs a bounded buffer, merges what waits, and is let go after 15 s', async () => {
    await start({ bufferedBytesMax: 2_000, closeAboveBytes: 50_000 });
    const slow = await app.connect();
    await slow.ask({ type: 'hello', v: 2, lang: 'en', id: 1 }, isType('hello'));
    await slow.ask({ type: 'sub', topic: 'DAY_MARKET', id: 2 }, isSub('DAY_MARKET'));
    const quick = await app.connect();
    await quick.ask({ type: 'sub', topic: 'DAY_MARKET' }, isSub('DAY_MARKET'));
    const [inner] = [...app.app.websocketServer.clients];
    if (!inner) throw new Error('no socket');
    let buffered = 10_000;
    Object.defineProperty(inner, 'bufferedAmount', { get: () => buffered });
    const from = slow.frames.length;
    for (const price of ['1.2', '1.4', '1.1', '1.3']) {
      await app.pushTick('EURUSD', price);
      await quick.run(200);
    }
    const bySymbol = (frame: Received) => JSON.stringify(frame).includes('EURUSD');
    expect(slow.frames.slice(from).filter(bySymbol)).toEqual([]);
    expect(quick.frames.filter(bySymbol).length).toBeGreaterThanOrEqual(4);
    buffered = 0;
    const merged = await slow.until((frame) => frame.type === 'DAY_MARKET' && bySymbol(frame), from);
    const row = (merged.data as { symbol: string }[]).find((entry) => entry.symbol === 'EURUSD');
    expect(row).toMatchObject({ close: 1.3, hi: 1.4, lo: 1.1, v: 4 });
    buffered = 10_000;
    for (let second = 0; second < 17; second++) {
      quick.send('ping');
      slow.send('ping');
      await quick.run(1_000);
    }
    expect(await slow.untilClosed()).toMatchObject({ code: 4408 });
    expect(quick.closed).toBeUndefined();
  });
});
