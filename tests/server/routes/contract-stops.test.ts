/** Stop loss and take profit through the routes: how they are kept, and when they end a position. */
import { afterEach, describe, expect, it } from 'vitest';
import { openStage, PATH, type Stage } from './contract-orders-stage.ts';

let at: Stage;
afterEach(() => at.close());

describe('stop loss and take profit', () => {
  it('S1-7.42 S1-4.05: are stored, edited, removed with 0, and an edit that changes nothing writes nothing', async () => {
    at = await openStage();
    await at.pushTick('EURUSD', '1.08345');
    const { Id } = await at.order(PATH.submit, at.market());
    const id = String(Id);
    const set = await at.act(PATH.setStop, { id, stop_loss_price: '1.08', target_profit_price: '1.09' });
    expect(set).toMatchObject({
      code: 1,
      msg: 'Stop loss and take profit saved',
      data: { Id, Order: { TargetLossPrice: 1.08, TargetProfitPrice: 1.09 } },
    });
    expect(set.data.Seq).toBeGreaterThan(0);
    expect((await at.list('1')).data).toMatchObject([{ TargetLossPrice: 1.08, TargetProfitPrice: 1.09 }]);
    const before = await at.money();
    expect((await at.act(PATH.setStop, { id, stop_loss_price: '1.08', target_profit_price: '1.09' })).code).toBe(1);
    expect(await at.money()).toBe(before);
    expect(await at.order(PATH.setStop, { id, stop_loss_price: '0', target_profit_price: '1.09' })).toMatchObject({ TargetLossPrice: 0 });
    // An absent stop stays as it is.
    expect(await at.order(PATH.setStop, { id, stop_loss_price: '1.081' })).toMatchObject({
      TargetLossPrice: 1.081,
      TargetProfitPrice: 1.09,
    });
  });

  it('a stop that the market has overtaken does not stand in the way of editing the other', async () => {
    at = await openStage();
    await at.pushTick('EURUSD', '1.08345');
    const { Id } = await at.order(PATH.submit, at.pending({ target_price: '1.09', stop_loss_price: '1.085' }));
    expect(await at.order(PATH.setStop, { id: String(Id), stop_loss_price: '1.085', target_profit_price: '1.1' })).toMatchObject({
      TargetLossPrice: 1.085,
      TargetProfitPrice: 1.1,
    });
  });

  it('close at the first tick at or through the level: buy and sell, loss and profit; a gap is the tick', async () => {
    at = await openStage();
    await at.pushTick('EURUSD', '1.08');
    const buy = await at.order(PATH.submit, at.market({ stop_loss_price: '1.079', target_profit_price: '1.081' }));
    const sell = await at.order(PATH.submit, at.market({ type: '2', stop_loss_price: '1.082', target_profit_price: '1.078' }));
    await at.pushTick('EURUSD', '1.07901');
    await at.server.trading.caughtUp();
    expect((await at.list('1')).total).toBe(2);
    await at.pushTick('EURUSD', '1.079');
    await at.server.trading.caughtUp();
    expect((await at.list('3')).data).toMatchObject([{ Id: buy.Id, UpdatePrice: 1.079, FactProfits: '-10', CloseReason: 'sl' }]);
    await at.pushTick('EURUSD', '1.07');
    await at.server.trading.caughtUp();
    expect((await at.list('3')).data[0]).toMatchObject({ Id: sell.Id, UpdatePrice: 1.07, FactProfits: '100', CloseReason: 'tp' });
    const closed = await at.db.kysely.selectFrom('outbox').select('payload').where('topic', '=', 'FOREX_CLOSED').orderBy('id').execute();
    expect(closed.map((row) => JSON.parse(row.payload))).toEqual([
      { data: [buy.Id], reasons: { [buy.Id]: 'sl' } },
      { data: [sell.Id], reasons: { [sell.Id]: 'tp' } },
    ]);
  });

  it('are judged at the first tick after a silence or a closed market', async () => {
    // Friday 21:50 GMT: New York closes in ten minutes and opens on Sunday at 22:00.
    at = await openStage({ startMs: Date.UTC(2026, 2, 6, 21, 50) });
    await at.pushTick('GBPUSD', '1.27');
    const { Id } = await at.order(PATH.submit, at.market({ forex_id: at.idOf('GBPUSD'), stop_loss_price: '1.26' }));
    at.clock.jump(11 * 60_000);
    await at.pushTick('GBPUSD', '1.2');
    await at.server.trading.caughtUp();
    expect((await at.list('1')).data.map((row) => row.Id)).toEqual([Id]);
    at.clock.jump(48 * 3_600_000);
    await at.clock.advance(2_000);
    await at.pushTick('GBPUSD', '1.21');
    await at.server.trading.caughtUp();
    // The sign of life at the opening repeats the last price: the position ends there.
    expect((await at.list('3')).data).toMatchObject([{ Id, CloseReason: 'sl' }]);
  });
});
