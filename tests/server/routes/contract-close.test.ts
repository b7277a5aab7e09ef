/** Ending positions through the routes: whole, in parts, all at once, and turned round. */
import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import type { CloseReply, ManyReply, ReverseReply } from '#protocol/rest/forex.ts';
import { checkLedger } from '../../../server/ledger/check-ledger.ts';
import { openStage, PATH, type Stage } from './contract-orders-stage.ts';

let at: Stage;
afterEach(() => at.close());

const balances = async (): Promise<{ balance: string; lockBalance: string }> =>
  (await at.call<[{ balance: string; lockBalance: string }]>('/v2/api/main/wallet/getBalance', {}, { token: at.anna.token })).data[0];

describe('closing', () => {
  it('S1-7.40 S1-3.06 S1-7.51: status 3, the closed row, the tick, and a message', async () => {
    at = await openStage();
    await at.pushTick('EURUSD', '1.083');
    const { Id } = await at.order(PATH.submit, at.market({ type: '2' }));
    await at.pushTick('EURUSD', '1.08258');
    const reply = await at.call<CloseReply>(PATH.close, { id: String(Id), t: '1772618400000' }, { token: at.anna.token });
    expect(reply).toMatchObject({ code: 1, msg: 'Position closed', data: { Id, Order: { Status: 3, OrderType: 2, FactProfits: '4.2' } } });
    expect(reply.data).not.toHaveProperty('Rest');
    expect(reply.data.Seq).toBe(reply.data.Order.CloseSeq);
  });

  it('a part becomes a row of its own; the order keeps its number with what is left; the parts add up to the whole', async () => {
    at = await openStage();
    await at.pushTick('EURUSD', '1.08345');
    const whole = await at.order(PATH.submit, at.market({ cont: '0.37', multiple: '500' }));
    await at.pushTick('EURUSD', '1.0839');
    const first = await at.act<CloseReply>(PATH.close, { id: String(whole.Id), cont: '0.13' });
    expect(first).toMatchObject({ code: 1, msg: 'Part of the position closed', data: { Id: whole.Id } });
    expect(first.data.Order).toMatchObject({ ParentId: whole.Id, Status: 3, Quantity: '0.13', FactProfits: '5.85', TradeFee: '0.78' });
    expect(first.data.Rest).toMatchObject({ Id: whole.Id, Status: 1, Quantity: '0.24', TradeFee: '1.44' });
    const rest = await at.order(PATH.close, { id: String(whole.Id) });
    expect(rest).toMatchObject({ Id: whole.Id, Status: 3, Quantity: '0.24', FactProfits: '10.8', ParentId: 0 });
    expect(await balances()).toMatchObject({ balance: '10014.43', lockBalance: '0' });
    expect(await at.server.trading.profitsToday({ id: at.anna.id, uid: '', realm: 'demo', frozen: false })).toBe('16.65');
    const history = await at.list('3');
    expect([history.total, history.all_fact_profits]).toEqual([2, '16.65']);
  });

  it('D9.472 the fees of the parts are that of the opening to the last unit, and books that say otherwise are named', async () => {
    at = await openStage();
    await at.pushTick('EURUSD', '1.08345');
    const whole = await at.order(PATH.submit, at.market({ cont: '0.37', multiple: '500' }));
    for (const cont of ['0.11', '0.13']) await at.act<CloseReply>(PATH.close, { id: String(whole.Id), cont });
    await at.order(PATH.close, { id: String(whole.Id) });
    expect(await checkLedger(at.db)).toEqual([]);
    const part = (await at.db.kysely.selectFrom('trade_order').select(['id', 'fee']).where('parent_id', '=', whole.Id).execute())[0];
    const fee = (part?.fee ?? 0n) - 1n;
    await at.db.transaction((trx) =>
      trx
        .updateTable('trade_order')
        .set({ fee })
        .where('id', '=', part?.id ?? 0)
        .execute(),
    );
    expect(await checkLedger(at.db)).toEqual([expect.stringContaining('lots, margin and fee of what is left of it and of its parts')]);
  });

  it('close_all closes what can be closed, in one answer; cancel_all cancels every pending order', async () => {
    at = await openStage();
    await at.pushTick('EURUSD', '1.08');
    await at.pushTick('BTCUSD', '67000');
    const held = [
      await at.order(PATH.submit, at.market()),
      await at.order(PATH.submit, at.market({ forex_id: at.idOf('BTCUSD'), multiple: '20' })),
    ];
    const waiting = [
      await at.order(PATH.submit, at.pending({ target_price: '1.07' })),
      await at.order(PATH.submit, at.pending({ target_price: '1.09' })),
    ];
    await at.pushTick('EURUSD', '1.081');
    const key = { client_id: randomUUID() };
    const closed = await at.act<ManyReply>(PATH.closeAll, key);
    expect(closed).toMatchObject({ code: 1, msg: 'Positions closed', data: { Done: 2, Failed: 0, FactProfits: '10' } });
    expect(closed.data.Results.map(({ Id, Code, Msg, Order }) => [Id, Code, Msg, Order.Status])).toEqual(
      held.map(({ Id }) => [Id, 1, 'Position closed', 3]),
    );
    expect((await at.act<ManyReply>(PATH.closeAll, key)).data).toEqual(closed.data);
    const cancelled = await at.act<ManyReply>(PATH.cancelAll, { client_id: randomUUID() });
    expect(cancelled.data).toMatchObject({ Done: 2, Failed: 0, FactProfits: '0' });
    expect(cancelled.data.Results.map(({ Id, Code, Order }) => [Id, Code, Order.Status])).toEqual(waiting.map(({ Id }) => [Id, 1, 4]));
    expect((await at.act<ManyReply>(PATH.cancelAll)).data).toMatchObject({ Done: 0, Failed: 0, Results: [] });
    expect((await balances()).lockBalance).toBe('0');
  });

  it('S1-4.07: history is read-only: whatever is asked of it, it stays as it is and the answer carries the row', async () => {
    at = await openStage();
    await at.pushTick('EURUSD', '1.08');
    const { Id } = await at.order(PATH.submit, at.market());
    await at.order(PATH.close, { id: String(Id) });
    const before = await at.money();
    for (const path of [PATH.close, PATH.cancel, PATH.setStop, PATH.reverse]) {
      const reply = await at.act(path, { id: String(Id), stop_loss_price: '1', target_profit_price: '2' });
      expect(reply).toMatchObject({ code: 1106, data: { Order: { Id, Status: 3 } } });
    }
    expect(await at.money()).toBe(before);
  });
});

describe('reversing', () => {
  it('closes and opens the opposite at one tick, from what is usable after the closing leg', async () => {
    at = await openStage();
    await at.pushTick('EURUSD', '1.08345');
    // Nearly everything is in the margin: only what the closing leg frees pays for the new one.
    const old = await at.order(PATH.submit, at.market({ cont: '8.5', stop_loss_price: '1.08' }));
    const reply = await at.act<ReverseReply>(PATH.reverse, { id: String(old.Id) });
    expect(reply).toMatchObject({ code: 1, msg: 'Position reversed' });
    expect(reply.data.Closed).toMatchObject({ Id: old.Id, Status: 3, CloseReason: 'manual' });
    expect(reply.data.Order).toMatchObject({ Status: 1, OrderType: 2, Quantity: '8.5', Multiple: 100, TargetLossPrice: 0, Price: 1.08345 });
    expect(reply.data.Id).toBe(reply.data.Order.Id);
  });

  it('is refused whole when the money is short after the closing leg, and the position stays', async () => {
    at = await openStage();
    await at.pushTick('EURUSD', '1.08345');
    const old = await at.order(PATH.submit, at.market({ cont: '8.5' }));
    await at.pushTick('EURUSD', '1.0824');
    await at.server.trading.caughtUp();
    const before = await at.money();
    expect((await at.act(PATH.reverse, { id: String(old.Id), client_id: randomUUID() })).code).toBe(1301);
    expect(await at.money()).toBe(before);
    expect((await at.list('1')).data.map((row) => row.Id)).toEqual([old.Id]);
  });
});
