/** Running micro trades in the engine: valued at every tick by the server's own maths, told of by the page or by a push. */
import { describe, expect, it } from 'vitest';
import { formatDecimal } from '#domain/decimal.ts';
import { microProfit } from '#domain/micro.ts';
import type { MicroTrade } from '#domain/micro-trade.ts';
import { microFromWire } from '#protocol/micro-wire.ts';
import type { MicroRow } from '#protocol/rest/micro.ts';
import { World } from './world.ts';

async function begin(speaks: 'base' | 'ext' = 'ext'): Promise<World> {
  const world = new World(5, speaks);
  await world.start();
  world.login();
  world.engine.watchOrders(true);
  await world.clock.advance(2_000);
  return world;
}
const row = (over: Partial<MicroRow>): MicroRow => ({
  Id: 41,
  Status: 1,
  Type: 1,
  Number: '33.33',
  ProfitRatio: '0.85',
  Seconds: 60,
  RemainMilliSeconds: 60_000,
  OpenPrice: 1,
  EndPrice: 0,
  FactProfits: '0',
  CreatedAtST: '2026-03-04 10:00:00',
  CompleteAtST: '',
  ForexTradeList: { Id: 3, Code: 'BTCUSD', ShowCode: 'BTC/USD', PricePrecision: 2 },
  ExpireAt: 1_772_618_460_000,
  CreatedAt: 1_772_618_400_000,
  EndReason: '',
  Memo: '',
  LossLevel: '0',
  Seq: 1,
  EndSeq: 0,
  ...over,
});
const trade = (over: Partial<MicroRow>): MicroTrade => microFromWire(row(over));
const above = (world: World) => world.exchange.product(3).price * 2;
const numbers = (world: World, id: number) => world.page.orderNumbers.get(-id);
const profit = (world: World, id: number) => {
  const found = numbers(world, id);
  return found && formatDecimal(found.profit);
};

describe('a running micro trade in the engine', () => {
  it.each(['base', 'ext'] as const)(
    'S1-4.16 S1-4.17 S1-4.19 is valued at every tick, by its side and its loss level (%s)',
    async (speaks) => {
      const world = await begin(speaks);
      const all = [
        trade({ Id: 41, OpenPrice: 0.5 }),
        trade({ Id: 42, OpenPrice: above(world) }),
        trade({ Id: 43, OpenPrice: above(world), Type: 2 }),
        trade({ Id: 44, OpenPrice: above(world), LossLevel: '1' }),
      ];
      for (const order of all) world.engine.putOrder(order);
      await world.clock.advance(1_000);
      expect(all.map(({ id }) => profit(world, id))).toEqual(['28.33', '-33.33', '28.33', '-28.33']);
      const prices = new Set<number>();
      for (let step = 0; step < 10; step++) {
        await world.clock.advance(1_000);
        const now = numbers(world, 41)?.price ?? 0;
        prices.add(now);
        expect(numbers(world, 43)?.profit).toBe(microProfit({ ...(all[2] as MicroTrade), price: BigInt(Math.round(now * 1e8)) }));
      }
      expect(prices.size).toBeGreaterThan(3);
      expect(world.page.fault).toBeUndefined();
    },
  );

  it('brings the prices of its product, which nobody looks at otherwise, and belongs to nobody before its end', async () => {
    const world = await begin();
    const equity = world.page.account[1];
    world.engine.putOrder(trade({ OpenPrice: 0.5 }));
    await world.clock.advance(3_000);
    const before = numbers(world, 41)?.price;
    await world.clock.advance(5_000);
    expect(numbers(world, 41)?.price).toBeGreaterThan(0);
    expect(numbers(world, 41)?.price).not.toBe(before);
    expect(world.page.quotes.has(3)).toBe(false);
    expect(world.page.account[1]).toBe(equity);
  });

  it('is told of by a push, once, and valued no more after the one that ends it, whatever older news comes', async () => {
    const world = await begin();
    const { resyncs } = world.page;
    world.exchange.pushMicro(row({ OpenPrice: 0.5 }));
    await world.clock.advance(2_000);
    expect(profit(world, 41)).toBe('28.33');
    world.exchange.pushMicro(row({ Status: 3, OpenPrice: 0.5, EndPrice: 0.6, FactProfits: '28.33', EndReason: 'expiry' }));
    await world.clock.advance(1_000);
    const told = world.page.events.flatMap((event) => (event.type === 'micro' ? [`${event.trade.id} ${event.trade.state}`] : []));
    expect(told).toEqual(['41 running', '41 closed']);
    world.page.orderNumbers.clear();
    world.engine.putOrder(trade({ OpenPrice: 0.5 }));
    await world.clock.advance(2_000);
    expect(numbers(world, 41)).toBeUndefined();
    expect(world.page.resyncs).toBe(resyncs);
  });

  it('is forgotten with its person, and a row that is none makes the page read its lists', async () => {
    const world = await begin();
    world.engine.putOrder(trade({ OpenPrice: 0.5 }));
    await world.clock.advance(1_000);
    expect(profit(world, 41)).toBe('28.33');
    const { resyncs } = world.page;
    world.exchange.pushMicro(row({ Number: 'much' }));
    await world.clock.advance(1_000);
    expect(world.page.resyncs).toBe(resyncs + 1);
    expect(world.warnings.some((text) => text.includes('Number'))).toBe(true);
    world.engine.setSession(null);
    await world.clock.advance(1_000);
    world.page.orderNumbers.clear();
    await world.clock.advance(3_000);
    expect([...world.page.orderNumbers.keys()]).toEqual([]);
  });
});
