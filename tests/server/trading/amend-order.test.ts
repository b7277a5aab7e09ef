/** Another price for a pending order: one order before and after, one lock, one fill, by ticks that come behind the change alone. */
import { expect, it } from 'vitest';
import { decimal } from '#domain/decimal.ts';
import { ERROR } from '#protocol/errors.ts';
import type { SubmitFields } from '#protocol/order-requests.ts';
import { eachDatabase } from '../each-database.ts';
import { openMicroDesk } from './micro-fixture.ts';
import { signed, tapeOf, verdicts } from './signed-tape.ts';
import { type Desk, EURUSD, filled, freshKey, marketOrder, openDesk } from './trading-fixture.ts';

const pending = (fields: Partial<SubmitFields> = {}): SubmitFields => marketOrder({ status: '0', target_price: '1.09', ...fields });
const rowOf = (at: Desk, id: number) => at.db.kysely.selectFrom('trade_order').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const ordersOf = async (at: Desk) => (await at.db.kysely.selectFrom('trade_order').select('id').execute()).length;

async function waiting(at: Desk, fields: Partial<SubmitFields> = {}) {
  const trader = await at.trader();
  await at.tick([EURUSD, '1.1']);
  const order = filled(await at.desk.submit(trader, pending(fields), freshKey()));
  const amend = (price: string, key = freshKey(), id = order.Id) => at.desk.amend(trader, { id: String(id), target_price: price }, key);
  return { trader, order, amend };
}

eachDatabase('D9.430 another price for a pending order', (open) => {
  it('keeps the order and its number, and holds back what the new price takes, however often', async () => {
    const at = await openDesk(await open());
    const { trader, order, amend } = await waiting(at);
    expect(await at.account(trader)).toMatchObject({ balance: decimal('9890.4'), pending: decimal('109.6') });
    for (const [price, held, free] of [
      ['1.08', '108.6', '9891.4'],
      ['1.15', '115.6', '9884.4'],
      ['1.07', '107.6', '9892.4'],
    ] as const) {
      expect(filled(await amend(price))).toMatchObject({ Id: order.Id, Status: 0, OriginPrice: Number(price) });
      expect(await at.account(trader)).toMatchObject({ balance: decimal(free), pending: decimal(held) });
    }
    expect(await ordersOf(at)).toBe(1);
    await at.desk.cancel(trader, { id: String(order.Id) }, freshKey());
    expect(await at.account(trader)).toMatchObject({ balance: decimal('10000'), pending: 0n });
    expect(await at.laws()).toEqual([]);
  });

  it('the same key does it once, and answers the same; the same price writes nothing', async () => {
    const at = await openDesk(await open());
    const { trader, amend } = await waiting(at);
    const key = freshKey();
    const [first, again] = [await amend('1.08', key), await amend('1.08', key)];
    expect(again).toEqual(first);
    const events = (await at.events(trader)).length;
    expect(filled(await amend('1.08'))).toMatchObject({ OriginPrice: 1.08 });
    expect((await at.events(trader)).length).toBe(events);
    expect(await at.laws()).toEqual([]);
  });

  it('is filled by the first tick behind the change that reaches the new price, and by none before it', async () => {
    const at = await openDesk(await open());
    const { order, amend } = await waiting(at);
    await at.tick([EURUSD, '1.095']);
    // 1.097 was passed already: it is above now, and waits for a rise.
    await amend('1.097');
    await at.tick([EURUSD, '1.089'], [EURUSD, '1.0965']);
    expect((await rowOf(at, order.Id)).status).toBe(0);
    await at.tick([EURUSD, '1.0972']);
    expect(await rowOf(at, order.Id)).toMatchObject({ status: 1, open_price: decimal('1.0972'), open_seq: 5 });
    expect(await at.laws()).toEqual([]);
  });

  it('at the very price of now it is filled by the next tick', async () => {
    const at = await openDesk(await open());
    const { order, amend } = await waiting(at);
    await amend('1.1');
    expect((await rowOf(at, order.Id)).status).toBe(0);
    await at.tick([EURUSD, '1.1003']);
    expect(await rowOf(at, order.Id)).toMatchObject({ status: 1, open_price: decimal('1.1003') });
  });

  it('the receipt of its fill counts from the change, and its recheck says yes', async () => {
    const at = await openMicroDesk(await open());
    const { trader, amend } = await waiting(at);
    await at.tick([EURUSD, '1.095']);
    await amend('1.097');
    await at.tick([EURUSD, '1.0972']);
    const deals = await signed(at, trader);
    expect(deals).toMatchObject([{ rule: 'pending', level: decimal('1.097'), fromSeq: 2, tickSeq: 3 }]);
    expect(verdicts(deals, await tapeOf(at.db))).toEqual(['open pending yes']);
  });

  it('D1.4.04 what the new price lets free repays first what the account owes', async () => {
    const at = await openDesk(await open());
    const { trader, order, amend } = await waiting(at, { cont: '4', target_price: '2' });
    filled(await at.desk.submit(trader, marketOrder({ cont: '1', stop_loss_price: '1.09' }), freshKey()));
    // 5000 lost at a gap, of 1970 that there are beside what the order holds back.
    await at.tick([EURUSD, '1.05']);
    expect(await at.account(trader)).toMatchObject({ balance: 0n, pending: decimal('8024'), deficit: decimal('-3030') });
    expect((await amend('1.9')).code).toBe(ERROR.balanceTooSmall);
    expect((await amend('1.2')).code).toBe(ERROR.ok);
    expect(await at.account(trader)).toMatchObject({ balance: decimal('170'), pending: decimal('4824'), deficit: 0n });
    expect((await amend('1.22')).code).toBe(ERROR.ok);
    await at.desk.cancel(trader, { id: String(order.Id) }, freshKey());
    expect(await at.account(trader)).toMatchObject({ balance: decimal('4994'), pending: 0n, deficit: 0n });
    expect(await at.laws()).toEqual([]);
  });

  it('is refused as an order that is placed would be, and then nothing has changed', async () => {
    const at = await openDesk(await open(), { settings: { demo_balance: '110' } });
    const { trader, order, amend } = await waiting(at, { stop_loss_price: '1.08' });
    const stranger = await at.trader();
    const before = await at.account(trader);
    expect((await amend('1.2')).code).toBe(ERROR.balanceTooSmall);
    expect((await amend('1.07')).code).toBe(ERROR.stopInvalid);
    for (const price of ['0', '1.0899999', '-1']) expect((await amend(price)).code, price).toBe(ERROR.invalidField);
    const frozen = { ...trader, frozen: true };
    expect((await at.desk.amend(frozen, { id: String(order.Id), target_price: '1.085' }, freshKey())).code).toBe(ERROR.frozen);
    const foreign = await at.desk.amend(stranger, { id: String(order.Id), target_price: '1.085' }, freshKey());
    expect(foreign.code).toBe(ERROR.notFound);
    expect(await at.account(trader)).toEqual(before);
    expect(await rowOf(at, order.Id)).toMatchObject({ asked_price: decimal('1.09'), status: 0 });
    // 110 pay for 1.09 with its fee, and for a little more once its own lock is free.
    expect((await amend('1.0935')).code).toBe(ERROR.ok);
    expect(await at.laws()).toEqual([]);
  });

  it('comes too late for an order that has filled, is closed or cancelled: 1106 with the order as it is', async () => {
    const at = await openDesk(await open());
    const { trader, order, amend } = await waiting(at);
    await at.tick([EURUSD, '1.089']);
    expect(await amend('1.08')).toMatchObject({ code: ERROR.wrongOrderState, data: { Order: { Id: order.Id, Status: 1 } } });
    const other = filled(await at.desk.submit(trader, pending({ target_price: '1.05' }), freshKey()));
    await at.desk.cancel(trader, { id: String(other.Id) }, freshKey());
    expect(await amend('1.08', freshKey(), other.Id)).toMatchObject({ code: ERROR.wrongOrderState, data: { Order: { Status: 4 } } });
    expect(await at.laws()).toEqual([]);
  });

  it('while the market rests the side is told by its last price', async () => {
    const at = await openDesk(await open());
    const { order, amend } = await waiting(at);
    at.closed.add(EURUSD);
    expect((await amend('1.12')).code).toBe(ERROR.ok);
    expect(await rowOf(at, order.Id)).toMatchObject({ trigger_side: 'up', asked_price: decimal('1.12') });
    at.closed.delete(EURUSD);
    await at.tick([EURUSD, '1.11']);
    expect((await rowOf(at, order.Id)).status).toBe(0);
    await at.tick([EURUSD, '1.121']);
    expect((await rowOf(at, order.Id)).status).toBe(1);
  });
});
