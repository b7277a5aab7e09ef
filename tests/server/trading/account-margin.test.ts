/** The margin of an account is one rule: with another one in its place ledger, refusals and laws follow, and nothing else is changed. */
import { expect, it, vi } from 'vitest';
import { decimal, formatDecimal, type Money, maxDecimal } from '#domain/decimal.ts';
import { accountMargin, type MarginedPosition, marginAdded } from '#domain/margin.ts';
import { eachDatabase } from '../each-database.ts';
import { EURUSD, filled, freshKey, GBPUSD, marketOrder, openDesk } from './trading-fixture.ts';

/** Another rule, as some brokers have it: of a hedge only the larger side counts, product by product. */
vi.mock('#domain/margin.ts', async (original) => {
  const rule = await original<typeof import('#domain/margin.ts')>();
  const ofSide = (positions: readonly MarginedPosition[], side: string): Money =>
    rule.accountMargin(positions.filter((position) => position.side === side));
  const larger = (positions: readonly MarginedPosition[]): Money => maxDecimal(ofSide(positions, 'buy'), ofSide(positions, 'sell'));
  const hedged = (positions: readonly MarginedPosition[]): Money =>
    [...new Set(positions.map(({ productId }) => productId))].reduce<Money>(
      (sum, id) => sum + larger(positions.filter(({ productId }) => productId === id)),
      0n,
    );
  const added = (held: readonly MarginedPosition[], position: MarginedPosition): Money => hedged([...held, position]) - hedged(held);
  return { ...rule, accountMargin: hedged, marginAdded: added };
});

const position = (side: 'buy' | 'sell', margin: string, productId = 1): MarginedPosition => ({
  productId,
  side,
  lots: decimal('1'),
  margin: decimal<Money>(margin),
});

it('the other rule is in place: 100 bought and 60 sold of one product are 100', () => {
  expect(formatDecimal(accountMargin([position('buy', '100'), position('sell', '60'), position('sell', '5', 2)]))).toBe('105');
  expect(formatDecimal(marginAdded([position('buy', '100')], position('sell', '130')))).toBe('30');
});

eachDatabase('an account whose hedges pay for one side', (open) => {
  it('D9.77 locks, gives back and checks by that rule', async () => {
    const at = await openDesk(await open());
    const anna = await at.trader();
    await at.tick([EURUSD, '1.08'], [GBPUSD, '1.27']);
    const locked = async () => (await at.desk.balances(anna)).map((row) => row.lockBalance).find((amount) => amount !== '0') ?? '0';
    const submit = async (fields: Parameters<typeof marketOrder>[0]) =>
      filled(await at.desk.submit(anna, marketOrder(fields), freshKey())).Id;
    // 0.1 x 100000 x 1.08 / 100 each.
    const bought = await submit({ cont: '0.1' });
    expect(await locked()).toBe('108');
    const sold = await submit({ cont: '0.3', type: '2' });
    expect(await locked()).toBe('324');
    await submit({ cont: '0.1' });
    expect(await locked()).toBe('324');
    expect(await at.laws()).toEqual([]);
    // A part of the larger side: 0.15 stay sold against 0.2 bought.
    expect(await at.desk.close(anna, { id: String(sold), cont: '0.15' }, freshKey())).toMatchObject({ code: 1 });
    expect(await locked()).toBe('216');
    expect(await at.desk.close(anna, { id: String(bought) }, freshKey())).toMatchObject({ code: 1 });
    expect(await locked()).toBe('162');
    expect(await at.laws()).toEqual([]);
    expect(await at.desk.closeAll(anna, freshKey())).toMatchObject({ data: { Failed: 0 } });
    expect(await locked()).toBe('0');
    expect(await at.laws()).toEqual([]);
  });

  it('D9.77 lets a hedge in that has no margin of its own to pay', async () => {
    const at = await openDesk(await open());
    const anna = await at.trader();
    await at.tick([EURUSD, '1.08'], [GBPUSD, '1.27']);
    // Of 10000: 9.2 lots take 9936 and a fee of 55.2; 8.8 are left, which 1 lot's fee of 6 fits and its margin does not.
    expect(await at.desk.submit(anna, marketOrder({ cont: '9.2' }), freshKey())).toMatchObject({ code: 1 });
    expect(await at.desk.submit(anna, marketOrder({ cont: '1' }), freshKey())).toMatchObject({ code: 1301 });
    expect(await at.desk.submit(anna, marketOrder({ cont: '1', type: '2' }), freshKey())).toMatchObject({ code: 1 });
    expect(await at.laws()).toEqual([]);
  });
});
