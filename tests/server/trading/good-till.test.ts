/** Pending orders that wait until a time: never filled by a tick after it, filled by one before it, whoever judges and however late. */
import { expect, it } from 'vitest';
import { decimal } from '#domain/decimal.ts';
import { ERROR } from '#protocol/errors.ts';
import type { SubmitFields } from '#protocol/order-requests.ts';
import type { Trader } from '#server/trading/trading.ts';
import { eachDatabase } from '../each-database.ts';
import { type Desk, type DeskOptions, EURUSD, filled, freshKey, GBPUSD, marketOrder, openDesk } from './trading-fixture.ts';

const pending = (fields: Partial<SubmitFields> = {}): SubmitFields => marketOrder({ status: '0', target_price: '1.09', ...fields });
const secondsFrom = (at: Desk, seconds: number): string => String(at.clock.now() / 1_000 + seconds);
const dueRows = (at: Desk) => at.db.kysely.selectFrom('due_work').selectAll().where('kind', '=', 'good_till').execute();

async function waiting(at: Desk, seconds: number, fields: Partial<SubmitFields> = {}) {
  const trader = await at.trader();
  await at.tick([EURUSD, '1.1'], [GBPUSD, '1.27']);
  const order = filled(await at.desk.submit(trader, pending({ good_till: secondsFrom(at, seconds), ...fields }), freshKey()));
  return { trader, order };
}

const orderOf = async (at: Desk, id: number) =>
  at.db.kysely.selectFrom('trade_order').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

eachDatabase('good till', (open) => {
  it('D9.62 D1.4.05: an order that lapsed is cancelled at its end with its lock given back, and its person is told', async () => {
    const at = await openDesk(await open());
    const { trader, order } = await waiting(at, 10);
    expect(order).toMatchObject({ Status: 0, GoodTill: at.clock.now() + 10_000 });
    const endMs = at.clock.now() + 10_000;
    await at.clock.advance(9_999);
    await at.confirm(EURUSD, GBPUSD);
    expect((await orderOf(at, order.Id)).status).toBe(0);
    await at.clock.advance(1);
    // Of another product: the tape has come to the end, though this one is silent.
    await at.confirm(GBPUSD);
    expect(await orderOf(at, order.Id)).toMatchObject({ status: 4, close_reason: 'expired', completed_at: endMs, close_seq: 4 });
    expect(await at.account(trader)).toMatchObject({ balance: decimal('10000'), pending: 0n });
    const told = (await at.events(trader)).slice(-2).map(({ topic, payload }) => ({ topic, ...payload }));
    expect(told).toMatchObject([{ topic: 'ORDER', data: { Id: order.Id, Status: 4 } }, { topic: 'BALANCE' }]);
    expect(await dueRows(at)).toEqual([]);
    expect(await at.laws()).toEqual([]);
  });

  const lives: [string, DeskOptions, boolean][] = [
    ['at once', {}, false],
    ['by the next act', { isEvaluating: false }, false],
    ['by a later leader', { isEvaluating: false }, true],
  ];
  for (const [when, options, isTakenOver] of lives) {
    for (const [moment, beforeMs, isFilled] of [
      ['in the last second before it', 9_900, true],
      ['right at it', 10_000, false],
      ['long after it', 60_000, false],
    ] as const) {
      it(`D9.62 D9.17: met ${moment} and judged ${when}, it ${isFilled ? 'fills' : 'has lapsed'}`, async () => {
        const at = await openDesk(await open(), options);
        const { trader, order } = await waiting(at, 10);
        await at.clock.advance(beforeMs);
        await at.tick([EURUSD, '1.0895']);
        await at.clock.advance(beforeMs === 9_900 ? 5_000 : 1_000);
        await at.tick([EURUSD, '1.0890'], [GBPUSD, '1.28']);
        if (isTakenOver) await at.desk.startEvaluator();
        if (isTakenOver) await at.desk.caughtUp();
        else await at.desk.cancelAll(trader, freshKey());
        const row = await orderOf(at, order.Id);
        expect(row).toMatchObject(isFilled ? { status: 1, open_seq: 3 } : { status: 4, close_reason: 'expired' });
        expect(await dueRows(at)).toEqual([]);
        expect(await at.laws()).toEqual([]);
      });
    }
  }

  it('D9.62: no row of work is left by an order that fills, is cancelled, is edited to wait for ever, or goes with a reset', async () => {
    const at = await openDesk(await open());
    const { trader } = await waiting(at, 100);
    const place = async () => filled(await at.desk.submit(trader, pending({ good_till: secondsFrom(at, 200) }), freshKey()));
    const [cancelled, edited] = [await place(), await place()];
    expect(await dueRows(at)).toHaveLength(3);
    await at.desk.cancel(trader, { id: String(cancelled.Id) }, freshKey());
    const answer = await at.desk.setStops(trader, { id: String(edited.Id), good_till: 'cancelled' }, freshKey());
    expect(filled(answer).GoodTill).toBe(0);
    expect(await dueRows(at)).toHaveLength(1);
    await at.tick([EURUSD, '1.09']);
    expect(await dueRows(at)).toEqual([]);
    await at.tick([EURUSD, '1.1']);
    await place();
    expect(await dueRows(at)).toHaveLength(1);
    expect((await at.desk.resetDemo(trader, freshKey())).code).toBe(ERROR.ok);
    expect(await dueRows(at)).toEqual([]);
    expect(await at.laws()).toEqual([]);
  });

  it('D9.62: an edit moves the end, to earlier as to later, and the row says so', async () => {
    const at = await openDesk(await open());
    const { trader, order } = await waiting(at, 100);
    for (const seconds of [20, 50]) {
      const goodTill = secondsFrom(at, seconds);
      expect(filled(await at.desk.setStops(trader, { id: String(order.Id), good_till: goodTill }, freshKey())).GoodTill).toBe(
        Number(goodTill) * 1_000,
      );
      expect(await dueRows(at)).toMatchObject([{ due: Number(goodTill) * 1_000, subject: order.Id }]);
    }
    await at.clock.advance(50_000);
    await at.confirm(EURUSD);
    expect((await orderOf(at, order.Id)).close_reason).toBe('expired');
  });

  for (const [hours, turnMs] of [
    ['around-the-clock', Date.UTC(2026, 2, 4, 22)],
    // 22:00 in New York.
    ['fx', Date.UTC(2026, 2, 5, 3)],
  ] as const) {
    it(`D9.62 D9.246: 'day' of ${hours} ends at 22:00 of its zone, where the night is charged: the second before fills, 22:00 does not`, async () => {
      const rates = { long: decimal('-0.0001'), short: 0n, tripleOn: undefined };
      const at = await openDesk(await open(), { products: { [EURUSD]: { hours, financing: rates } } });
      const { trader, order: filling } = await waiting(at, 0, { good_till: 'day' });
      const lapsing = filled(await at.desk.submit(trader, pending({ good_till: 'day', target_price: '1.08' }), freshKey()));
      expect([filling.GoodTill, lapsing.GoodTill]).toEqual([turnMs, turnMs]);
      await at.clock.advance(turnMs - 500 - at.clock.now());
      await at.tick([EURUSD, '1.09']);
      expect(await orderOf(at, filling.Id)).toMatchObject({ status: 1, financing: 0n });
      await at.clock.advance(500);
      await at.tick([EURUSD, '1.08']);
      expect(await orderOf(at, lapsing.Id)).toMatchObject({ status: 4, close_reason: 'expired', completed_at: turnMs });
      // 0.1 x 100000 x 1.09 x -0.0001: who filled in the day's last second holds the night.
      expect(await orderOf(at, filling.Id)).toMatchObject({ status: 1, financing: decimal('-1.09') });
      expect(filled(await at.desk.submit(trader, pending({ good_till: 'day', target_price: '1.07' }), freshKey())).GoodTill).toBe(
        turnMs + 86_400_000,
      );
      expect(await at.laws()).toEqual([]);
    });
  }

  it('D9.62 D0.04: what cannot be an end is refused by field, value and what is allowed, and nothing is written', async () => {
    const at = await openDesk(await open());
    const { trader } = await waiting(at, 10);
    const refusal = async (trader: Trader, fields: SubmitFields) =>
      (await at.desk.submit(trader, fields, freshKey())) as { code: number; data: unknown };
    for (const value of [secondsFrom(at, 0), secondsFrom(at, -5), secondsFrom(at, 366 * 86_400), '99999999999']) {
      expect(await refusal(trader, pending({ good_till: value }))).toMatchObject({
        code: ERROR.invalidField,
        data: { field: 'good_till', value, allowed: expect.stringContaining('cancelled, day, or a time') },
      });
    }
    expect(await refusal(trader, marketOrder({ good_till: 'day' }))).toMatchObject({
      code: ERROR.invalidField,
      data: { field: 'good_till' },
    });
    const held = filled(await at.desk.submit(trader, marketOrder(), freshKey()));
    expect(await at.desk.setStops(trader, { id: String(held.Id), good_till: 'day' }, freshKey())).toMatchObject({
      code: ERROR.invalidField,
    });
    expect(await dueRows(at)).toHaveLength(1);
  });
});
