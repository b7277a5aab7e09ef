import { expect, it } from 'vitest';
import { decimal, type Money } from '#domain/decimal.ts';
import { lockPersonAccount } from '#server/ledger/person-account.ts';
import { LOG_TYPE, post } from '#server/ledger/post.ts';
import { recordChange } from '#server/trading/outbox/record-change.ts';
import { balanceEvent } from '#server/trading/views/account-row.ts';
import { eachDatabase } from '../each-database.ts';
import { EURUSD, filled, freshKey, GBPUSD, marketOrder, openDesk } from './trading-fixture.ts';

eachDatabase('stop-out', (open) => {
  it('closes at or below the level, not above it, and the largest loss first until the level is good again', async () => {
    const at = await openDesk(await open(), { settings: { demo_balance: '1000' } });
    const anna = await at.trader();
    await at.tick([EURUSD, '1'], [GBPUSD, '1']);
    const big = filled(await at.desk.submit(anna, marketOrder({ cont: '0.6', multiple: '100' }), freshKey()));
    const small = filled(await at.desk.submit(anna, marketOrder({ cont: '0.3', multiple: '100', forex_id: String(GBPUSD) }), freshKey()));
    // Equity 994.6, margin 900: the level is 50 % when 544.6 are lost.
    await at.tick([GBPUSD, '0.998'], [EURUSD, '0.99193']);
    expect((await at.desk.orders(anna, { list: 'holding', page: 1, limit: 10 })).total).toBe(2);
    await at.tick([EURUSD, '0.99192']);
    const held = await at.desk.orders(anna, { list: 'holding', page: 1, limit: 10 });
    expect(held.data.map((row) => row.Id)).toEqual([small.Id]);
    const [closed] = (await at.desk.orders(anna, { list: 'closed', page: 1, limit: 10 })).data;
    expect(closed).toMatchObject({ Id: big.Id, CloseReason: 'stopout', FactProfits: '-484.8', UpdatePrice: 0.99192 });
    expect((await at.events(anna)).slice(-4)).toMatchObject([
      { topic: 'FOREX_CLOSED', payload: { data: [big.Id], reasons: { [big.Id]: 'stopout' } } },
      { topic: 'ORDER', payload: { data: { Id: big.Id, Status: 3 } } },
      { topic: 'BALANCE' },
      { topic: 'NOTICE', payload: { data: { kind: 'stop_out', level: '49.98' } } },
    ]);
    expect(await at.laws()).toEqual([]);
  });

  it('calls once on falling through 100 %, and again only after 110 %', async () => {
    const at = await openDesk(await open(), { settings: { demo_balance: '1000' } });
    const anna = await at.trader();
    await at.tick([EURUSD, '1']);
    filled(await at.desk.submit(anna, marketOrder({ cont: '0.9', multiple: '100' }), freshKey()));
    const calls = async () =>
      (await at.events(anna)).filter((event) => event.topic === 'NOTICE').map((event) => (event.payload.data as { level: string }).level);
    // Equity 994.6, margin 900. At 100 % the loss is 94.6: price 0.998949.
    await at.tick([EURUSD, '0.99895']);
    expect(await calls()).toEqual([]);
    await at.tick([EURUSD, '0.99894'], [EURUSD, '0.998'], [EURUSD, '0.9995'], [EURUSD, '0.998']);
    expect(await calls()).toEqual(['99.91']);
    // 110 %: 990, which is a loss of 4.6: price 0.99995 is above it, 0.9999 below.
    await at.tick([EURUSD, '0.9999'], [EURUSD, '0.998']);
    expect((await calls()).length).toBe(1);
    await at.tick([EURUSD, '0.99995'], [EURUSD, '0.998']);
    expect(await calls()).toEqual(['99.91', '90.51']);
  });

  it('passes over positions whose market is closed or stale and judges them at their first tick after', async () => {
    const at = await openDesk(await open(), { settings: { demo_balance: '1000' } });
    const anna = await at.trader();
    await at.tick([EURUSD, '1'], [GBPUSD, '1']);
    const lots = { cont: '0.4', multiple: '100' };
    const euro = filled(await at.desk.submit(anna, marketOrder(lots), freshKey()));
    const pound = filled(await at.desk.submit(anna, marketOrder({ ...lots, forex_id: String(GBPUSD) }), freshKey()));
    const held = async () => (await at.desk.orders(anna, { list: 'holding', page: 1, limit: 10 })).data.map((row) => row.Id);
    // The pound has the larger loss but goes silent; only the euro can be closed, and that is not enough.
    await at.tick([GBPUSD, '0.986']);
    await at.clock.advance(5_000);
    await at.tick([EURUSD, '0.992']);
    expect(await held()).toEqual([pound.Id]);
    await at.tick([EURUSD, '0.5']);
    expect(await held()).toEqual([pound.Id]);
    at.closed.add(GBPUSD);
    await at.tick([GBPUSD, '0.9861']);
    expect(await held()).toEqual([pound.Id]);
    at.closed.clear();
    await at.clock.advance(5_000);
    // The first sign of life after the silence is a confirm: no movement, but a price that counts.
    await at.confirm(GBPUSD);
    expect(await held()).toEqual([]);
    const history = (await at.desk.orders(anna, { list: 'closed', page: 1, limit: 10 })).data;
    expect(new Map(history.map((row) => [row.Id, row.UpdatePrice]))).toEqual(
      new Map([
        [euro.Id, 0.992],
        [pound.Id, 0.9861],
      ]),
    );
    expect(await at.laws()).toEqual([]);
  });

  it('judges after a restart the ticks that came while nobody judged, at the tick where it was due', async () => {
    const db = await open();
    const at = await openDesk(db);
    const anna = await at.trader();
    await at.tick([EURUSD, '1'], [GBPUSD, '1']);
    const { Id } = filled(await at.desk.submit(anna, marketOrder({ cont: '9' }), freshKey()));
    await at.desk.stop();
    await at.tick([EURUSD, '0.999'], [EURUSD, '0.99'], [EURUSD, '1.5']);
    const later = await openDesk(db, { clock: at.clock });
    await later.desk.caughtUp();
    const [closed] = (await later.desk.orders(anna, { list: 'closed', page: 1, limit: 10 })).data;
    expect(closed).toMatchObject({ Id, UpdatePrice: 0.99, CloseReason: 'stopout' });
    expect(await later.laws()).toEqual([]);
  });

  it('never judges an order by ticks from before it', async () => {
    const db = await open();
    const at = await openDesk(db, { isStarted: false });
    const anna = await at.trader();
    await at.tick([EURUSD, '1'], [GBPUSD, '0.5'], [GBPUSD, '1']);
    filled(await at.desk.submit(anna, marketOrder({ cont: '4' }), freshKey()));
    // The pound was low before the order came; the cursor of the evaluator still stands before that.
    filled(await at.desk.submit(anna, marketOrder({ cont: '4', forex_id: String(GBPUSD) }), freshKey()));
    await db.transaction((trx) => trx.insertInto('tape_cursor').values({ name: 'evaluator', seq: 0 }).execute());
    await at.desk.start();
    await at.desk.caughtUp();
    expect((await at.desk.orders(anna, { list: 'holding', page: 1, limit: 10 })).total).toBe(2);
    await at.tick([EURUSD, '1.00001']);
    expect((await at.desk.orders(anna, { list: 'holding', page: 1, limit: 10 })).total).toBe(2);
  });

  it('learns of an order from another process before the next ticks', async () => {
    const db = await open();
    const at = await openDesk(db);
    const other = await openDesk(db, { clock: at.clock, tape: at.tape, isStarted: false });
    const anna = await at.trader();
    await at.tick([EURUSD, '1'], [GBPUSD, '1']);
    const { Id } = filled(await other.desk.submit(anna, marketOrder({ cont: '9' }), freshKey()));
    // Nobody told this evaluator but the row that the other desk left in the database.
    await at.tick([GBPUSD, '1.1'], [EURUSD, '0.99'], [EURUSD, '1.2']);
    expect((await at.desk.orders(anna, { list: 'closed', page: 1, limit: 10 })).data[0]).toMatchObject({ Id, UpdatePrice: 0.99 });
    expect(await at.laws()).toEqual([]);
  });

  it('learns of cash that another process put onto an account before the next ticks, and does not stop out who has it', async () => {
    const db = await open();
    const at = await openDesk(db);
    const anna = await at.trader();
    await at.tick([EURUSD, '1']);
    filled(await at.desk.submit(anna, marketOrder({ cont: '9' }), freshKey()));
    await at.tick([EURUSD, '1']);
    const seq = at.tape.newest(EURUSD)?.seq ?? 0;
    await db.transaction(async (trx) => {
      const account = await lockPersonAccount(trx, anna.id, 'demo');
      const amount = decimal<Money>('10000');
      const cause = { realm: 'demo', userId: anna.id, kind: 'transfer', refType: 'test', refId: 1, logType: LOG_TYPE.demoGrant } as const;
      const entries = [
        { part: account.parts.balance, amount },
        { house: 'equity_in', amount: -amount },
      ] as const;
      await post(trx, { ...cause, memo: '', atMs: at.clock.now(), entries });
      await recordChange(trx, account, { seq, events: [balanceEvent(account)], nowMs: at.clock.now() });
    });
    await at.tick([EURUSD, '0.99']);
    expect((await at.desk.orders(anna, { list: 'holding', page: 1, limit: 10 })).total).toBe(1);
    await at.tick([EURUSD, '0.98']);
    expect((await at.desk.orders(anna, { list: 'holding', page: 1, limit: 10 })).total).toBe(0);
    expect(await at.laws()).toEqual([]);
  });

  it('two evaluators over one database close a position once', async () => {
    const db = await open();
    const at = await openDesk(db);
    await openDesk(db, { clock: at.clock });
    const anna = await at.trader();
    await at.tick([EURUSD, '1']);
    filled(await at.desk.submit(anna, marketOrder({ cont: '9' }), freshKey()));
    await at.tick([EURUSD, '0.5']);
    await at.clock.advance(2_000);
    const { count } = await db.kysely
      .selectFrom('deal')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('kind', '=', 'close')
      .executeTakeFirstOrThrow();
    expect(count).toBe(1);
    expect(await at.laws()).toEqual([]);
    expect((await at.account(anna)).balance).toBe(decimal('0'));
  });
});
