/** Contract orders through the routes: what a person can do with an order in each of its states, and what the answer says. */
import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import type { OrderRow } from '#protocol/rest/forex.ts';
import { LIMITS } from '#server/limits/limits.ts';
import { openStage, PATH, type Stage } from './contract-orders-stage.ts';

let at: Stage;
afterEach(() => at.close());

const balances = async (): Promise<{ balance: string; lockBalance: string }> =>
  (await at.call<[{ balance: string; lockBalance: string }]>('/v2/api/main/wallet/getBalance', {}, { token: at.anna.token })).data[0];

describe('a pending order', () => {
  it('S1-7.38 S1-3.08 S1-2.61: a market order holds, a pending order pends, with all eight fields of the submission', async () => {
    at = await openStage();
    await at.pushTick('EURUSD', '1.08345');
    const stops = { stop_loss_price: '1.07', target_profit_price: '1.1' };
    const held = await at.order(PATH.submit, at.market(stops));
    expect(held).toMatchObject({ Status: 1, Price: 1.08345, TargetLossPrice: 1.07, TargetProfitPrice: 1.1, Multiple: 100 });
    const reply = await at.act(PATH.submit, at.pending(stops));
    expect(reply).toMatchObject({
      code: 1,
      msg: 'Pending order placed',
      data: { Order: { Status: 0, OriginPrice: 1.08, Price: 0, Seq: 0 } },
    });
    expect((await at.list('1')).data.map((row) => row.Id)).toEqual([held.Id]);
    expect((await at.list('0')).data.map((row) => row.Id)).toEqual([reply.data.Id]);
  });

  it('S1-7.41 S1-4.07: cancelling gives the locked money back, to the last digit, and the cancelled row has a status of its own', async () => {
    at = await openStage();
    await at.pushTick('EURUSD', '1.08345');
    const { Id } = await at.order(PATH.submit, at.pending());
    expect(await balances()).toMatchObject({ balance: '9891.4', lockBalance: '108.6' });
    const reply = await at.act(PATH.cancel, { id: String(Id) });
    expect(reply).toMatchObject({
      code: 1,
      msg: 'Order cancelled',
      data: { Id, Order: { Status: 4, FactProfits: '0', TradeFee: '0', CautionMoney: '0' } },
    });
    expect(reply.data.Seq).toBeGreaterThan(0);
    expect(await balances()).toMatchObject({ balance: '10000', lockBalance: '0' });
    expect((await at.list('0')).total).toBe(0);
    expect((await at.list('3')).data).toMatchObject([{ Id, Status: 4, CloseReason: 'manual' }]);
  });

  it('S1-4.05: is filled by the first tick at or through its price, at that tick, and its stops begin with the next', async () => {
    at = await openStage();
    await at.pushTick('EURUSD', '1.08345');
    const { Id } = await at.order(PATH.submit, at.pending({ stop_loss_price: '1.079', target_profit_price: '1.081' }));
    await at.pushTick('EURUSD', '1.08001');
    await at.server.trading.caughtUp();
    expect((await at.list('0')).total).toBe(1);
    // A gap through the price and the stop loss at once fills at the tick; the stop loss closes at the next one.
    await at.pushTick('EURUSD', '1.0785');
    await at.server.trading.caughtUp();
    expect((await at.list('1')).data).toMatchObject([{ Id, Price: 1.0785, OriginPrice: 1.08, CautionMoney: '107.85' }]);
    await at.pushTick('EURUSD', '1.0784');
    await at.server.trading.caughtUp();
    expect((await at.list('3')).data).toMatchObject([{ Id, Status: 3, UpdatePrice: 1.0784, FactProfits: '-1', CloseReason: 'sl' }]);
  });

  it('is cancelled with a message when the money does not cover it at its trigger, and everything comes back', async () => {
    at = await openStage();
    await at.pushTick('EURUSD', '1.08345');
    await at.order(PATH.submit, at.market({ cont: '5' }));
    const { Id } = await at.order(PATH.submit, at.pending({ cont: '4', target_price: '1.08' }));
    await at.pushTick('EURUSD', '1.0799');
    await at.server.trading.caughtUp();
    expect((await at.list('3')).data).toMatchObject([{ Id, Status: 4, CloseReason: 'balance', FactProfits: '0' }]);
    expect((await at.list('0')).total).toBe(0);
    const events = await at.db.kysely
      .selectFrom('outbox')
      .select(['topic', 'payload'])
      .where('user_id', '=', at.anna.id)
      .orderBy('seq')
      .execute();
    expect(events.at(-1)).toMatchObject({ topic: 'NOTICE', payload: expect.stringContaining('order_cancelled') });
  });

  it('whose price is the price now is filled at once', async () => {
    at = await openStage();
    await at.pushTick('EURUSD', '1.08');
    expect(await at.order(PATH.submit, at.pending())).toMatchObject({ Status: 1, Price: 1.08, OriginPrice: 1.08 });
  });

  it('locks what it may cost, so that the same money cannot be used twice', async () => {
    at = await openStage();
    await at.pushTick('EURUSD', '1.08345');
    await at.order(PATH.submit, at.pending({ cont: '6' }));
    expect((await at.act(PATH.submit, at.market({ cont: '4' }))).code).toBe(1301);
    expect((await at.act(PATH.submit, at.market({ cont: '3' }))).code).toBe(1);
  });
});

describe('a frozen account', () => {
  it('may end risk and not begin it (D1.7.08)', async () => {
    at = await openStage();
    await at.pushTick('EURUSD', '1.08345');
    const held = await at.order(PATH.submit, at.market());
    const waiting = await at.order(PATH.submit, at.pending());
    await at.db.transaction((trx) => trx.updateTable('user').set({ frozen: 1 }).where('id', '=', at.anna.id).execute());
    expect((await at.act(PATH.submit, at.market())).code).toBe(1015);
    expect((await at.act(PATH.submit, at.pending())).code).toBe(1015);
    expect((await at.act(PATH.reverse, { id: String(held.Id) })).code).toBe(1015);
    expect((await at.act(PATH.setStop, { id: String(held.Id), stop_loss_price: '1.08', target_profit_price: '0' })).code).toBe(1);
    expect((await at.act(PATH.cancel, { id: String(waiting.Id) })).code).toBe(1);
    expect((await at.act(PATH.close, { id: String(held.Id) })).code).toBe(1);
    expect((await at.act(PATH.closeAll)).code).toBe(1);
  });
});

describe('once', () => {
  it('every act answers a repeat of its key with the same answer, and does nothing twice', async () => {
    at = await openStage();
    await at.pushTick('EURUSD', '1.08345');
    const first = await at.order(PATH.submit, at.market({ cont: '0.5' }));
    const waiting = await at.order(PATH.submit, at.pending());
    const id = String(first.Id);
    const acts: [string, Record<string, string>][] = [
      [PATH.setStop, { id, stop_loss_price: '1.08', target_profit_price: '0' }],
      [PATH.close, { id, cont: '0.2' }],
      [PATH.reverse, { id }],
      [PATH.cancel, { id: String(waiting.Id) }],
    ];
    for (const [path, fields] of acts) {
      const keyed = { ...fields, client_id: randomUUID() };
      const answer = await at.act(path, keyed);
      expect(answer.code, path).toBe(1);
      const after = await at.money();
      expect((await at.act(path, keyed)).data).toEqual(answer.data);
      expect((await at.call(path, keyed, { token: at.anna.token })).data).toEqual(answer.data);
      expect(await at.money()).toBe(after);
      expect((await at.act(path, { ...keyed, id: '424242' })).code).toBe(1002);
    }
  });
});

describe('limits (S36)', () => {
  it('let 10 submissions through at once and 5 a second, 20 closes at once and 10 a second', async () => {
    at = await openStage({ limits: LIMITS });
    await at.clock.advance(10_000);
    const codes = async (path: string, count: number) => {
      const replies = await Promise.all(Array.from({ length: count }, () => at.act(path, { id: '1', type: 'none' })));
      return replies.filter((reply) => reply.status !== 429).length;
    };
    expect(await codes(PATH.submit, 12)).toBe(10);
    await at.clock.advance(1_000);
    expect(await codes(PATH.submit, 12)).toBe(5);
    await at.clock.advance(3_000);
    expect(await codes(PATH.cancel, 24)).toBe(20);
    await at.clock.advance(1_000);
    expect(await codes(PATH.close, 15)).toBe(10);
  });
});

describe('the row of an order', () => {
  it('S1-3.05: has every field of the specification, in each of its four states', async () => {
    at = await openStage();
    await at.pushTick('EURUSD', '1.08345');
    await at.order(PATH.submit, at.market());
    const { Id } = await at.order(PATH.submit, at.pending());
    await at.order(PATH.submit, at.pending());
    await at.order(PATH.cancel, { id: String(Id) });
    await at.order(PATH.close, { id: String((await at.order(PATH.submit, at.market())).Id) });
    const rows: OrderRow[] = [...(await at.list('0')).data, ...(await at.list('1')).data, ...(await at.list('3')).data];
    expect(rows.map((row) => row.Status).sort()).toEqual([0, 1, 3, 4]);
    const fields = [
      'Id',
      'OriginId',
      'Status',
      'OrderType',
      'Quantity',
      'OriginPrice',
      'Price',
      'UpdatePrice',
      'FactProfits',
      'CautionMoney',
    ];
    const more = ['TradeFee', 'TargetLossPrice', 'TargetProfitPrice', 'CreateTimeHandler', 'CompleteTimeHandler', 'ForexTradeLists'];
    for (const row of rows) {
      expect(Object.keys(row)).toEqual(expect.arrayContaining([...fields, ...more]));
      expect(row.ForexTradeLists.ShowCode).toBe('EUR/USD');
      expect(row.CompleteTimeHandler !== '').toBe(row.Status >= 3);
    }
  });
});
