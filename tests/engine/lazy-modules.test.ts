/** Code of the engine that comes late, or not at first: what was told meanwhile is done in order, and nothing is lost without a word. */
import { describe, expect, it } from 'vitest';
import { World } from './world.ts';

/** A world whose late parts wait until the test lets them come, or fail. */
async function withHeldCode() {
  const world = new World(1, 'ext');
  const held: { part: string; come: () => void; fail: () => void }[] = [];
  world.codeArrives = (part) =>
    new Promise((resolve, reject) => held.push({ part, come: resolve, fail: () => reject(new TypeError('failed to fetch')) }));
  await world.start();
  world.engine.watchQuotes([1, 2]);
  await world.clock.advance(1_000);
  return { world, held };
}

describe('code that the first price list does without', () => {
  it('is not asked for before it is wanted', async () => {
    const { world, held } = await withHeldCode();
    await world.clock.advance(60_000);
    expect([world.page.quotes.size, held.length]).toEqual([2, 0]);
    world.engine.watchTicket({ productId: 1, lots: '0.1', leverage: 100 });
    world.login();
    expect(held.map(({ part }) => part)).toEqual(['ticket', 'account']);
  });

  it('the chart that is wanted when it comes is the one that is shown', async () => {
    const { world, held } = await withHeldCode();
    world.engine.watchChart({ productId: 1, period: '1min' });
    world.engine.watchChart({ productId: 2, period: '5min' });
    world.engine.olderBars();
    await world.clock.advance(2_000);
    expect([held.length, world.page.bars.size]).toEqual([1, 0]);
    held[0]?.come();
    await world.clock.advance(1_000);
    expect(world.page.request).toEqual({ productId: 2, period: '5min' });
    const truth = world.exchange.product(2).bars.get(1) ?? [];
    expect([...world.page.bars.keys()]).toEqual(truth.slice(-300).map((bar) => bar.timeMs));
  });

  it('is asked for again, the page hears of it, and a browser that repeats its first failure gets another worker', async () => {
    const { world, held } = await withHeldCode();
    world.engine.watchChart({ productId: 1, period: '1min' });
    for (let tries = 1; tries <= 3; tries++) {
      await expect(world.engine.stats()).resolves.toBeDefined();
      held.at(-1)?.fail();
      await world.clock.advance(5_000);
      const told = world.page.events.filter((event) => event.type === 'chart-failed');
      expect([held.length, told.length]).toEqual([tries + 1, tries]);
    }
    await expect(world.engine.stats()).rejects.toThrow('did not arrive');
    held.at(-1)?.come();
    await world.clock.advance(1_000);
    expect(world.page.bars.size).toBeGreaterThanOrEqual(300);
    await expect(world.engine.stats()).resolves.toBeDefined();
  });

  it('closes, fills and balances of the meantime are told in their order once the account is here', async () => {
    const { world, held } = await withHeldCode();
    world.login();
    await world.clock.advance(1_000);
    for (let count = 0; count < 4; count++) world.exchange.openOrder();
    for (let count = 0; count < 3; count++) {
      await world.clock.advance(1_000);
      world.exchange.closeOrder();
    }
    await world.clock.advance(1_000);
    expect([world.page.closed, world.page.orders]).toEqual([[], []]);
    held.find(({ part }) => part === 'account')?.come();
    await world.clock.advance(3_000);
    expect(world.page.closed).toEqual(world.exchange.closedIds);
    expect(world.page.orders.map((row) => row.id)).toEqual([...world.exchange.orders.keys()]);
  });

  it('what the last user was told is not told to the next', async () => {
    const { world, held } = await withHeldCode();
    world.login();
    await world.clock.advance(1_000);
    world.exchange.openOrder();
    world.exchange.closeOrder();
    await world.clock.advance(1_000);
    world.engine.setSession(null);
    held.find(({ part }) => part === 'account')?.come();
    await world.clock.advance(3_000);
    expect([world.page.closed, world.page.orders]).toEqual([[], []]);
  });

  it('more than can wait is a loss, and a loss is told: the page reads again', async () => {
    const { world, held } = await withHeldCode();
    world.login();
    await world.clock.advance(1_000);
    for (let round = 0; round < 120; round++) {
      world.exchange.openOrder();
      world.exchange.closeOrder();
      await world.clock.advance(50);
    }
    const before = world.page.resyncs;
    held.find(({ part }) => part === 'account')?.come();
    await world.clock.advance(1_000);
    expect(world.page.resyncs).toBeGreaterThan(before);
  });
});
