import { describe, expect, it } from 'vitest';
import type { ProductRow } from '#protocol/rest/forex.ts';
import { initial, isLeverageShown, problems, reduce, summary, type Ticket } from '#ui/screens/trade/ticket.ts';
import { slippageFields } from '#ui/slippage.ts';

const multiples = (...values: number[]) => values.map((Value, index) => ({ Value, Default: index === 1 ? (1 as const) : (0 as const) }));
const row: ProductRow = {
  Id: 7,
  Code: 'EURUSD',
  ShowCode: 'EUR/USD',
  Name: '',
  Logo: '',
  CategoryId: 1,
  MarketStatus: 1,
  OpensAt: 0,
  PricePrecision: 5,
  ForexQuotations: { Open: 1, Close: 1, Change: 0, High: 1, Low: 1, Time: 1, Confirmed: 1 },
  HasForexMultiple: multiples(20, 100, 200),
  ForexMinCont: '0.1',
  ForexMaxCont: '50',
  ForexContNum: '100000',
  ForexFeeRate: '6',
  MarginMode: 0,
  Pip: '0.01',
  QuoteRate: '1',
  Sort: 1,
};
const typed = (lots: string, ticket: Ticket = initial(row)): Ticket => reduce(ticket, { type: 'lots', lots });

describe('the order ticket', () => {
  it('opens with the smallest order and the default leverage, else the first one', () => {
    expect(initial(row)).toEqual({ productId: 7, lots: '0.10', leverage: 100 });
    expect(initial({ ...row, HasForexMultiple: [{ Value: 20, Default: 0 }] }).leverage).toBe(20);
    expect(initial({ ...row, Pip: '1', ForexMinCont: '3' }).lots).toBe('3');
  });

  it('in MarginMode 1 hides the leverage, sends 1 and is never blocked for missing multiples', () => {
    const fixed = { ...row, MarginMode: 1, HasForexMultiple: [] };
    expect(isLeverageShown(fixed)).toBe(false);
    expect(initial(fixed).leverage).toBe(1);
    expect(problems(initial(fixed), fixed)).toBeUndefined();
    expect(summary(initial(fixed), 'buy', 1.08).multiple).toBe('1');
  });

  it('S1-5.25 is blocked without configured leverage, before anything else is looked at', () => {
    const bare = { ...row, HasForexMultiple: [] };
    expect(problems(initial(bare), bare)).toBe('no-leverage');
    expect(problems(typed('', initial(bare)), bare)).toBe('no-leverage');
  });

  it('S1-5.26 lots must be present, above Pip, in steps and within the limits', () => {
    expect(problems(typed(''), row)).toBe('missing');
    expect(problems(typed('.'), row)).toBe('missing');
    expect(problems(typed('0.01'), row)).toBe('at-or-below-pip');
    expect(problems(typed('0.005'), row)).toBe('at-or-below-pip');
    expect(problems(typed('0.02'), row)).toBe('below-min');
    expect(problems(typed('50.01'), row)).toBe('above-max');
    expect(problems(typed('0.105'), row)).toBe('not-a-step');
    expect(problems(typed('0.1'), row)).toBeUndefined();
    expect(problems(typed('50'), row)).toBeUndefined();
  });

  it('S1-9.29 a changed row of the product changes the form, and keeps what was typed', () => {
    const ticket = reduce(typed('0.37'), { type: 'leverage', leverage: 200 });
    const same = reduce(ticket, { type: 'product', product: { ...row, ForexMinCont: '0.5' } });
    expect(same).toEqual(ticket);
    const narrower = reduce(ticket, { type: 'product', product: { ...row, HasForexMultiple: multiples(20, 50) } });
    expect(narrower).toEqual({ ...ticket, leverage: 50 });
    const other = reduce(ticket, { type: 'product', product: { ...row, Id: 8 } });
    expect(other).toEqual({ productId: 8, lots: '0.10', leverage: 100 });
  });

  it('S1-2.75 Buy sends type 1 and Sell type 2, with the eight fields of a market order and the price that was seen', () => {
    const fields = summary(typed('0.1'), 'buy', 1.08342);
    expect(fields).toEqual({
      type: '1',
      cont: '0.1',
      forex_id: '7',
      status: '1',
      target_price: '0',
      stop_loss_price: '0',
      target_profit_price: '0',
      multiple: '100',
      seen_price: '1.08342',
      slippage: '0.00054171',
    });
    expect(summary(typed('0.1'), 'sell', 1.08342).type).toBe('2');
  });

  it('bounds the fill by 0.05 % of the seen price, exactly, and not at all without one', () => {
    expect(slippageFields(68_214.5)).toEqual({ seen_price: '68214.5', slippage: '34.10725' });
    expect(slippageFields(0.0001)).toEqual({ seen_price: '0.0001', slippage: '0.00000005' });
    expect(slippageFields(Number.NaN)).toEqual({});
    expect(slippageFields(0)).toEqual({});
  });
});
