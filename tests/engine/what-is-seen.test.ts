/** The socket carries what is looked at: products, bars and figures that nobody sees are not paid for (performance goal G14). */
import { describe, expect, it } from 'vitest';
import { World } from './world.ts';

async function begin(): Promise<World> {
  const world = new World(3, 'ext');
  await world.start();
  await world.clock.advance(1_000);
  return world;
}

describe('what is seen', () => {
  it('G14: hidden pays for no quotes at once but keeps private topics; showing brings everything back', async () => {
    const world = await begin();
    world.login();
    world.engine.watchQuotes([1]);
    world.engine.watchChart({ productId: 1, period: '1min' });
    world.engine.watchOrders(true);
    await world.clock.advance(1_000);
    const [member] = [...world.backend.members];
    const topics = () => [...(member?.topics.keys() ?? [])].sort();
    const seen = [
      'ALERT',
      'BALANCE',
      'DAY_MARKET',
      'FOREX_CLOSED',
      'FOREX_TRADE',
      'KLINE_EURUSD',
      'MICRO',
      'MICRO_CLOSED',
      'NOTICE',
      'ORDER',
    ];
    expect(topics()).toEqual(seen);
    world.engine.signal('hidden');
    await world.clock.advance(1_000);
    expect(topics()).toEqual(['ALERT', 'BALANCE', 'FOREX_CLOSED', 'MICRO', 'MICRO_CLOSED', 'NOTICE', 'ORDER']);
    world.engine.signal('visible');
    await world.clock.advance(1_000);
    expect(topics()).toEqual(seen);
    world.engine.signal('hidden');
    await world.clock.advance(61_000);
    const resyncs = world.page.resyncs;
    for (const product of world.exchange.products) product.silent = true;
    world.engine.signal('visible');
    await world.clock.advance(2_000);
    expect(member?.topics.has('DAY_MARKET')).toBe(true);
    expect(world.page.resyncs).toBe(resyncs + 1);
    expect(world.page.quotes.get(1)?.close).toBe(world.exchange.product(1).price);
  });

  it('G14: ext pays for the products that are looked at, for figures of the account while they are, and for bars once a second', async () => {
    const world = await begin();
    world.login();
    await world.clock.advance(1_000);
    const last = () => world.got('sub').at(-1);
    expect(world.got('sub').map((message) => message.topic)).not.toContain('FOREX_TRADE');
    world.engine.watchOrders(true);
    await world.clock.advance(200);
    expect(last()).toMatchObject({ topic: 'FOREX_TRADE', pace: 5_000 });
    world.engine.watchChart({ productId: 1, period: '1min' });
    await world.clock.advance(1_000);
    expect(world.got('sub').slice(-2)).toMatchObject([
      { topic: 'KLINE_EURUSD', pace: 1_000 },
      { topic: 'DAY_MARKET', symbols: ['EURUSD'] },
    ]);
    world.engine.watchOrders(false);
    world.engine.watchChart(null);
    await world.clock.advance(5_000);
    expect(world.got('unsub').map((message) => message.topic)).toEqual(['FOREX_TRADE', 'KLINE_EURUSD', 'DAY_MARKET']);
  });

  it('G14: a list that is scrolled asks a few times a second at most, and what came back into sight is not asked for again', async () => {
    const world = await begin();
    for (let move = 0; move < 50; move++) {
      world.engine.watchQuotes([1 + (move % 3)]);
      await world.clock.advance(100);
    }
    const subs = world.got('sub').filter((message) => message.topic === 'DAY_MARKET');
    expect(subs.length).toBeLessThanOrEqual(18);
    const asked = subs.length;
    world.engine.watchQuotes([1]);
    await world.clock.advance(1_000);
    world.engine.watchQuotes([1, 2]);
    await world.clock.advance(1_000);
    world.engine.watchQuotes([1]);
    await world.clock.advance(1_000);
    expect(world.got('sub').length - asked).toBeLessThanOrEqual(1);
  });
});
