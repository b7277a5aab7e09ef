import { describe, expect, it } from 'vitest';
import { CONNECT_TIMEOUT_MS } from '#worker/socket/link-rules.ts';
import { BASE_PROFILES, EXT_PROFILES, World } from './world.ts';

const begin = async (speaks: 'base' | 'ext', profiles?: string): Promise<World> => {
  const world = new World(3, speaks);
  await world.start(profiles);
  await world.clock.advance(1_000);
  return world;
};
const last = (world: World) => world.network.connections.at(-1);
const opened = (world: World): number => world.network.connections.length;

describe('one connection', () => {
  it('S1-2.31 ensure opens a socket when there is none, and never a second one', async () => {
    const world = await begin('ext');
    for (let navigation = 0; navigation < 10; navigation++) world.engine.ensure();
    await world.clock.advance(500);
    expect([opened(world), world.sockets]).toEqual([1, 1]);
    last(world)?.cut(1006, '');
    await world.clock.advance(40);
    for (let navigation = 0; navigation < 10; navigation++) world.engine.ensure();
    await world.clock.advance(500);
    expect([opened(world), world.sockets]).toEqual([2, 1]);
  });

  it('S1-9.04 a connect that hangs is given up after 5 s and tried again', async () => {
    const world = new World(3, 'ext');
    world.network.stalledUntil = Number.MAX_SAFE_INTEGER;
    await world.start();
    await world.clock.advance(CONNECT_TIMEOUT_MS - 1);
    expect(opened(world)).toBe(1);
    await world.clock.advance(300);
    expect(opened(world)).toBe(2);
    expect(CONNECT_TIMEOUT_MS).toBe(5_000);
  });

  it('never gives up: a server away for an hour is found again', async () => {
    const world = await begin('ext');
    world.backend.restart(3_600_000, 'killed');
    await world.clock.advance(3_600_000);
    const tries = opened(world);
    await world.clock.advance(11_000);
    expect(world.sockets).toBe(1);
    expect(world.page.link).toBe(1);
    // Ten seconds at most between tries, and no storm either.
    expect(tries).toBeGreaterThan(360);
    expect(tries).toBeLessThan(1_200);
  });

  it('waits as long as a server that shuts down asks', async () => {
    const world = await begin('ext');
    world.backend.restart(100, 'announced');
    await world.clock.advance(700);
    expect(opened(world)).toBe(1);
    await world.clock.advance(100);
    expect(opened(world)).toBe(2);
  });
});

describe('pings', () => {
  it('S1-7.58 a ping every 5 s, answered by a pong', async () => {
    const world = await begin('base');
    const before = world.got('ping').length;
    await world.clock.advance(50_000);
    expect(world.got('ping').length - before).toBe(10);
    expect(opened(world)).toBe(1);
  });

  it('S1-8.09 more than 2 unanswered pings open a new socket: 15 s of a silent link', async () => {
    const world = await begin('base');
    for (const member of world.backend.members) member.connection.isBlack = true;
    await world.clock.advance(9_000);
    expect(opened(world)).toBe(1);
    await world.clock.advance(7_000);
    expect([opened(world), world.sockets]).toEqual([2, 1]);
  });

  it('ext, visible, open market: a silent link is replaced within 4.5 s', async () => {
    const world = await begin('ext');
    for (const member of world.backend.members) member.connection.isBlack = true;
    await world.clock.advance(4_500);
    expect([opened(world), world.page.link]).toEqual([2, 1]);
  });

  it('ext hidden: silence is left to the pings', async () => {
    const world = await begin('ext');
    world.engine.signal('hidden');
    for (const member of world.backend.members) member.connection.isBlack = true;
    await world.clock.advance(8_000);
    expect(opened(world)).toBe(1);
    await world.clock.advance(10_000);
    expect(opened(world)).toBe(2);
  });

  it('any frame counts as life', async () => {
    const world = await begin('base');
    world.backend.answersPings = false;
    await world.clock.advance(60_000);
    expect(opened(world)).toBe(1);
  });
});

describe('page events', () => {
  it.each(['online', 'visible', 'pageshow', 'resume'] as const)('%s connects without waiting', async (signal) => {
    const world = await begin('ext');
    world.backend.restart(30_000, 'killed');
    await world.clock.advance(30_000);
    const before = opened(world);
    world.engine.signal(signal);
    await world.clock.advance(60);
    expect([opened(world) - before, world.sockets]).toEqual([1, 1]);
  });

  it('visible asks a link that looks open at once, and replaces it when it is dead', async () => {
    const world = await begin('ext');
    world.engine.signal('hidden');
    for (const member of world.backend.members) member.connection.isBlack = true;
    await world.clock.advance(1_000);
    world.engine.signal('visible');
    await world.clock.advance(2_400);
    expect(opened(world)).toBe(2);
  });

  it('a machine that slept comes back on a new socket at once', async () => {
    const world = await begin('ext');
    world.network.sleep();
    await world.clock.advance(60_000);
    world.network.wake();
    await world.clock.advance(1_300);
    expect([opened(world), world.page.link]).toEqual([2, 1]);
  });

  it('offline keeps the socket and shows no price as live until something proves otherwise', async () => {
    const world = await begin('ext');
    world.engine.watchQuotes([1]);
    await world.clock.advance(500);
    world.engine.signal('offline');
    await world.clock.advance(150);
    expect([opened(world), world.page.quotes.get(1)?.state]).toEqual([1, 1]);
    world.engine.signal('online');
    await world.clock.advance(500);
    expect(world.page.quotes.get(1)?.state).toBe(0);
  });
});

describe('what is said over the socket', () => {
  it('S1-7.55 login carries the token, code 1 starts the private topics, logout ends them', async () => {
    const world = await begin('base');
    world.login();
    await world.clock.advance(1_000);
    expect(world.got('login')).toEqual([{ type: 'login', token: 'token-1', id: expect.any(Number) }]);
    const [member] = [...world.backend.members];
    expect([...(member?.topics.keys() ?? [])]).toEqual(['DAY_MARKET', 'FOREX_TRADE', 'FOREX_CLOSED']);
    world.engine.setSession(null);
    await world.clock.advance(500);
    expect([world.got('logout').length, [...(member?.topics.keys() ?? [])]]).toEqual([1, ['DAY_MARKET']]);
  });

  it('S1-7.55 a refused token is told, and nothing private is asked for', async () => {
    const world = await begin('ext');
    world.engine.setSession({ token: 'old', uid: '10000001', realm: 'demo' });
    await world.clock.advance(2_000);
    expect(world.page.events.some((event) => event.type === 'session-refused')).toBe(true);
    expect(world.got('sub').map((message) => message.topic)).toEqual([]);
  });

  it('S1-7.57 sub and unsub follow the chart, one period at a time', async () => {
    const world = await begin('base');
    world.engine.watchChart({ productId: 1, period: '5min' });
    world.engine.watchChart({ productId: 1, period: '1day' });
    world.engine.watchChart({ productId: 2, period: '1day' });
    world.engine.watchChart(null);
    await world.clock.advance(500);
    const said = world.backend.received.filter((message) => message.topic?.startsWith('KLINE'));
    expect(said.map((message) => `${message.type} ${message.topic} ${message.period ?? ''}`.trim())).toEqual([
      'sub KLINE_EURUSD 5min',
      'unsub KLINE_EURUSD',
      'sub KLINE_EURUSD 1day',
      'unsub KLINE_EURUSD',
      'sub KLINE_XAUUSD 1day',
      'unsub KLINE_XAUUSD',
    ]);
  });

  it('ext is used when the server says so; its symbols are those that are looked at', async () => {
    const world = await begin('ext', EXT_PROFILES);
    world.engine.watchQuotes([2, 3]);
    await world.clock.advance(500);
    expect(world.got('hello')).toEqual([{ type: 'hello', v: 2, lang: 'en', profile: 'trade.v2.msgpack', id: 1 }]);
    expect(world.got('sub').at(-1)).toMatchObject({ topic: 'DAY_MARKET', symbols: ['BTCUSD', 'XAUUSD'] });
  });

  it('no profile, no hello', async () => {
    const world = await begin('ext', '');
    expect([world.got('hello'), world.got('ping')]).toEqual([[], []]);
    expect(world.got('sub')).toEqual([{ type: 'sub', topic: 'DAY_MARKET' }]);
  });

  it('a server that says ext but speaks base is served in base, and after two misses is not asked again', async () => {
    const world = await begin('base', EXT_PROFILES);
    world.engine.watchQuotes([1]);
    await world.clock.advance(1_000);
    expect(world.page.quotes.get(1)?.state).toBe(0);
    for (let miss = 0; miss < 3; miss++) {
      last(world)?.cut(1006, '');
      await world.clock.advance(3_000);
    }
    expect(world.got('hello')).toHaveLength(2);
    expect(world.page.quotes.get(1)?.state).toBe(0);
  });

  it('S1-8.10 messages without a type are warned about and counted, and change nothing', async () => {
    const world = await begin('base');
    for (const text of ['{}', '{"type":5}', '[]', 'null', '{"symbol":"EURUSD","quotation":{"close":9}}']) last(world)?.send(text, false);
    await world.clock.advance(200);
    expect(world.warnings).toEqual(Array(4).fill('socket message dropped: no type'));
    expect((await world.engine.stats()).dropped).toBe(4);
  });

  it('a push for another user is dropped', async () => {
    const world = await begin('ext');
    world.login();
    await world.clock.advance(1_000);
    last(world)?.send(JSON.stringify({ type: 'FOREX_CLOSED', data: [77], seq: 1, uid: '999' }), false);
    await world.clock.advance(200);
    expect(world.page.closed).toEqual([]);
  });

  it('base reads private lists again every 60 s while visible, ext does not', async () => {
    for (const [speaks, profiles, reads] of [['base', BASE_PROFILES, 3] as const, ['ext', EXT_PROFILES, 0] as const]) {
      const world = await begin(speaks, profiles);
      world.login();
      await world.clock.advance(10_000);
      const count = (name: string) => world.backend.rest.filter((path) => path.endsWith(name)).length;
      const [lists, balances] = [count('my_deal'), count('getBalance')];
      await world.clock.advance(180_000);
      // Positions and pending orders are two lists.
      expect([count('my_deal') - lists, count('getBalance') - balances]).toEqual([reads * 2, reads]);
    }
  });
});
