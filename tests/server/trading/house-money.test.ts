import { expect, it } from 'vitest';
import { decimal } from '#domain/decimal.ts';
import { ERROR } from '#protocol/errors.ts';
import { eachDatabase } from '../each-database.ts';
import { EURUSD, filled, freshKey, GBPUSD, marketOrder, openDesk } from './trading-fixture.ts';

eachDatabase('nobody takes money from the house', (open) => {
  it('not with a hedge closed loser-first: the loss beyond the cash is owed, and repaid by the winner', async () => {
    const at = await openDesk(await open());
    const anna = await at.trader();
    await at.tick([EURUSD, '1']);
    const lots = { cont: '4', multiple: '100' };
    const long = filled(await at.desk.submit(anna, marketOrder(lots), freshKey()));
    const short = filled(await at.desk.submit(anna, marketOrder({ ...lots, type: '2' }), freshKey()));
    // 4 lots x 100000 x 0.05 = 20000 lost on one side and won on the other; the account began with 10000.
    await at.tick([EURUSD, '0.95']);
    filled(await at.desk.close(anna, { id: String(long.Id) }, freshKey()));
    // 10000 - 2 x 24 fee - 4000 margin still held: 5952 cash pays, the rest is owed.
    expect(await at.account(anna)).toMatchObject({ balance: 0n, margin: decimal('4000'), deficit: decimal('-14048') });
    expect(await at.laws()).toEqual([]);
    filled(await at.desk.close(anna, { id: String(short.Id) }, freshKey()));
    // Both legs cancel out: what is left is the start less the fees, and the house forgave nothing.
    expect(await at.account(anna)).toMatchObject({ balance: decimal('9952'), margin: 0n, deficit: 0n });
    expect(await at.house('pnl')).toBe(0n);
    expect(await at.house('protection')).toBe(0n);
    expect(await at.laws()).toEqual([]);
  });

  it('not with an order behind a floating loss: only what the loss leaves can be taken', async () => {
    const at = await openDesk(await open());
    const anna = await at.trader();
    await at.tick([EURUSD, '1'], [GBPUSD, '1']);
    filled(await at.desk.submit(anna, marketOrder({ cont: '5' }), freshKey()));
    // Balance 10000 - 5000 - 30 = 4970; floating -4500: usable is 470, though the balance says 4970.
    await at.tick([EURUSD, '0.991']);
    expect((await at.desk.snapshot(anna)).figures.FreeMargin).toBe('470');
    const gbp = { forex_id: String(GBPUSD) };
    expect((await at.desk.submit(anna, marketOrder({ ...gbp, cont: '0.47' }), freshKey())).code).toBe(ERROR.balanceTooSmall);
    filled(await at.desk.submit(anna, marketOrder({ ...gbp, cont: '0.46' }), freshKey()));
    expect(await at.laws()).toEqual([]);
  });

  it('a floating profit is not usable before it is realised', async () => {
    const at = await openDesk(await open());
    const anna = await at.trader();
    await at.tick([EURUSD, '1']);
    filled(await at.desk.submit(anna, marketOrder({ cont: '9' }), freshKey()));
    await at.tick([EURUSD, '1.1']);
    expect((await at.desk.submit(anna, marketOrder({ cont: '1' }), freshKey())).code).toBe(ERROR.balanceTooSmall);
  });

  it('a gap through everything costs the person at most what there was; the house pays the rest and says so', async () => {
    const at = await openDesk(await open());
    const anna = await at.trader();
    await at.tick([EURUSD, '1']);
    filled(await at.desk.submit(anna, marketOrder({ cont: '9' }), freshKey()));
    await at.tick([EURUSD, '0.9']);
    expect(await at.account(anna)).toMatchObject({ balance: 0n, margin: 0n, deficit: 0n });
    // Lost 90000 of 9946 that were there after the fee.
    expect(await at.house('protection')).toBe(decimal('-80054'));
    expect((await at.desk.orders(anna, { list: 'closed', page: 1, limit: 10 })).data[0]).toMatchObject({
      CloseReason: 'stopout',
      UpdatePrice: 0.9,
    });
    expect(await at.laws()).toEqual([]);
  });
});
