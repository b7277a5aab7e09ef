import { describe, expect, it } from 'vitest';
import { decimal } from '#domain/decimal.ts';
import { ERROR } from '#protocol/errors.ts';
import { newOrderToWire } from '#protocol/order-requests.ts';
import { slippageBound } from '#ui/orders/slippage.ts';
import { impossibleStops, initial, isLeverageShown, problems, reduce, summary, type Ticket } from '#ui/screens/trade/ticket/ticket.ts';
import { refusedField } from '#ui/screens/trade/ticket/ticket-refusal.ts';
import { ticketInput } from '#ui/screens/trade/ticket/ticket-state.ts';
import { product } from './product.ts';

const offers = (...values: number[]) => values.map((value, index) => ({ value, isDefault: index === 1 }));
const row = product({ leverages: offers(20, 100, 200) });
/** The fields of a submission, as they travel. */
const sent = (...ticket: Parameters<typeof summary>) => newOrderToWire(summary(...ticket));
const typed = (lots: string, ticket: Ticket = initial(row)): Ticket => reduce(ticket, { type: 'lots', lots });
const lotsProblemOf = (lots: string) => problems(typed(lots), row).lots;
const CLOSE = 1.083421;
const pending = (ticket: Ticket = initial(row), close = CLOSE): Ticket =>
  reduce(ticket, { type: 'mode', mode: 'pending', product: row, close });
const toggled = (stop: 'stopLoss' | 'takeProfit', isOn: boolean, ticket: Ticket = initial(row), close = CLOSE): Ticket =>
  reduce(ticket, { type: 'toggle', stop, isOn, product: row, close });
const priced = (ticket: Ticket, field: 'orderPrice' | 'stopLoss' | 'takeProfit', text: string): Ticket =>
  reduce(ticket, { type: 'price', field, text });
const withStops = (stopLoss: string | undefined, takeProfit: string | undefined, ticket: Ticket = initial(row)): Ticket => ({
  ...ticket,
  stopLoss,
  takeProfit,
});
const MARKET = { mode: 'market', orderPrice: '', stopLoss: undefined, takeProfit: undefined, goodTill: 'cancelled' } as const;

describe('the order ticket', () => {
  it('opens with the smallest order and the default leverage, else the first one', () => {
    expect(initial(row)).toEqual({ productId: 7, lots: '0.10', leverage: 100, ...MARKET });
    expect(initial({ ...row, leverages: [{ value: 20, isDefault: false }] }).leverage).toBe(20);
    expect(initial({ ...row, lots: { ...row.lots, pip: decimal('1'), min: decimal('3') } }).lots).toBe('3');
  });

  it('in MarginMode 1 hides the leverage, sends 1 and is never blocked for missing multiples', () => {
    const fixed = product({ marginMode: 1, leverages: [] });
    expect(isLeverageShown(fixed)).toBe(false);
    expect(initial(fixed).leverage).toBe(1);
    expect(problems(initial(fixed), fixed)).toEqual({});
    expect(sent(initial(fixed), 'buy', 1.08).multiple).toBe('1');
  });

  it('S1-5.25 is blocked without configured leverage, before anything else is looked at', () => {
    const bare = { ...row, leverages: [] };
    expect(problems(initial(bare), bare)).toEqual({ leverage: 'none' });
    expect(problems(typed('', initial(bare)), bare)).toEqual({ leverage: 'none', lots: 'missing' });
  });

  it('S1-5.26 lots must be present, above Pip, in steps and within the limits', () => {
    expect(lotsProblemOf('')).toBe('missing');
    expect(lotsProblemOf('.')).toBe('missing');
    expect(lotsProblemOf('0.01')).toBe('too-small');
    expect(lotsProblemOf('0.005')).toBe('too-small');
    expect(lotsProblemOf('0.02')).toBe('too-small');
    expect(lotsProblemOf('50.01')).toBe('above-max');
    expect(lotsProblemOf('0.105')).toBe('not-a-step');
    expect(lotsProblemOf('0.1')).toBeUndefined();
    expect(lotsProblemOf('50')).toBeUndefined();
  });

  it('S1-9.29 a changed row of the product changes the form, and keeps what was typed', () => {
    const ticket = reduce(typed('0.37'), { type: 'leverage', leverage: 200 });
    const same = reduce(ticket, { type: 'product', product: { ...row, lots: { ...row.lots, min: decimal('0.5') } }, close: CLOSE });
    expect(same).toEqual(ticket);
    const narrower = reduce(ticket, { type: 'product', product: { ...row, leverages: offers(20, 50) }, close: CLOSE });
    expect(narrower).toEqual({ ...ticket, leverage: 50 });
    const other = reduce(ticket, { type: 'product', product: { ...row, id: 8 }, close: CLOSE });
    expect(other).toEqual({ productId: 8, lots: '0.10', leverage: 100, ...MARKET });
  });

  it('S1-2.75 Buy sends type 1 and Sell type 2, with the eight fields of a market order and the price that was seen', () => {
    const fields = sent(typed('0.1'), 'buy', 1.08342);
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
    expect(sent(typed('0.1'), 'sell', 1.08342).type).toBe('2');
  });

  it('bounds the fill by 0.05 % of the seen price, exactly, and not at all without one', () => {
    expect(slippageBound(68_214.5)).toEqual({ seen: decimal('68214.5'), slippage: decimal('34.10725') });
    expect(slippageBound(0.0001)).toEqual({ seen: decimal('0.0001'), slippage: decimal('0.00000005') });
    expect([slippageBound(Number.NaN), slippageBound(0)]).toEqual([undefined, undefined]);
  });
});

describe('a pending ticket', () => {
  it('S1-2.61 takes the price on the screen once, cut to the digits of the product', () => {
    const first = pending();
    expect(first).toMatchObject({ mode: 'pending', orderPrice: '1.08342' });
    expect(pending(first, 1.09)).toEqual(first);
    const back = reduce(priced(first, 'orderPrice', '1.07'), { type: 'mode', mode: 'market', product: row, close: 1.09 });
    expect(pending(back, 1.09).orderPrice).toBe('1.07');
    expect(pending(initial(row), Number.NaN).orderPrice).toBe('');
  });

  it('S1-2.61 S1-3.08 sends status 0 with the order price, and no bound on a fill that comes later', () => {
    const fields = sent(priced(pending(), 'orderPrice', '1.08000'), 'sell', 1.08342);
    expect(fields).toEqual({
      type: '2',
      cont: '0.1',
      forex_id: '7',
      status: '0',
      target_price: '1.08',
      stop_loss_price: '0',
      target_profit_price: '0',
      multiple: '100',
    });
  });

  it('S1-5.28 needs an order price, no finer than the product', () => {
    expect(problems(priced(pending(), 'orderPrice', ''), row)).toEqual({ orderPrice: 'missing' });
    expect(problems(priced(pending(), 'orderPrice', '0'), row)).toEqual({ orderPrice: 'missing' });
    expect(problems(priced(pending(), 'orderPrice', '1.'), row)).toEqual({ orderPrice: 'missing' });
    expect(problems(priced(pending(), 'orderPrice', '1.083421'), row)).toEqual({ orderPrice: 'too-fine' });
    expect(problems(priced(pending(), 'orderPrice', '1.0834200'), row)).toEqual({});
    expect(problems(priced(initial(row), 'orderPrice', ''), row)).toEqual({});
  });

  it('stays a pending ticket on another product, with the price of that one and without the stops of the first', () => {
    const other = reduce(toggled('stopLoss', true, pending()), {
      type: 'product',
      product: { ...row, id: 8, pricePrecision: 2 },
      close: 2381.4,
    });
    expect(other).toMatchObject({ productId: 8, mode: 'pending', orderPrice: '2381.40', stopLoss: undefined });
  });
});

describe('the stops of the ticket', () => {
  it('S1-2.68 begin at the close of that moment, keep what is typed, and are cleared when they are off', () => {
    const on = toggled('stopLoss', true);
    expect(on.stopLoss).toBe('1.08342');
    const lower = priced(on, 'stopLoss', '1.07');
    expect(sent(lower, 'buy', CLOSE)).toMatchObject({ stop_loss_price: '1.07', target_profit_price: '0' });
    const off = toggled('stopLoss', false, lower);
    expect(off.stopLoss).toBeUndefined();
    expect(sent(off, 'buy', CLOSE)).toMatchObject({ stop_loss_price: '0', target_profit_price: '0' });
    expect(toggled('stopLoss', true, off, 1.09).stopLoss).toBe('1.09000');
    expect(priced(off, 'stopLoss', '1.07')).toBe(off);
  });

  it('lose the digits beyond the precision when the field is left', () => {
    const leave = (text: string) =>
      reduce(priced(toggled('takeProfit', true), 'takeProfit', text), { type: 'leave', field: 'takeProfit', product: row }).takeProfit;
    expect([leave('1.0899999'), leave('1.'), leave('.5'), leave(''), leave('1.09')]).toEqual(['1.08999', '1', '0.5', '', '1.09']);
  });

  it('that are on must be prices', () => {
    expect(problems(withStops('', '1.0834211'), row)).toEqual({ stopLoss: 'missing', takeProfit: 'too-fine' });
    expect(problems(withStops('0', undefined), row)).toEqual({ stopLoss: 'missing' });
  });

  it.each([
    ['1.08', undefined, [], ['stopLoss']],
    ['1.09', undefined, ['stopLoss'], []],
    ['1.08342', undefined, ['stopLoss'], ['stopLoss']],
    [undefined, '1.09', [], ['takeProfit']],
    [undefined, '1.08', ['takeProfit'], []],
    ['1.08', '1.09', [], ['stopLoss', 'takeProfit']],
    ['1.09', '1.08', ['stopLoss', 'takeProfit'], []],
    ['1.08', '1.08', ['takeProfit'], ['stopLoss']],
    [undefined, undefined, [], []],
  ])('D1.2.25 stop loss %s and take profit %s at 1.08342', (stopLoss, takeProfit, buy, sell) => {
    const ticket = withStops(stopLoss, takeProfit);
    const now = decimal('1.08342');
    expect([impossibleStops(ticket, 'buy', now), impossibleStops(ticket, 'sell', now)]).toEqual([buy, sell]);
    const waiting = { ...ticket, mode: 'pending', orderPrice: '1.08342' } as const;
    expect([impossibleStops(waiting, 'buy', decimal('2')), impossibleStops(waiting, 'sell', undefined)]).toEqual([buy, sell]);
  });

  it('cannot be judged before there is a price', () => {
    expect(impossibleStops(withStops('1.08', '1.09'), 'sell', undefined)).toEqual([]);
    expect(impossibleStops({ ...withStops('1.08', '1.09'), mode: 'pending', orderPrice: '' }, 'sell', decimal('1'))).toEqual([]);
  });
});

describe('what the engine and the server hear and say', () => {
  it('the engine gets what is on, and nothing else', () => {
    expect(ticketInput(priced(initial(row), 'orderPrice', '1'), undefined)).toEqual({ productId: 7, lots: '0.10', leverage: 100 });
    expect(ticketInput(withStops('1.07', undefined, pending()), { percent: '1', stop: '1.07' })).toEqual({
      productId: 7,
      lots: '0.10',
      leverage: 100,
      orderPrice: '1.08342',
      stopLoss: '1.07',
      risk: { percent: '1', stop: '1.07' },
    });
  });

  it('the risk sheet sets lots and the stop loss that they were computed for', () => {
    expect(reduce(initial(row), { type: 'risk', lots: '0.20', stopLoss: '1.078' })).toMatchObject({ lots: '0.20', stopLoss: '1.078' });
  });

  it.each([
    [ERROR.invalidField, { field: 'cont' }, 'lots'],
    [ERROR.invalidField, { field: 'target_price' }, 'orderPrice'],
    [ERROR.invalidField, { field: 'stop_loss_price' }, 'stopLoss'],
    [ERROR.invalidField, { field: 'target_profit_price' }, 'takeProfit'],
    [ERROR.invalidField, { field: 'multiple' }, 'leverage'],
    [ERROR.invalidField, { field: 'seen_price' }, undefined],
    [ERROR.invalidField, null, undefined],
    [ERROR.lotsInvalid, null, 'lots'],
    [ERROR.leverageInvalid, null, 'leverage'],
    [ERROR.stopInvalid, null, 'takeProfit'],
    [ERROR.marketClosed, null, undefined],
    [ERROR.priceMoved, null, undefined],
    [ERROR.quoteStale, null, undefined],
    [ERROR.balanceTooSmall, null, undefined],
    ['ERR_NETWORK', null, undefined],
  ])('a refusal %s of %o lands on %s', (code, data, field) => {
    const ticket = withStops('1.07', '1.08');
    expect(refusedField({ code, data }, { ticket, side: 'buy', now: decimal('1.08342') })).toBe(field);
  });

  it('a stop that the price has passed since lands on the one that is on', () => {
    const refusal = { code: ERROR.stopInvalid, data: null };
    expect(refusedField(refusal, { ticket: withStops('1.07', undefined), side: 'buy', now: decimal('1.08') })).toBe('stopLoss');
    expect(refusedField(refusal, { ticket: withStops(undefined, '1.09'), side: 'buy', now: decimal('1.08') })).toBe('takeProfit');
  });
});
