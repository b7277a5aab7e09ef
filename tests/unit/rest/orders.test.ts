import { beforeEach, describe, expect, it } from 'vitest';
import { decimal } from '#domain/decimal.ts';
import type { Order } from '#domain/order.ts';
import { isDone, refusedOrder } from '#protocol/order-replies.ts';
import { orderFromWire, orderToWire } from '#protocol/order-wire.ts';
import type { OrderRow } from '#protocol/rest/forex.ts';
import { readIntents } from '#rest/intents.ts';
import { closeAllOrders, closeOrder, orderPage, reverseOrder } from '#rest/orders.ts';
import { FakeServer, watched } from './fake-server.ts';

const ORDER = orderFromWire({
  ...{ Id: 5, Status: 1, OrderType: 1, Quantity: '0.5', Price: 1.08, UpdatePrice: 1.081, FactProfits: '50', CautionMoney: '540' },
  ForexTradeLists: { Id: 1, Code: 'EURUSD', ShowCode: 'EUR/USD', PricePrecision: 5 },
});
const row = (over: Partial<Order> = {}): OrderRow => orderToWire({ ...ORDER, ...over });

let server: FakeServer;
beforeEach(() => {
  server = new FakeServer();
});

/** What a call came to, once its answer is here. */
async function outcome<T>(call: Promise<T>) {
  const seen = watched(call);
  await server.clock.advance(20);
  return seen;
}

describe('a page of orders', () => {
  it.each([
    ['pending', '0'],
    ['holding', '1'],
    ['closed', '3'],
  ] as const)('S1-7.45 D1.2.31: %s is asked for as status %s, and comes as orders with exact sums', async (list, status) => {
    const data = { data: [row(), row({ id: 6 })], total: '12', all_fact_profits: '128.425', all_caution_money: '0' };
    server.answer = () => ({ code: 1, data });
    const seen = await outcome(orderPage(server.request, { list, page: 2, limit: 50, days: { startS: 7, endS: 9 } }));
    expect(seen.value).toEqual({ orders: [ORDER, { ...ORDER, id: 6 }], total: 12, profit: decimal('128.425') });
    const asked = Object.fromEntries(server.sent[0]?.url.searchParams ?? []);
    expect(asked).toMatchObject({ status, page: '2', limit: '50', startTime: '7', endTime: '9' });
  });

  it('D9.73: leaves out a row that is no order and says which field of it is wrong; the others are shown', async () => {
    const rows = [row(), { ...row({ id: 6 }), Status: 2 }, { ...row({ id: 7 }), Quantity: 'a lot' }, null, row({ id: 8 })];
    server.answer = () => ({ code: 1, data: { data: rows, total: 5, all_fact_profits: '0' } });
    const seen = await outcome(orderPage(server.request, { list: 'holding', page: 1 }));
    expect(seen.value?.orders.map(({ id }) => id)).toEqual([5, 8]);
    expect(server.warnings).toEqual([
      'order 6: Status is 2, allowed: 0, 1, 3, 4',
      'order 7: Quantity is "a lot", allowed: a decimal not below 0',
      'order "?": the row is null, allowed: an object',
    ]);
  });

  it('is empty where the answer holds no list', async () => {
    server.answer = () => ({ code: 1, data: { data: 'none', total: 0 } });
    expect((await outcome(orderPage(server.request, { list: 'holding', page: 1 }))).value).toEqual({ orders: [], total: 0, profit: 0n });
  });
});

describe('the answer to a money call', () => {
  it('a close shows its msg as a toast', async () => {
    server.answer = () => ({ code: 1, msg: 'Position closed', data: { Id: 5, Seq: 9, Order: row({ state: 'closed' }) } });
    const seen = await outcome(closeOrder(server.request, { id: 5, bound: undefined }));
    expect([seen.state, server.toasts]).toEqual(['done', ['Position closed']]);
  });

  it('D1.7.08: a part that was closed comes with what is still held', async () => {
    const rest = row({ lots: decimal('0.3') });
    server.answer = () => ({ code: 1, data: { Id: 5, Seq: 9, Order: row({ id: 9, state: 'closed', parentId: 5 }), Rest: rest } });
    const seen = await outcome(closeOrder(server.request, { id: 5, lots: decimal('0.2'), bound: undefined }));
    expect([seen.value?.order.state, seen.value?.order.parentId, seen.value?.rest?.lots]).toEqual(['closed', 5, decimal('0.3')]);
  });

  it('D9.05: a reversal comes with both orders', async () => {
    server.answer = () => ({ code: 1, data: { Id: 6, Seq: 9, Order: row({ id: 6, side: 'sell' }), Closed: row({ state: 'closed' }) } });
    const seen = await outcome(reverseOrder(server.request, { id: 5, bound: undefined }));
    expect([seen.value?.order.side, seen.value?.closed.state]).toEqual(['sell', 'closed']);
  });

  it('D1.7.09: a call for all says of each what happened', async () => {
    const results = [
      { Id: 5, Code: 1, Msg: 'Closed', Order: row({ state: 'closed' }) },
      { Id: 6, Code: 1101, Msg: 'The market is closed', Order: row({ id: 6 }) },
    ];
    server.answer = () => ({ code: 1, data: { Done: 1, Failed: 1, FactProfits: '50', Seq: 9, Results: results } });
    const seen = await outcome(closeAllOrders(server.request));
    expect(seen.value).toMatchObject({ done: 1, failed: 1, profit: decimal('50') });
    expect(seen.value?.results.map((result) => [isDone(result), result.message, result.order.id])).toEqual([
      [true, 'Closed', 5],
      [false, 'The market is closed', 6],
    ]);
  });

  it.each([
    ['a row that is no order', { Id: 5, Seq: 9, Order: { ...row(), Status: 7 } }],
    ['no row', { Id: 5, Seq: 9 }],
    ['nothing', null],
  ])('D9.73: with %s it is done and not to be read, which is not the same as refused', async (_what, data) => {
    server.answer = () => ({ code: 1, msg: 'Position closed', data });
    const seen = await outcome(closeOrder(server.request, { id: 5, bound: undefined }));
    expect(seen.error?.code).toBe('ERR_DONE_UNREAD');
    expect(server.sent.length).toBe(1);
    expect(server.warnings.length).toBe(1);
    expect(readIntents(server.storage)).toEqual([]);
  });

  it('D1.4.25: a refusal may carry the order as it stands', () => {
    expect(refusedOrder({ Id: 5, Seq: 9, Order: row({ state: 'closed' }) })?.state).toBe('closed');
    for (const data of [null, undefined, {}, 'x', { Order: { Id: 5 } }]) expect(refusedOrder(data)).toBeUndefined();
  });
});
