import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { decimal } from '#domain/decimal.ts';
import type { NewOrder } from '#domain/order-request.ts';
import { closeToWire, newOrderToWire, refusedFieldFromWire, reverseToWire, stopsToWire } from '#protocol/order-requests.ts';
import { CloseQuery, ReverseQuery, SetStopQuery, SubmitQuery } from '#protocol/rest/forex.ts';

const BOUND = { seen: decimal('1.08342'), slippage: decimal('0.00054171') };
const MARKET: NewOrder = {
  ...{ productId: 7, side: 'buy', lots: decimal('0.1'), leverage: 100, orderPrice: undefined, goodTill: 'day', bound: BOUND },
  ...{ stopLoss: decimal('1.07'), takeProfit: 0n },
};
const PENDING: NewOrder = { ...MARKET, side: 'sell', orderPrice: decimal('1.09'), bound: undefined };

describe('what is sent for an order', () => {
  it('S1-2.75 S1-7.40: of a market order the eight fields and the bound, in the order of the specification', () => {
    const fields = newOrderToWire(MARKET);
    expect(v.is(SubmitQuery, fields)).toBe(true);
    expect(new URLSearchParams(fields as Record<string, string>).toString()).toBe(
      'type=1&cont=0.1&forex_id=7&status=1&target_price=0&stop_loss_price=1.07&target_profit_price=0&multiple=100&seen_price=1.08342&slippage=0.00054171',
    );
  });

  it('S1-2.61 D9.62: of a pending order its price and how long it waits, unless that is until it is cancelled', () => {
    const fields = newOrderToWire(PENDING);
    expect(v.is(SubmitQuery, fields)).toBe(true);
    expect(fields).toMatchObject({ type: '2', status: '0', target_price: '1.09', good_till: 'day' });
    expect(fields).not.toHaveProperty('seen_price');
    expect(newOrderToWire({ ...PENDING, goodTill: 'cancelled' })).not.toHaveProperty('good_till');
    expect(newOrderToWire({ ...PENDING, goodTill: '1772668800' })).toMatchObject({ good_till: '1772668800' });
  });

  it('D1.7.08: a close names a part only where not all is closed', () => {
    expect(closeToWire({ id: 5, bound: BOUND })).toEqual({ id: '5', seen_price: '1.08342', slippage: '0.00054171' });
    const part = closeToWire({ id: 5, lots: decimal('0.25'), bound: undefined });
    expect(part).toEqual({ id: '5', cont: '0.25' });
    expect(v.is(CloseQuery, part)).toBe(true);
    expect(v.is(ReverseQuery, reverseToWire({ id: 5, bound: BOUND }))).toBe(true);
  });

  it('S1-7.42: stops that are not named are not sent, and none is 0', () => {
    expect(stopsToWire({ id: 5, stopLoss: 0n })).toEqual({ id: '5', stop_loss_price: '0' });
    const both = stopsToWire({ id: 5, stopLoss: decimal('1.07'), takeProfit: decimal('1.09') });
    expect(both).toEqual({ id: '5', stop_loss_price: '1.07', target_profit_price: '1.09' });
    expect(v.is(SetStopQuery, both)).toBe(true);
  });
});

describe('the field of a refusal', () => {
  it.each([
    ['cont', 'lots'],
    ['multiple', 'leverage'],
    ['target_price', 'orderPrice'],
    ['stop_loss_price', 'stopLoss'],
    ['target_profit_price', 'takeProfit'],
    ['good_till', 'goodTill'],
    ['seen_price', undefined],
    ['constructor', undefined],
  ])('%s is %s', (field, name) => {
    expect(refusedFieldFromWire({ field, value: '', allowed: '' })).toBe(name);
  });

  it('is none where the refusal names none', () => {
    for (const data of [null, undefined, {}, 'x', { field: 7 }]) expect(refusedFieldFromWire(data)).toBeUndefined();
  });
});
