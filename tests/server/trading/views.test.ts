import * as v from 'valibot';
import { expect, it } from 'vitest';
import { decimal } from '#domain/decimal.ts';
import { ERROR } from '#protocol/errors.ts';
import { MyDealReply } from '#protocol/rest/forex.ts';
import { AccountRow } from '#protocol/rest/user.ts';
import { eachDatabase } from '../each-database.ts';
import { EURUSD, filled, freshKey, GBPUSD, marketOrder, NO_KEY, openDesk } from './trading-fixture.ts';

const DAY_MS = 86_400_000;

eachDatabase('what a person reads', (open) => {
  it('S1-3.05 S1-3.06: an order has every field, with status 1 while held, 3 after its close, and 1 or 2 for its side', async () => {
    const at = await openDesk(await open());
    const anna = await at.trader();
    await at.tick([EURUSD, '1.08345']);
    const buy = filled(await at.desk.submit(anna, marketOrder(), freshKey()));
    filled(await at.desk.submit(anna, marketOrder({ type: '2' }), freshKey()));
    await at.tick([EURUSD, '1.08445']);
    const held = await at.desk.orders(anna, { list: 'holding', page: 1, limit: 10 });
    expect(v.parse(MyDealReply, held)).toEqual(held);
    expect(held).toMatchObject({ total: 2, all_fact_profits: '0', all_caution_money: '216.69' });
    expect(held.data.map((row) => [row.OrderType, row.FactProfits])).toEqual([
      [2, '-10'],
      [1, '10'],
    ]);
    expect(held.data[1]).toMatchObject({
      Id: buy.Id,
      OriginId: 0,
      Status: 1,
      Quantity: '0.1',
      OriginPrice: 1.08345,
      Price: 1.08345,
      UpdatePrice: 1.08445,
      CautionMoney: '108.345',
      TradeFee: '0.6',
      TargetLossPrice: 0,
      TargetProfitPrice: 0,
      CreateTimeHandler: '2026-03-04 10:00:00',
      CompleteTimeHandler: '',
      ForexTradeLists: { Id: EURUSD, Code: 'EURUSD', ShowCode: 'EURUSD', PricePrecision: 5 },
    });
    await at.clock.advance(2_000);
    await at.confirm(EURUSD);
    filled(await at.desk.close(anna, { id: String(buy.Id) }, freshKey()));
    const history = await at.desk.orders(anna, { list: 'closed', page: 1, limit: 10 });
    expect(history).toMatchObject({ total: 1, all_fact_profits: '10', data: [{ Id: buy.Id, Status: 3, FactProfits: '10' }] });
    expect((await at.desk.orders(anna, { list: 'pending', page: 1, limit: 10 })).total).toBe(0);
  });

  it('S1-7.39: pages newest first, sums over all pages, and bounds the time from start to before end', async () => {
    const at = await openDesk(await open());
    const anna = await at.trader();
    const startMs = at.clock.now();
    for (let day = 0; day < 5; day++) {
      await at.tick([EURUSD, '1']);
      const { Id } = filled(await at.desk.submit(anna, marketOrder(), NO_KEY));
      await at.tick([EURUSD, '1.001']);
      filled(await at.desk.close(anna, { id: String(Id) }, NO_KEY));
      await at.clock.advance(DAY_MS);
    }
    const page = await at.desk.orders(anna, { list: 'closed', page: 2, limit: 2 });
    expect(page).toMatchObject({ total: 5, all_fact_profits: '50' });
    const ids = (await at.desk.orders(anna, { list: 'closed', page: 1, limit: 50 })).data.map((row) => row.Id);
    expect(ids).toEqual([...ids].sort((a, b) => b - a));
    expect(page.data.map((row) => row.Id)).toEqual(ids.slice(2, 4));
    expect(await at.desk.orders(anna, { list: 'closed', page: 4, limit: 2 })).toMatchObject({ data: [], total: 5 });
    const dayTwo = { startMs: startMs + DAY_MS, endMs: startMs + 2 * DAY_MS };
    expect(await at.desk.orders(anna, { list: 'closed', page: 1, limit: 10, ...dayTwo })).toMatchObject({
      total: 1,
      all_fact_profits: '10',
    });
  });

  it('D9.119: says what was charged beside the profit, over all pages, and how many of the history were cancelled', async () => {
    const at = await openDesk(await open());
    const anna = await at.trader();
    await at.tick([EURUSD, '1.08']);
    const ids: number[] = [];
    for (let count = 0; count < 3; count++) ids.push(filled(await at.desk.submit(anna, marketOrder({ cont: '0.2' }), NO_KEY)).Id);
    const waiting = filled(await at.desk.submit(anna, marketOrder({ status: '0', target_price: '1.07' }), NO_KEY));
    const charges = { all_trade_fee: '3.6', all_financing: '0', all_cancelled: 0 };
    expect(await at.desk.orders(anna, { list: 'holding', page: 1, limit: 1 })).toMatchObject(charges);
    // It has locked its fee and paid none.
    expect(await at.desk.orders(anna, { list: 'pending', page: 1, limit: 10 })).not.toHaveProperty('all_trade_fee');
    filled(await at.desk.cancel(anna, { id: String(waiting.Id) }, NO_KEY));
    // D9.472: a part takes its share of the fee with it.
    filled(await at.desk.close(anna, { id: String(ids[0]), cont: '0.1' }, NO_KEY));
    filled(await at.desk.close(anna, { id: String(ids[1]) }, NO_KEY));
    const history = await at.desk.orders(anna, { list: 'closed', page: 1, limit: 1 });
    expect(v.parse(MyDealReply, history)).toEqual(history);
    expect(history).toMatchObject({ total: 3, all_trade_fee: '1.8', all_financing: '0', all_cancelled: 1 });
    expect(await at.desk.orders(anna, { list: 'holding', page: 1, limit: 10 })).toMatchObject({ total: 2, all_trade_fee: '1.8' });
  });

  it('S1-3.12: the live snapshot has profit, level, margin and every position at the newest price', async () => {
    const at = await openDesk(await open());
    const anna = await at.trader();
    await at.tick([EURUSD, '1'], [GBPUSD, '1.25']);
    expect((await at.desk.snapshot(anna)).figures).toMatchObject({
      ProfitsTotal: '0',
      HazardRate: '--',
      CautionMoneyAll: '0',
      TransOrder: [],
    });
    const euro = filled(await at.desk.submit(anna, marketOrder({ cont: '2' }), freshKey()));
    const pound = filled(await at.desk.submit(anna, marketOrder({ forex_id: String(GBPUSD), type: '2' }), freshKey()));
    await at.tick([EURUSD, '0.999'], [GBPUSD, '1.24']);
    expect((await at.desk.snapshot(anna)).figures).toEqual({
      // -200 on the euro, +100 on the pound.
      ProfitsTotal: '-100',
      // (10000 - 12.6 - 100) / 2125 x 100
      HazardRate: '465.29',
      CautionMoneyAll: '2125',
      TransOrder: [
        { Id: euro.Id, UpdatePrice: 0.999, FactProfits: '-200' },
        { Id: pound.Id, UpdatePrice: 1.24, FactProfits: '100' },
      ],
      Balance: '7862.4',
      Equity: '9887.4',
      FreeMargin: '7762.4',
      Pending: '0',
      Deficit: '0',
    });
  });

  it('S1-3.13: a demo user has the one demo account, a real one forex, micro and change', async () => {
    const at = await openDesk(await open());
    const [demo, real] = [await at.trader('demo'), await at.trader('real')];
    await at.tick([EURUSD, '1']);
    filled(await at.desk.submit(demo, marketOrder(), freshKey()));
    const rows = await at.desk.balances(demo);
    expect(rows).toEqual([{ type: 'demo', balance: '9899.4', lockBalance: '100', deficit: '0', accountTypeId: 9, currencyId: 1 }]);
    const realRows = await at.desk.balances(real);
    expect(realRows.map(({ type, balance, accountTypeId }) => [type, balance, accountTypeId])).toEqual([
      ['forex', '0', 1],
      ['micro', '0', 2],
      ['change', '0', 3],
    ]);
    for (const row of [...rows, ...realRows]) expect(v.parse(AccountRow, row)).toEqual(row);
  });

  it('D9.473: what today came to has the charges of what was closed, and of what was opened and is still held', async () => {
    const at = await openDesk(await open());
    const anna = await at.trader();
    await at.tick([EURUSD, '1']);
    expect(await at.desk.netToday(anna)).toBe('0');
    const { Id } = filled(await at.desk.submit(anna, marketOrder({ cont: '0.2' }), freshKey()));
    // 0.2 x 6, while nothing is closed and the profit of the day is nothing.
    expect([await at.desk.netToday(anna), await at.desk.profitsToday(anna)]).toEqual(['-1.2', '0']);
    await at.tick([EURUSD, '1.0001']);
    filled(await at.desk.close(anna, { id: String(Id), cont: '0.1' }, freshKey()));
    expect([await at.desk.netToday(anna), await at.desk.profitsToday(anna)]).toEqual(['-0.2', '1']);
    filled(await at.desk.submit(anna, marketOrder({ status: '0', target_price: '0.9' }), freshKey()));
    expect(await at.desk.netToday(anna)).toBe('-0.2');
    await at.clock.advance(14 * 3_600_000 + 5_000);
    expect(await at.desk.netToday(anna)).toBe('0');
  });

  it("counts today's profit from 00:00 of the configured zone", async () => {
    const at = await openDesk(await open());
    const anna = await at.trader();
    await at.tick([EURUSD, '1']);
    const { Id } = filled(await at.desk.submit(anna, marketOrder(), freshKey()));
    await at.tick([EURUSD, '1.001']);
    filled(await at.desk.close(anna, { id: String(Id) }, freshKey()));
    // It is 10:00 GMT; in a zone 14 hours ahead the day began at that very hour, and one hour later it is the next day's first.
    expect(await at.desk.profitsToday(anna)).toBe('10');
    at.set.set('timezone', '14');
    expect(await at.desk.profitsToday(anna)).toBe('10');
    at.set.set('timezone', '0');
    await at.clock.advance(14 * 3_600_000 + 5_000);
    expect(await at.desk.profitsToday(anna)).toBe('0');
    at.set.set('timezone', 'America/New_York');
    expect(await at.desk.profitsToday(anna)).toBe('10');
  });

  it('S1-7.12 (reset): closes everything at the last price whatever its age, and the balance is back', async () => {
    const at = await openDesk(await open());
    const anna = await at.trader();
    await at.tick([EURUSD, '1'], [GBPUSD, '1']);
    filled(await at.desk.submit(anna, marketOrder({ cont: '2' }), freshKey()));
    filled(await at.desk.submit(anna, marketOrder({ forex_id: String(GBPUSD), type: '2' }), freshKey()));
    await at.tick([EURUSD, '0.98']);
    await at.clock.advance(60_000);
    at.closed.add(GBPUSD);
    const key = freshKey();
    expect(await at.desk.resetDemo(anna, key)).toMatchObject({ code: 1, message: 'demoReset' });
    expect(await at.account(anna)).toMatchObject({ balance: decimal('10000'), margin: 0n, deficit: 0n });
    const history = await at.desk.orders(anna, { list: 'closed', page: 1, limit: 10 });
    expect(history.data.map((row) => row.CloseReason)).toEqual(['reset', 'reset']);
    expect(history.all_fact_profits).toBe('-4000');
    // The same call again is the same reset; another one on a whole account changes nothing.
    expect((await at.desk.resetDemo(anna, key)).code).toBe(1);
    expect((await at.desk.resetDemo(anna, freshKey())).code).toBe(1);
    const resets = await at.db.kysely.selectFrom('ledger_tx').select('log_type').where('kind', '=', 'demo_reset').execute();
    expect(resets).toEqual([{ log_type: 12 }]);
    expect(await at.laws()).toEqual([]);
    expect((await at.desk.resetDemo(await at.trader('real'), freshKey())).code).toBe(ERROR.generic);
  });

  it('S1-7.12 (create): opening accounts twice grants the demo balance once', async () => {
    const at = await openDesk(await open(), { settings: { demo_balance: '2500.5' } });
    const anna = await at.trader();
    await Promise.all([at.desk.openAccounts(anna), at.desk.openAccounts(anna)]);
    expect((await at.account(anna)).balance).toBe(decimal('2500.5'));
    expect(await at.house('equity_in')).toBe(decimal('-2500.5'));
    expect(await at.laws()).toEqual([]);
  });
});
