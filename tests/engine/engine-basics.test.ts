import { describe, expect, it } from 'vitest';
import { formatDecimal } from '#domain/decimal.ts';
import { ERROR } from '#protocol/errors.ts';
import { QUOTE_STATE } from '#protocol/frame.ts';
import { orderFromWire } from '#protocol/order-wire.ts';
import { World } from './world.ts';

describe.each(['base', 'ext'] as const)('the engine on a calm %s link', (speaks) => {
  const begin = async () => {
    const world = new World(1, speaks);
    await world.start();
    world.engine.watchQuotes([1, 2]);
    await world.clock.advance(2_000);
    return world;
  };

  it('brings the trade list and live quotes of what is watched only', async () => {
    const world = await begin();
    expect(world.page.products).toBe(1);
    expect([...world.page.quotes.keys()].sort((a, b) => a - b)).toEqual([1, 2]);
    const product = world.exchange.product(1);
    await world.clock.advance(150);
    expect(world.page.quotes.get(1)).toMatchObject({ open: product.dayOpen, state: QUOTE_STATE.live });
    expect(world.sockets).toBe(1);
  });

  it('S1-7.59 moves a quote with every push', async () => {
    const world = await begin();
    const seen = new Set<number>();
    for (let step = 0; step < 20; step++) {
      await world.clock.advance(200);
      seen.add(world.page.quotes.get(1)?.close ?? 0);
    }
    expect(seen.size).toBeGreaterThan(5);
  });

  it('S1-7.62 builds the open chart from history, pushes and ticks, and pages back to its end', async () => {
    const world = await begin();
    world.engine.watchChart({ productId: 1, period: '1min' });
    await world.clock.advance(180_000);
    const truth = world.exchange.product(1).bars.get(0) ?? [];
    const first = Math.min(...world.page.bars.keys());
    await world.clock.advance(100);
    expect([...world.page.bars.keys()]).toEqual(truth.filter((bar) => bar.timeMs >= first).map((bar) => bar.timeMs));
    expect(world.page.bars.size).toBeGreaterThanOrEqual(300);
    expect(world.page.hasOlder).toBe(true);
    world.engine.olderBars();
    world.engine.olderBars();
    await world.clock.advance(1_000);
    expect(world.page.bars.size).toBe(truth.length);
    expect(world.page.hasOlder).toBe(false);
  });

  it('moves the forming bar by its own ticks while the server sends no bar', async () => {
    const world = await begin();
    world.engine.watchChart({ productId: 1, period: '1day' });
    await world.clock.advance(1_000);
    world.backend.pushesBars = false;
    const closes = new Set<number>();
    for (let step = 0; step < 20; step++) {
      await world.clock.advance(200);
      closes.add([...world.page.bars.values()].at(-1)?.close ?? 0);
    }
    expect(closes.size).toBeGreaterThan(5);
    for (const product of world.exchange.products) product.silent = true;
    await world.clock.advance(1_000);
    expect([...world.page.bars.values()].at(-1)?.close).toBe(world.exchange.product(1).price);
  });

  it('S1-7.60 S1-3.12 carries live numbers of an open order and of the account, as exact as the server', async () => {
    const world = await begin();
    world.login();
    world.engine.watchOrders(true);
    world.exchange.openOrder();
    await world.clock.advance(3_000);
    const [order] = [...world.exchange.orders.values()];
    expect(world.page.orders.map((order) => order.id)).toEqual([1]);
    for (const product of world.exchange.products) product.silent = true;
    await world.clock.advance(1_000);
    expect(order && world.page.orderNumbers.get(1)?.profit).toBe(order && world.exchange.profit(order));
    expect(world.page.account.slice(0, 3)).toEqual([
      world.exchange.balance,
      world.exchange.balance + world.exchange.margin + world.exchange.floating,
      world.exchange.margin,
    ]);
  });

  it('S1-7.61 a closed push takes the order away and tells its id once', async () => {
    const world = await begin();
    world.login();
    world.exchange.openOrder();
    await world.clock.advance(3_000);
    world.exchange.closeOrder();
    await world.clock.advance(1_000);
    expect([world.page.orders, world.page.closed]).toEqual([[], [1]]);
    await world.clock.advance(5_000);
    expect(world.page.account[0]).toBe(world.exchange.balance);
  });

  it('takes a fill that the page holds at once, and shows no money twice', async () => {
    const world = await begin();
    world.login();
    await world.clock.advance(3_000);
    const equities = new Set<bigint>();
    const row = world.exchange.openOrder();
    if (!row) throw new Error('no order');
    world.engine.putOrder(orderFromWire(row));
    const fee = BigInt(Math.round(Number(row.TradeFee) * 1e8));
    const margin = BigInt(Math.round(Number(row.CautionMoney) * 1e8));
    // Where events are numbered, they bring it: one trip later.
    if (speaks === 'ext') await world.clock.advance(50);
    for (let step = 0; step < 30; step++) {
      await world.clock.advance(50);
      expect(world.page.orders.map((it) => it.id)).toEqual([row.Id]);
      const [balance = 0n, equity = 0n, held = 0n, , floating = 0n] = world.page.account;
      expect(held).toBe(margin);
      equities.add(equity - floating);
      expect(balance).toBe(1_000_000_000_000n - margin - fee);
    }
    expect([...equities]).toEqual([1_000_000_000_000n - fee]);
  });

  it('estimates the ticket on every tick and names the refusal of the server', async () => {
    const world = await begin();
    world.login();
    world.engine.watchTicket({ productId: 1, lots: '0.1', leverage: 100 });
    await world.clock.advance(3_150);
    const { price } = world.exchange.product(1);
    expect(world.page.estimate).toMatchObject({ price, fee: 60_000_000n, problem: 0 });
    expect(formatDecimal(world.page.estimate?.margin ?? 0n)).toBe(String(Math.round(price * 1_000_000) / 1_000_000));
    const problems: [lots: string, leverage: number, code: number][] = [
      ['0.01', 100, ERROR.lotsInvalid],
      ['', 100, ERROR.lotsInvalid],
      ['0.1', 7, ERROR.leverageInvalid],
      ['50', 100, ERROR.ok],
    ];
    for (const [lots, leverage, code] of problems) {
      world.engine.watchTicket({ productId: 1, lots, leverage });
      await world.clock.advance(200);
      expect([lots, leverage, world.page.estimate?.problem || ERROR.ok]).toEqual([lots, leverage, code]);
    }
    world.exchange.balance = 100_000_000n;
    world.exchange.openOrder();
    await world.clock.advance(3_000);
    expect(world.page.estimate?.problem).toBe(ERROR.balanceTooSmall);
    world.exchange.product(1).open = false;
    world.engine.refresh();
    await world.clock.advance(2_000);
    expect(world.page.estimate?.problem).toBe(ERROR.marketClosed);
  });

  it('D9.03 a silent source is stale after 5 s while the others stay live, and the ticket waits', async () => {
    const world = await begin();
    world.engine.watchTicket({ productId: 1, lots: '0.1', leverage: 100 });
    world.exchange.product(1).silent = true;
    await world.clock.advance(4_500);
    expect(world.page.quotes.get(1)?.state).toBe(QUOTE_STATE.live);
    await world.clock.advance(1_500);
    expect([world.page.quotes.get(1)?.state, world.page.quotes.get(2)?.state]).toEqual([QUOTE_STATE.stale, QUOTE_STATE.live]);
    expect(world.page.estimate?.problem).toBe(ERROR.quoteStale);
    world.exchange.product(1).silent = false;
    await world.clock.advance(3_000);
    expect(world.page.quotes.get(1)?.state).toBe(QUOTE_STATE.live);
  });

  it('sends no frame and runs no frame timer while nothing changes', async () => {
    const world = await begin();
    world.engine.watchQuotes([]);
    await world.clock.advance(1_000);
    const before = world.page.frames;
    await world.clock.advance(10_000);
    expect(world.page.frames - before).toBe(0);
  });

  it('sends at most one frame a second to a hidden page, and about ten to a slow one', async () => {
    const world = await begin();
    world.engine.watchQuotes([1, 2, 3]);
    world.engine.signal('hidden');
    await world.clock.advance(1_000);
    let before = world.page.frames;
    await world.clock.advance(20_000);
    expect(world.page.frames - before).toBeLessThanOrEqual(21);
    world.engine.signal('visible');
    world.page.ackMs = () => 70;
    await world.clock.advance(1_000);
    before = world.page.frames;
    await world.clock.advance(10_000);
    expect(world.page.frames - before).toBeLessThanOrEqual(100);
  });

  it('DW.09 another user gets nothing of the one before', async () => {
    const world = await begin();
    world.login();
    world.exchange.openOrder();
    await world.clock.advance(3_000);
    expect(world.page.orders).toHaveLength(1);
    world.engine.setSession(null);
    world.exchange.closeOrder();
    await world.clock.advance(3_000);
    expect([world.page.orders, world.page.closed]).toEqual([[], []]);
    expect(world.got('logout')).toHaveLength(1);
  });
});
