import { expect, it } from 'vitest';
import { cancelPending, liveOrders, orderOfUser } from '#server/repositories/order-repository.ts';
import { newOrderColumns, orderColumns, storedOrder } from '#server/repositories/stored-order.ts';
import { eachDatabase } from '../each-database.ts';
import { filled, freshKey, marketOrder, openDesk } from './trading-fixture.ts';

eachDatabase('a stored order', (open) => {
  it('D1.3.07: has every column of the table as a part of its own, both ways', async () => {
    const at = await openDesk(await open());
    await at.tick([1, '1.08']);
    const anna = await at.trader();
    const { Id } = filled(await at.desk.submit(anna, marketOrder({ stop_loss_price: '1.07' }), freshKey()));
    const row = await at.db.kysely.selectFrom('trade_order').selectAll().where('id', '=', Id).executeTakeFirstOrThrow();
    const order = storedOrder(row);
    expect(orderColumns(order)).toEqual(row);
    expect(Object.keys(newOrderColumns(() => 0)).sort()).toEqual(
      Object.keys(row)
        .filter((name) => name !== 'id')
        .sort(),
    );
    expect(await orderOfUser(at.db.kysely, anna.id, Id)).toEqual(order);
    expect(await liveOrders(at.db.kysely, anna.id, 'demo')).toEqual([order]);
    await at.desk.stop();
  });

  it('D1.3.07: is changed only in the state that the act is for', async () => {
    const at = await openDesk(await open());
    await at.tick([1, '1.08']);
    const anna = await at.trader();
    const { Id } = filled(await at.desk.submit(anna, marketOrder(), freshKey()));
    const cancelled = await at.db.transaction((trx) => cancelPending(trx, Id, { closeSeq: 1, end: 'manual', completedAtMs: 1 }));
    expect([cancelled, (await orderOfUser(at.db.kysely, anna.id, Id))?.state]).toEqual([false, 'holding']);
    await at.desk.stop();
  });
});

it('D1.3.07: a row with a status that is no state is an error, never an order', () => {
  const row = { id: 17, status: 2 } as Parameters<typeof storedOrder>[0];
  expect(() => storedOrder(row)).toThrow('order 17: status is 2, allowed: 0, 1, 3, 4');
});
