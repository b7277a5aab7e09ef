import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { decimal } from '#domain/decimal.ts';
import type { Order } from '#domain/order.ts';
import { ERROR } from '#protocol/errors.ts';
import {
  accountPushToWire,
  closedFromWire,
  closedToWire,
  filledFromWire,
  filledToWire,
  isDone,
  manyFromWire,
  manyInWords,
  manyToWire,
  orderEventToWire,
  orderPageFromWire,
  orderPageToWire,
  refusedOrder,
  reversedFromWire,
  reversedToWire,
} from '#protocol/order-replies.ts';
import { orderFromWire } from '#protocol/order-wire.ts';
import { readAccount } from '#protocol/parse-private.ts';
import { CloseReply, FillReply, ManyReply, MyDealReply, ReverseReply } from '#protocol/rest/forex.ts';

const order = (id: number, over: Partial<Order> = {}): Order => ({
  ...orderFromWire({
    ...{
      Id: id,
      Status: 1,
      OrderType: 1,
      Quantity: '0.5',
      Price: 1.08,
      UpdatePrice: 1.081,
      FactProfits: '50',
      CautionMoney: '540',
      Seq: 7,
    },
    ...{ CreateTimeHandler: '2026-03-04 10:00:00', ForexContNum: '100000' },
    ForexTradeLists: { Id: 1, Code: 'EURUSD', ShowCode: 'EUR/USD', PricePrecision: 5 },
  }),
  ...over,
});
const over = { state: 'closed', end: 'manual', closeSeq: 9, completedAtMs: Date.UTC(2026, 2, 4, 11) } as const;
/** As it would be after a journey over the wire. */
const sent = <T>(reply: T): T => JSON.parse(JSON.stringify(reply)) as T;

describe('answers about orders say on the wire what they came from', () => {
  it('S1-7.38: a fill', () => {
    const reply = sent(filledToWire(order(5), 7));
    expect(v.is(FillReply, reply)).toBe(true);
    expect([reply.Id, reply.Seq, filledFromWire(reply)]).toEqual([5, 7, order(5)]);
  });

  it('D1.7.08: a close, under the number that was asked for; of a part with what is still held', () => {
    const part = { order: order(9, { ...over, parentId: 5 }), rest: order(5, { lots: decimal('0.3') }) };
    const reply = sent(closedToWire(part, 5));
    expect(v.is(CloseReply, reply)).toBe(true);
    expect([reply.Id, reply.Seq, closedFromWire(reply)]).toEqual([5, 9, part]);
    const whole = sent(closedToWire({ order: order(5, over), rest: undefined }, 5));
    expect(whole).not.toHaveProperty('Rest');
    expect(closedFromWire(whole)).toEqual({ order: order(5, over), rest: undefined });
  });

  it('D9.05: a reversal', () => {
    const both = { order: order(6, { side: 'sell', openSeq: 9 }), closed: order(5, over) };
    const reply = sent(reversedToWire(both));
    expect(v.is(ReverseReply, reply)).toBe(true);
    expect([reply.Id, reply.Seq, reversedFromWire(reply)]).toEqual([6, 9, both]);
  });

  it('D1.7.09: a call for all; its sum is of what is done', () => {
    const results = [
      { order: order(5, over), code: ERROR.ok, message: 'orderClosed' },
      { order: order(6), code: ERROR.marketClosed, message: 'marketClosed' },
      { order: order(7, { ...over, profit: decimal('-8') }), code: ERROR.ok, message: 'orderClosed' },
    ];
    const reply = sent(manyToWire(results, 9));
    expect(v.is(ManyReply, reply)).toBe(true);
    expect(manyFromWire(reply)).toEqual({ done: 2, failed: 1, profit: decimal('42'), results });
    expect(results.map(isDone)).toEqual([true, false, true]);
    expect(manyFromWire(manyInWords(reply, (key) => key.toUpperCase())).results[1]?.message).toBe('MARKETCLOSED');
  });

  it('S1-7.45: a page with its sums', () => {
    const charges = { fee: decimal('7.2'), financing: decimal('-2.64'), cancelled: 3 };
    const page = { orders: [order(5), order(6)], total: 12, profit: decimal('128.425'), charges };
    const reply = sent(orderPageToWire(page, decimal('1080')));
    expect(v.is(MyDealReply, reply)).toBe(true);
    expect(reply.all_caution_money).toBe('1080');
    expect(orderPageFromWire(reply, () => undefined)).toEqual(page);
  });

  it('D1.4.25: the order that a refusal carries', () => {
    expect(refusedOrder(sent(filledToWire(order(5, over), 9)))).toEqual(order(5, over));
    expect(refusedOrder({ field: 'id' })).toBeUndefined();
  });
});

describe('pushes about orders', () => {
  it('D1.3.07: an event names the number of the state', () => {
    expect((['pending', 'holding', 'closed', 'cancelled'] as const).map((state) => orderEventToWire({ id: 5, state }))).toEqual(
      [0, 1, 3, 4].map((Status) => ({ Id: 5, Status })),
    );
  });

  it('S1-3.05: the figures of an account are read as they were written', () => {
    const figures = { balance: decimal('900'), margin: decimal('540'), pending: decimal('60'), deficit: 0n } as const;
    const sums = { equity: decimal('1550'), usable: decimal('950'), floatingProfit: decimal('50'), level: decimal('287.03703704') };
    const positions = [{ id: 5, price: decimal('1.081'), profit: decimal('50') }];
    const push = sent(accountPushToWire({ ...figures, ...sums, positions } as Parameters<typeof accountPushToWire>[0]));
    expect(push).toMatchObject({
      ProfitsTotal: '50',
      HazardRate: '287.03703704',
      CautionMoneyAll: '540',
      Equity: '1550',
      FreeMargin: '950',
    });
    const read = { ...figures, orders: [{ id: 5, price: 1.081, profit: decimal('50') }] };
    expect(readAccount(push)).toEqual({ ...read, outboxSeq: Number.NaN });
    expect(readAccount(push, 12)).toEqual({ ...read, outboxSeq: 12 });
    const empty = accountPushToWire({ ...figures, ...sums, level: undefined, positions: [] } as Parameters<typeof accountPushToWire>[0]);
    expect([empty.HazardRate, empty.TransOrder]).toEqual(['--', []]);
  });
});
