/** Micro trades from their opening to their end, on the real database and the real tape. */
import { expect, it } from 'vitest';
import { decimal } from '#domain/decimal.ts';
import { ManualClock } from '#server/clock/clock.ts';
import { eachDatabase } from '../each-database.ts';
import { broken, endDesk, history, opened, openMicroDesk, submit } from './micro-fixture.ts';
import { EURUSD, freshKey, GBPUSD, marketOrder } from './trading-fixture.ts';

eachDatabase('a micro trade', (open) => {
  it('S1-3.09 S1-3.10 S1-7.44 S1-4.17 S1-4.19 opens at the newest tick, holds its stake, and ends at the last tick of its time', async () => {
    const at = await openMicroDesk(await open());
    const trader = await at.trader();
    await at.tick([EURUSD, '1.1']);
    await at.clock.advance(200);
    const up = opened(await submit(at, trader, { number: '100' }));
    const openMs = at.clock.now();
    expect(up).toMatchObject({
      Status: 1,
      Type: 1,
      Number: '100',
      ProfitRatio: '0.8',
      Seconds: 30,
      OpenPrice: 1.1,
      EndPrice: 0,
      LossLevel: '0',
    });
    expect(up).toMatchObject({ ExpireAt: openMs + 30_000, RemainMilliSeconds: 30_000, CompleteAtST: '', EndReason: '', Seq: 1 });
    expect(await at.account(trader)).toMatchObject({ balance: decimal('9900'), stake: decimal('100') });
    expect(await at.desk.balances(trader)).toMatchObject([{ balance: '9900', lockBalance: '100' }]);
    await at.clock.advance(29_900);
    await at.tick([EURUSD, '1.2']);
    await at.clock.advance(100);
    await at.tick([EURUSD, '1.1'], [GBPUSD, '1.3']);
    // A tick at the expiry itself still counts, and nothing is later yet.
    expect(await history(at, trader)).toEqual([]);
    await at.clock.advance(50);
    await at.tick([GBPUSD, '1.4']);
    const [row] = await history(at, trader);
    expect(row).toMatchObject({
      Id: up.Id,
      Status: 3,
      OpenPrice: 1.1,
      EndPrice: 1.1,
      FactProfits: '80',
      EndReason: 'expiry',
      RemainMilliSeconds: 0,
    });
    expect(row?.EndSeq).toBe(3);
    expect(await at.account(trader)).toMatchObject({ balance: decimal('10080'), stake: 0n });
    expect(await at.house('micro')).toBe(decimal('-80'));
    expect((await at.events(trader)).map(({ topic }) => topic)).toEqual(['MICRO', 'BALANCE', 'MICRO_CLOSED', 'BALANCE']);
    expect(await broken(at)).toEqual([]);
    await endDesk(at);
  });

  it('D1.4.09 D1.4.17 D9.22: void after a silence of five seconds, whole with its stake; an operator who closes the product ends nothing', async () => {
    const at = await openMicroDesk(await open());
    const trader = await at.trader();
    await at.tick([EURUSD, '1.1'], [GBPUSD, '1.3']);
    const silent = opened(await submit(at, trader));
    const heard = opened(await submit(at, trader, { forex_id: String(GBPUSD) }));
    at.closed.add(GBPUSD);
    await at.clock.advance(25_000);
    await at.tick([EURUSD, '1.2']);
    await at.clock.advance(1);
    await at.confirm(GBPUSD);
    await at.clock.advance(5_000);
    await at.tick([GBPUSD, '1.4']);
    const rows = new Map((await history(at, trader)).map((row) => [row.Id, row]));
    expect(rows.get(silent.Id)).toMatchObject({ Status: 3, EndReason: 'gap', FactProfits: '0', EndPrice: 0, EndSeq: 0 });
    // The confirm was within five seconds; what it confirmed is the price.
    expect(rows.get(heard.Id)).toMatchObject({ Status: 3, EndReason: 'expiry', FactProfits: '80', EndPrice: 1.3, EndSeq: 2 });
    expect(await at.account(trader)).toMatchObject({ balance: decimal('10080'), stake: 0n });
    expect(await broken(at)).toEqual([]);
    await endDesk(at);
  });

  it('D1.4.14: what is left is what is left when the answer goes out, however long the database took', async () => {
    const db = await open();
    let slowMs = 0;
    const clock = new ManualClock();
    const kysely = db.kysely.withPlugin({
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        if (slowMs > 0) await clock.advance(slowMs);
        return result;
      },
    });
    const at = await openMicroDesk(db, { clock, deskDb: { ...db, kysely } });
    const trader = await at.trader();
    await at.tick([EURUSD, '1.1']);
    const { ExpireAt } = opened(await submit(at, trader));
    slowMs = 400;
    const { data } = await at.desk.microTrades(trader, { list: 'running', page: 1, limit: 10 });
    slowMs = 0;
    expect(data.map(({ RemainMilliSeconds }) => RemainMilliSeconds)).toEqual([ExpireAt - clock.now()]);
    expect(ExpireAt - clock.now()).toBeLessThanOrEqual(30_000 - 800);
    await endDesk(at);
  });

  it('D9.13 D9.18: while the tape stands still it ends by the clock, five seconds later, as it would have by the next tick', async () => {
    const at = await openMicroDesk(await open());
    const trader = await at.trader();
    await at.tick([EURUSD, '1.1']);
    opened(await submit(at, trader));
    await at.clock.advance(29_000);
    await at.tick([EURUSD, '1.2']);
    await at.clock.advance(5_500);
    expect(await history(at, trader)).toEqual([]);
    await at.clock.advance(2_000);
    const [ended] = await history(at, trader);
    expect(ended).toMatchObject({ EndReason: 'expiry', EndPrice: 1.2, FactProfits: '80', EndSeq: 2 });
    await at.tick([EURUSD, '1.3']);
    expect(await history(at, trader)).toEqual([ended]);
    expect(await broken(at)).toEqual([]);
    await endDesk(at);
  });

  it('D1.4.20: a demo reset makes it void, once, and its end comes to nothing', async () => {
    const at = await openMicroDesk(await open());
    const trader = await at.trader();
    await at.tick([EURUSD, '1.1']);
    const micro = opened(await submit(at, trader));
    expect((await at.desk.resetDemo(trader, freshKey())).code).toBe(1);
    expect(await history(at, trader)).toMatchObject([{ Id: micro.Id, EndReason: 'reset', FactProfits: '0' }]);
    expect(await at.account(trader)).toMatchObject({ balance: decimal('10000'), stake: 0n });
    expect((await at.events(trader)).map(({ topic }) => topic)).toEqual(['MICRO', 'BALANCE', 'MICRO_CLOSED', 'BALANCE']);
    await at.clock.advance(30_000);
    await at.tick([EURUSD, '1.2']);
    expect(await at.account(trader)).toMatchObject({ balance: decimal('10000'), stake: 0n });
    expect(await broken(at)).toEqual([]);
    await endDesk(at);
  });

  it('S1-4.19 D9.21: ratio and loss level are those of its opening; an end time has the terms of the longest duration within it', async () => {
    const at = await openMicroDesk(await open(), { settings: { micro_loss_level: '1' } });
    const trader = await at.trader();
    await at.clock.advance(1_000 - (at.clock.now() % 1_000));
    await at.tick([EURUSD, '1.1']);
    const until = String(at.clock.now() + 75_000);
    const micro = opened(await submit(at, trader, { type: '2', number: '33', expire_at: until }));
    expect(micro).toMatchObject({ Seconds: 75, ProfitRatio: '0.82', ExpireAt: Number(until), LossLevel: '1' });
    at.set.set('micro_loss_level', '0');
    at.set.set('micro_durations', 'all 60 0.5 10 1000');
    await at.clock.advance(75_000);
    await at.tick([EURUSD, '1.2']);
    await at.clock.advance(1);
    await at.confirm(EURUSD);
    // 33 x 0.82 = 27.06
    expect(await history(at, trader)).toMatchObject([{ FactProfits: '-27.06', EndPrice: 1.2 }]);
    expect(await at.desk.profitsToday(trader)).toBe('-27.06');
    expect(await broken(at)).toEqual([]);
    await endDesk(at);
  });

  it('D1.4.04 D9.124: a deficit is not forgiven while a stake is out, and the stake that comes back repays it', async () => {
    const at = await openMicroDesk(await open(), { settings: { demo_balance: '500' } });
    const trader = await at.trader();
    await at.tick([EURUSD, '1.1']);
    await at.desk.submit(trader, marketOrder({ cont: '0.1' }), freshKey());
    opened(await submit(at, trader, { number: '300' }));
    // 0.1 lots lose 1000: 199.4 of cash and margin, the rest is owed.
    await at.tick([EURUSD, '1.0']);
    expect(await at.account(trader)).toMatchObject({ balance: 0n, margin: 0n, stake: decimal('300'), deficit: decimal('-800.6') });
    await at.clock.advance(30_000);
    await at.tick([EURUSD, '1.1']);
    await at.clock.advance(1);
    await at.confirm(EURUSD);
    // 300 and 240 came back: the house forgives what is left then.
    expect(await at.account(trader)).toMatchObject({ balance: 0n, stake: 0n, deficit: 0n });
    expect(await at.house('protection')).toBe(decimal('-260.6'));
    expect(await broken(at)).toEqual([]);
    await endDesk(at);
  });
});
