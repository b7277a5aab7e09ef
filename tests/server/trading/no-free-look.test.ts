/**
 * Nobody gets a free look at prices (D9.17): the market falls through somebody's level and comes back while nobody judges. Who then acts,
 * having seen the third price, ends exactly as who does nothing.
 */
import { expect, it } from 'vitest';
import { ERROR } from '#protocol/errors.ts';
import type { SubmitFields } from '#protocol/order-requests.ts';
import type { Trader } from '#server/trading/trading.ts';
import { eachDatabase } from '../each-database.ts';
import { gatedDb } from './held-db.ts';
import { standing } from './standing.ts';
import { type Desk, EURUSD, filled, freshKey, GBPUSD, marketOrder, NO_KEY, openDesk } from './trading-fixture.ts';

type Id = { readonly id: string };
type Act = (at: Desk, trader: Trader, order: Id) => Promise<{ code: number }>;

/** Each is done after the third price. `before`, `also`: what stands when the market falls. */
const CASES: Record<string, { before: SubmitFields; also?: SubmitFields; act: Act; code: number }> = {
  'cancels a pending order that was due': {
    before: marketOrder({ cont: '1', status: '0', target_price: '1.099' }),
    act: (at, trader, order) => at.desk.cancel(trader, order, freshKey()),
    code: ERROR.wrongOrderState,
  },
  'cancels all': {
    before: marketOrder({ cont: '1', status: '0', target_price: '1.099' }),
    act: (at, trader) => at.desk.cancelAll(trader, freshKey()),
    code: ERROR.ok,
  },
  'takes the stop loss away': {
    before: marketOrder({ cont: '1', stop_loss_price: '1.099' }),
    act: (at, trader, order) => at.desk.setStops(trader, { ...order, stop_loss_price: '0' }, freshKey()),
    code: ERROR.wrongOrderState,
  },
  'edits the take profit and leaves the stop loss': {
    before: marketOrder({ cont: '1', stop_loss_price: '1.099', target_profit_price: '1.2' }),
    act: (at, trader, order) => at.desk.setStops(trader, { ...order, target_profit_price: '1.21' }, freshKey()),
    code: ERROR.wrongOrderState,
  },
  'edits a far take profit at high leverage': {
    before: marketOrder({ cont: '40', multiple: '500', target_profit_price: '1.5' }),
    act: (at, trader, order) => at.desk.setStops(trader, { ...order, target_profit_price: '1.6' }, freshKey()),
    code: ERROR.wrongOrderState,
  },
  'closes what was stopped out': {
    before: marketOrder({ cont: '40', multiple: '500' }),
    act: (at, trader, order) => at.desk.close(trader, order, freshKey()),
    code: ERROR.wrongOrderState,
  },
  'closes a part': {
    before: marketOrder({ cont: '40', multiple: '500' }),
    act: (at, trader, order) => at.desk.close(trader, { ...order, cont: '30' }, freshKey()),
    code: ERROR.wrongOrderState,
  },
  reverses: {
    before: marketOrder({ cont: '1', stop_loss_price: '1.099' }),
    act: (at, trader, order) => at.desk.reverse(trader, order, freshKey()),
    code: ERROR.wrongOrderState,
  },
  'closes all': {
    before: marketOrder({ cont: '40', multiple: '500' }),
    act: (at, trader) => at.desk.closeAll(trader, freshKey()),
    code: ERROR.ok,
  },
  'cancels a far order, as any act would do,': {
    before: marketOrder({ cont: '40', multiple: '500' }),
    also: marketOrder({ multiple: '500', status: '0', target_price: '1.05' }),
    act: (at, trader, { id }) => at.desk.cancel(trader, { id: String(Number(id) + 1) }, freshKey()),
    code: ERROR.wrongOrderState,
  },
};

eachDatabase('no free look', (open) => {
  for (const [name, { before, also, act, code }] of Object.entries(CASES)) {
    for (const memory of ['from the tape', 'from memory'] as const) {
      it(`D9.17 who ${name} after the price came back ends as who does nothing (ticks ${memory})`, async () => {
        const at = await openDesk(await open(), memory === 'from memory' ? { isEvaluating: false } : { isStarted: false });
        const [actor, control] = [await at.trader(), await at.trader()];
        await at.tick([EURUSD, '1.1'], [GBPUSD, '1.27']);
        const place = async (trader: Trader): Promise<Id> => {
          const { Id } = filled(await at.desk.submit(trader, before, freshKey()));
          if (also) filled(await at.desk.submit(trader, also, freshKey()));
          return { id: String(Id) };
        };
        const mine = await place(actor);
        await place(control);
        await at.tick([EURUSD, '1.0985']);
        await at.clock.advance(150);
        await at.tick([EURUSD, '1.101']);
        expect((await act(at, actor, mine)).code).toBe(code);
        await at.desk.start();
        await at.desk.caughtUp();
        const [acted, nothing] = [await standing(at, actor), await standing(at, control)];
        expect(acted).toEqual(nothing);
        expect(nothing.orders.every((order) => order.status !== 0)).toBe(true);
        expect(await at.laws()).toEqual([]);
        await at.desk.stop();
      });
    }
  }

  it('D9.17 a demo account that is reset after the price came back has first lost what it had lost', async () => {
    const at = await openDesk(await open(), { isEvaluating: false });
    const actor = await at.trader();
    await at.tick([EURUSD, '1.1']);
    filled(await at.desk.submit(actor, marketOrder({ cont: '40', multiple: '500' }), freshKey()));
    await at.tick([EURUSD, '1.0985']);
    await at.tick([EURUSD, '1.101']);
    expect((await at.desk.resetDemo(actor, freshKey())).code).toBe(ERROR.ok);
    const [order] = (await standing(at, actor)).orders;
    expect(order).toMatchObject({ close_reason: 'stopout', close_seq: 2, close_price: 109_850_000n });
    expect((await at.account(actor)).balance).toBe(1_000_000_000_000n);
  });

  it('D9.17 an evaluator that hangs changes nothing: what it was too late for is done once', async () => {
    const db = await open();
    const evaluatorDb = gatedDb(db);
    const at = await openDesk(db, { evaluatorDb });
    const actor = await at.trader();
    await at.tick([EURUSD, '1.1']);
    const { Id } = filled(await at.desk.submit(actor, marketOrder({ cont: '1', stop_loss_price: '1.099' }), freshKey()));
    await at.tick([EURUSD, '1.1001']);
    evaluatorDb.shut();
    const judged = at.tick([EURUSD, '1.0985'], [EURUSD, '1.101']);
    await expect.poll(() => at.tape.lastSeq()).toBe(4);
    const removed = await at.desk.setStops(actor, { id: String(Id), stop_loss_price: '0' }, freshKey());
    expect(removed).toMatchObject({
      code: ERROR.wrongOrderState,
      data: { Order: { CloseReason: 'sl', UpdatePrice: 1.0985, CloseSeq: 3 } },
    });
    evaluatorDb.open();
    await judged;
    const { count } = await db.kysely
      .selectFrom('deal')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('kind', '=', 'close')
      .executeTakeFirstOrThrow();
    expect(count).toBe(1);
    expect(await at.laws()).toEqual([]);
  });

  it('D9.17 each stop counts from its own edit, and every edit is kept for ever', async () => {
    const db = await open();
    const at = await openDesk(db);
    const anna = await at.trader();
    await at.tick([EURUSD, '1.1']);
    const { Id } = filled(await at.desk.submit(anna, marketOrder({ stop_loss_price: '1.09' }), freshKey()));
    const id = String(Id);
    await at.tick([EURUSD, '1.1001']);
    expect((await at.desk.setStops(anna, { id, target_profit_price: '1.2' }, freshKey())).code).toBe(1);
    await at.tick([EURUSD, '1.1002']);
    expect((await at.desk.setStops(anna, { id, stop_loss_price: '1.0950', target_profit_price: '1.2' }, freshKey())).code).toBe(1);
    // The same levels again are no edit.
    expect((await at.desk.setStops(anna, { id, stop_loss_price: '1.095' }, freshKey())).code).toBe(1);
    const row = await db.kysely.selectFrom('trade_order').selectAll().where('id', '=', Id).executeTakeFirstOrThrow();
    expect(row).toMatchObject({ stop_loss_from: 3, take_profit_from: 2 });
    const edits = await db.kysely.selectFrom('stop_edit').selectAll().orderBy('id').execute();
    expect(edits).toMatchObject([
      { order_id: Id, stop: 'profit', old_price: 0n, new_price: 120_000_000n, from_seq: 2 },
      { order_id: Id, stop: 'loss', old_price: 109_000_000n, new_price: 109_500_000n, from_seq: 3 },
    ]);
    await expect(db.transaction((trx) => trx.updateTable('stop_edit').set({ new_price: 1n }).execute())).rejects.toThrow('can only grow');
    await expect(db.transaction((trx) => trx.deleteFrom('stop_edit').execute())).rejects.toThrow('can only grow');
  });
});

eachDatabase('an account far behind', (open) => {
  it('D9.17 1110 answers an act beyond the bounds, nothing of it is stored, and the same key is taken when the way is judged', async () => {
    const db = await open();
    const at = await openDesk(db, { isEvaluating: false, judging: { ticksMax: 5, effectsMax: 2, slicesMax: 1 } });
    const anna = await at.trader();
    await at.tick([EURUSD, '1.1']);
    const { Id } = filled(await at.desk.submit(anna, marketOrder({ stop_loss_price: '1.09' }), freshKey()));
    for (let count = 0; count < 12; count++) await at.tick([EURUSD, `1.10${10 + count}`]);
    await at.tick([EURUSD, '1.0899'], [EURUSD, '1.12']);
    const key = freshKey();
    const codes: number[] = [];
    for (let call = 0; call < 4; call++) codes.push((await at.desk.close(anna, { id: String(Id) }, key)).code);
    expect(codes).toEqual([ERROR.accountBusy, ERROR.accountBusy, ERROR.wrongOrderState, ERROR.wrongOrderState]);
    expect(await standing(at, anna)).toMatchObject({ orders: [{ close_reason: 'sl', close_seq: 14, close_price: 108_990_000n }] });
  });

  it('D9.17 more effects than one act may carry are judged tick by tick, and the act is refused meanwhile', async () => {
    const at = await openDesk(await open(), { isEvaluating: false, judging: { ticksMax: 100, effectsMax: 2, slicesMax: 1 } });
    const anna = await at.trader();
    await at.tick([EURUSD, '1.1']);
    const pending = (target_price: string) => at.desk.submit(anna, marketOrder({ status: '0', target_price }), freshKey());
    for (const target of ['1.099', '1.0989', '1.0988', '1.0987', '1.0986']) filled(await pending(target));
    await at.tick([EURUSD, '1.09875'], [EURUSD, '1.0985'], [EURUSD, '1.1']);
    const key = freshKey();
    const codes: number[] = [];
    for (let call = 0; call < 3; call++) codes.push((await at.desk.cancelAll(anna, key)).code);
    expect(codes).toEqual([ERROR.accountBusy, ERROR.ok, ERROR.ok]);
    const { orders } = await standing(at, anna);
    expect(orders.map((order) => order.open_seq)).toEqual([2, 2, 2, 3, 3]);
    expect(await at.laws()).toEqual([]);
  });

  it('D9.17 a person without orders is never behind and never written', async () => {
    const db = await open();
    const at = await openDesk(db, { isEvaluating: false, judging: { ticksMax: 1, effectsMax: 1, slicesMax: 1 } });
    const anna = await at.trader();
    for (let count = 0; count < 10; count++) await at.tick([EURUSD, `1.10${10 + count}`]);
    expect((await at.desk.closeAll(anna, NO_KEY)).code).toBe(ERROR.ok);
    expect(await db.kysely.selectFrom('account_change').selectAll().execute()).toEqual([]);
    filled(await at.desk.submit(anna, marketOrder(), freshKey()));
  });
});
