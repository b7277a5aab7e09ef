import { expect, it } from 'vitest';
import { decimal } from '#domain/decimal.ts';
import { ERROR } from '#protocol/errors.ts';
import type { SubmitFields } from '#protocol/order-requests.ts';
import { eachDatabase } from '../each-database.ts';
import {
  EURUSD,
  filled,
  freshKey,
  GBPUSD,
  marketOrder,
  moneyRows,
  NO_KEY,
  NOLEVER,
  openDesk,
  USDJPY,
  USOIL,
  XAUUSD,
} from './trading-fixture.ts';

eachDatabase('a market order', (open) => {
  it('S1-7.38 (market) S1-3.08: buys 0.1 lot at the newest tick with the margin and fee of the worked example', async () => {
    const at = await openDesk(await open());
    const anna = await at.trader();
    await at.tick([EURUSD, '1.08345']);
    const order = filled(await at.desk.submit(anna, marketOrder(), freshKey()));
    expect(order).toMatchObject({ Status: 1, OrderType: 1, Quantity: '0.1', Price: 1.08345, CautionMoney: '108.345', TradeFee: '0.6' });
    expect(order.Seq).toBe(1);
    expect(await at.account(anna)).toMatchObject({ balance: decimal('9891.055'), margin: decimal('108.345'), deficit: 0n });
    expect(await at.house('fees')).toBe(decimal('0.6'));
    expect(await at.laws()).toEqual([]);
  });

  it('S1-4.05 (close): closing books the profit of the worked example, and the money that the screen promised is in the ledger', async () => {
    const at = await openDesk(await open());
    const anna = await at.trader();
    await at.tick([EURUSD, '1.083']);
    const { Id } = filled(await at.desk.submit(anna, marketOrder(), freshKey()));
    await at.tick([EURUSD, '1.08342']);
    expect((await at.desk.snapshot(anna)).figures.ProfitsTotal).toBe('4.2');
    const closed = filled(await at.desk.close(anna, { id: String(Id) }, freshKey()));
    expect(closed).toMatchObject({
      Id,
      Status: 3,
      UpdatePrice: 1.08342,
      FactProfits: '4.2',
      CautionMoney: '0',
      CloseReason: 'manual',
      CloseSeq: 2,
    });
    expect(await at.account(anna)).toMatchObject({ balance: decimal('10003.6'), margin: 0n });
    expect(await at.house('pnl')).toBe(decimal('-4.2'));
    expect(await at.desk.profitsToday(anna)).toBe('4.2');
    expect(await at.laws()).toEqual([]);
  });

  it('sells, charges the fee from the margin when the site says so, and holds no price in MarginMode 1', async () => {
    const at = await openDesk(await open());
    const anna = await at.trader();
    await at.tick([EURUSD, '1.08345'], [USOIL, '70.5'], [USDJPY, '151.234']);
    at.set.set('trade_fee_type', '2');
    const euro = filled(await at.desk.submit(anna, marketOrder({ type: '2' }), freshKey()));
    expect(euro).toMatchObject({ OrderType: 2, CautionMoney: '108.345', TradeFee: '1.08345' });
    // 0.1 lot x 1000 barrels, whatever the price and the leverage.
    const oil = filled(await at.desk.submit(anna, marketOrder({ forex_id: String(USOIL), multiple: '1' }), freshKey()));
    expect(oil).toMatchObject({ CautionMoney: '100', TradeFee: '1', Multiple: 1 });
    // 0.1 x 100000 x 151.234 x 0.0067 / 100 = 101.32678
    const yen = filled(await at.desk.submit(anna, marketOrder({ forex_id: String(USDJPY) }), freshKey()));
    expect(yen.CautionMoney).toBe('101.32678');
    await at.tick([EURUSD, '1.0829'], [USDJPY, '151.434']);
    expect(filled(await at.desk.close(anna, { id: String(euro.Id) }, freshKey())).FactProfits).toBe('5.5');
    // 0.2 x 10000 x 0.0067
    expect(filled(await at.desk.close(anna, { id: String(yen.Id) }, freshKey())).FactProfits).toBe('13.4');
    expect(await at.laws()).toEqual([]);
  });

  it('lets opposite positions of one product stand side by side', async () => {
    const at = await openDesk(await open());
    const anna = await at.trader();
    await at.tick([EURUSD, '1.08']);
    filled(await at.desk.submit(anna, marketOrder(), freshKey()));
    filled(await at.desk.submit(anna, marketOrder({ type: '2' }), freshKey()));
    expect((await at.desk.orders(anna, { list: 'holding', page: 1, limit: 10 })).total).toBe(2);
    expect((await at.account(anna)).margin).toBe(decimal('216'));
  });

  it('tells the person of the order and the balance, numbered without a gap', async () => {
    const at = await openDesk(await open());
    const anna = await at.trader();
    await at.tick([EURUSD, '1.08345']);
    const { Id } = filled(await at.desk.submit(anna, marketOrder(), freshKey()));
    filled(await at.desk.close(anna, { id: String(Id) }, freshKey()));
    const balance = (amount: string, lock: string) => ({ data: [{ type: 'demo', balance: amount, lockBalance: lock, deficit: '0' }] });
    expect(await at.events(anna)).toEqual([
      { seq: 1, topic: 'ORDER', payload: { data: { Id, Status: 1 } } },
      { seq: 2, topic: 'BALANCE', payload: balance('9891.055', '108.345') },
      { seq: 3, topic: 'FOREX_CLOSED', payload: { data: [Id], reasons: { [Id]: 'manual' } } },
      { seq: 4, topic: 'ORDER', payload: { data: { Id, Status: 3 } } },
      { seq: 5, topic: 'BALANCE', payload: balance('9999.4', '0') },
    ]);
  });

  const refusals: [string, number, Partial<SubmitFields>][] = [
    ['an unknown product', ERROR.notFound, { forex_id: '999' }],
    ['a leverage that the product does not offer', ERROR.leverageInvalid, { multiple: '101' }],
    ['no leverage', ERROR.leverageInvalid, { multiple: '' }],
    ['a product without leverage', ERROR.leverageInvalid, { forex_id: String(NOLEVER), multiple: '100' }],
    ['lots at the pip', ERROR.lotsInvalid, { cont: '0.01' }],
    ['lots below the minimum', ERROR.lotsInvalid, { cont: '0.09' }],
    ['lots above the maximum', ERROR.lotsInvalid, { cont: '50.01' }],
    ['lots between two steps', ERROR.lotsInvalid, { cont: '0.105' }],
    ['zero lots', ERROR.lotsInvalid, { cont: '0' }],
    ['leverage before lots, as the order of checks says', ERROR.leverageInvalid, { multiple: '7', cont: '0' }],
    ['a price further off than the bound', ERROR.priceMoved, { seen_price: '1.0829', slippage: '0.00054' }],
    ['more than the account can hold', ERROR.balanceTooSmall, { cont: '9.3' }],
    ['a product that never had a tick', ERROR.quoteStale, { forex_id: String(XAUUSD) }],
  ];
  for (const [what, code, fields] of refusals) {
    it(`refuses ${what} with ${code} and writes nothing`, async () => {
      const db = await open();
      const at = await openDesk(db);
      const anna = await at.trader();
      await at.tick([EURUSD, '1.08345']);
      const before = await moneyRows(db);
      expect((await at.desk.submit(anna, marketOrder(fields), freshKey())).code).toBe(code);
      expect(await moneyRows(db)).toBe(before);
    });
  }

  it('takes the price within the bound, and either field alone bounds nothing', async () => {
    const at = await openDesk(await open());
    const anna = await at.trader();
    await at.tick([EURUSD, '1.08345']);
    filled(await at.desk.submit(anna, marketOrder({ seen_price: '1.0829', slippage: '0.00055' }), freshKey()));
    filled(await at.desk.submit(anna, marketOrder({ seen_price: '2' }), freshKey()));
    filled(await at.desk.submit(anna, marketOrder({ slippage: '0' }), freshKey()));
  });

  it('refuses a frozen person to open and lets that person close', async () => {
    const at = await openDesk(await open());
    const anna = await at.trader();
    await at.tick([EURUSD, '1.08345']);
    const { Id } = filled(await at.desk.submit(anna, marketOrder(), freshKey()));
    const frozen = { ...anna, frozen: true };
    expect((await at.desk.submit(frozen, marketOrder(), freshKey())).code).toBe(ERROR.frozen);
    filled(await at.desk.close(frozen, { id: String(Id) }, freshKey()));
  });

  it('refuses orders and closes while the market is closed (1101) or the quote stale (1108)', async () => {
    const at = await openDesk(await open());
    const anna = await at.trader();
    await at.tick([EURUSD, '1.08345']);
    const { Id } = filled(await at.desk.submit(anna, marketOrder(), freshKey()));
    at.closed.add(EURUSD);
    expect((await at.desk.submit(anna, marketOrder(), freshKey())).code).toBe(ERROR.marketClosed);
    expect((await at.desk.close(anna, { id: String(Id) }, freshKey())).code).toBe(ERROR.marketClosed);
    at.closed.clear();
    await at.clock.advance(4_999);
    filled(await at.desk.submit(anna, marketOrder(), freshKey()));
    await at.clock.advance(1);
    expect((await at.desk.submit(anna, marketOrder(), freshKey())).code).toBe(ERROR.quoteStale);
    expect((await at.desk.close(anna, { id: String(Id) }, freshKey())).code).toBe(ERROR.quoteStale);
    await at.confirm(EURUSD);
    filled(await at.desk.submit(anna, marketOrder(), freshKey()));
  });

  it('refuses a new order while a held product is stale, but not while its market is merely closed', async () => {
    const at = await openDesk(await open());
    const anna = await at.trader();
    await at.tick([EURUSD, '1.08345'], [GBPUSD, '1.27']);
    filled(await at.desk.submit(anna, marketOrder({ forex_id: String(GBPUSD) }), freshKey()));
    await at.clock.advance(5_000);
    await at.tick([EURUSD, '1.08345']);
    expect((await at.desk.submit(anna, marketOrder(), freshKey())).code).toBe(ERROR.quoteStale);
    at.closed.add(GBPUSD);
    filled(await at.desk.submit(anna, marketOrder(), freshKey()));
  });

  it('answers figures beyond 64 bits as a bad field, with nothing written and the answer kept', async () => {
    const db = await open();
    const at = await openDesk(db);
    const anna = await at.trader();
    // 50 lots x 100000 x 9999999999 at leverage 50 does not fit 64 bits of 10^-8.
    await at.tick([EURUSD, '9999999999']);
    const before = await moneyRows(db);
    const key = freshKey();
    const first = await at.desk.submit(anna, marketOrder({ cont: '50', multiple: '50' }), key);
    expect(first).toMatchObject({ code: ERROR.invalidField, data: { field: 'cont', value: '50' } });
    expect(await at.desk.submit(anna, marketOrder({ cont: '50', multiple: '50' }), key)).toEqual(first);
    expect(await moneyRows(db)).toBe(before);
  });

  it('holds at most 200 open orders an account', { timeout: 60_000 }, async () => {
    const at = await openDesk(await open(), { settings: { demo_balance: '1000000' } });
    const anna = await at.trader();
    await at.tick([EURUSD, '1.08']);
    for (let n = 0; n < 200; n++) filled(await at.desk.submit(anna, marketOrder(), NO_KEY));
    expect(await at.desk.submit(anna, marketOrder(), NO_KEY)).toMatchObject({ code: ERROR.generic, message: 'tooManyOrders' });
    expect(await at.laws()).toEqual([]);
  });

  it("does not close somebody else's order, nor one that was closed before", async () => {
    const at = await openDesk(await open());
    const [anna, bert] = [await at.trader(), await at.trader()];
    await at.tick([EURUSD, '1.08345']);
    const { Id } = filled(await at.desk.submit(anna, marketOrder(), freshKey()));
    expect((await at.desk.close(bert, { id: String(Id) }, freshKey())).code).toBe(ERROR.notFound);
    filled(await at.desk.close(anna, { id: String(Id) }, freshKey()));
    const again = await at.desk.close(anna, { id: String(Id) }, freshKey());
    expect(again).toMatchObject({ code: ERROR.wrongOrderState, data: { Id, Order: { Status: 3, CloseReason: 'manual' } } });
    expect(await at.laws()).toEqual([]);
  });

  it('trades a real account from forex, with nothing granted', async () => {
    const at = await openDesk(await open());
    const rita = await at.trader('real');
    await at.tick([EURUSD, '1.08345']);
    expect((await at.desk.submit(rita, marketOrder(), freshKey())).code).toBe(ERROR.balanceTooSmall);
    expect((await at.desk.balances(rita)).map((row) => row.type)).toEqual(['forex', 'micro', 'change']);
  });
});
