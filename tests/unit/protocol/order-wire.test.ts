import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { decimal } from '#domain/decimal.ts';
import { entryPrice, isLive, ORDER_END_REASONS, type Order, orderPosition } from '#domain/order.ts';
import { ORDER_STATUS, orderState } from '#protocol/order-status.ts';
import { OrderRowError, orderFromWire, orderToWire } from '#protocol/order-wire.ts';
import { OrderRow } from '#protocol/rest/forex.ts';

const ORDER: Order = {
  id: 17,
  originId: 0,
  parentId: 5,
  followType: 1,
  state: 'closed',
  side: 'sell',
  lots: decimal('0.5'),
  askedPrice: decimal('1.08342'),
  openPrice: decimal('1.08343'),
  stopLoss: decimal('1.09'),
  takeProfit: 0n,
  margin: 0n,
  fee: decimal('3'),
  profit: decimal('-12.345678'),
  leverage: 100,
  marginMode: 0,
  contractNumber: decimal('100000'),
  quoteRate: decimal('0.0067'),
  openSeq: 12,
  closeSeq: 4_000_000_000,
  end: 'tp',
  createdAtMs: Date.UTC(2026, 2, 4, 10, 0, 1),
  completedAtMs: Date.UTC(2026, 2, 4, 23, 59, 59),
  financing: decimal('-0.88'),
  goodTillMs: 0,
  product: { id: 1, code: 'EURUSD', showCode: 'EUR/USD', pricePrecision: 5 },
  price: decimal('1.08466'),
};
const ROW = orderToWire(ORDER);

describe('an order on the wire', () => {
  it('S1-3.01: has the fields of the specification, each in its form', () => {
    expect(v.parse(OrderRow, ROW)).toEqual(ROW);
    expect(ROW).toMatchObject({
      ...{ Id: 17, Status: 3, OrderType: 2, Quantity: '0.5', OriginPrice: 1.08342, Price: 1.08343, UpdatePrice: 1.08466 },
      ...{ FactProfits: '-12.345678', CautionMoney: '0', TradeFee: '3', TargetLossPrice: 1.09, TargetProfitPrice: 0 },
      ...{ CreateTimeHandler: '2026-03-04 10:00:01', CompleteTimeHandler: '2026-03-04 23:59:59', CloseReason: 'tp', Multiple: 100 },
    });
  });

  it.each(Object.keys(ORDER_STATUS) as Order['state'][])('D1.3.07: %s comes back as the order that it was, whatever its end', (state) => {
    for (const end of ORDER_END_REASONS) {
      const order = { ...ORDER, state, end, completedAtMs: isLive({ state }) ? 0 : ORDER.completedAtMs };
      expect(orderFromWire(orderToWire(order))).toEqual(order);
      expect(orderFromWire(JSON.parse(JSON.stringify(orderToWire(order))))).toEqual(order);
    }
  });

  it('S1-3.01: another back end may send numbers as text, leave additive fields out, and give any number but 1 to a sale', () => {
    const base = {
      Id: '9',
      Status: '0',
      OrderType: 0,
      Quantity: 0.25,
      Price: '0',
      OriginPrice: '1.1',
      ForexTradeLists: { ShowCode: 'EUR/USD' },
    };
    expect(orderFromWire(base)).toMatchObject({
      ...{ id: 9, state: 'pending', side: 'sell', lots: decimal('0.25'), askedPrice: decimal('1.1'), openPrice: 0n, stopLoss: 0n },
      ...{ contractNumber: undefined, quoteRate: decimal('1'), followType: 1, end: '', createdAtMs: 0, completedAtMs: 0 },
      product: { id: 0, code: '', showCode: 'EUR/USD', pricePrecision: 0 },
    });
  });
});

describe('a time of an order', () => {
  it.each(['abc', '2026-13-45 99:00:00', '2026-03-04', 'Tue Mar 3'])('S1-8.15: %j is no time, and nothing else changes', (text) => {
    const order = orderFromWire({ ...ROW, CreateTimeHandler: text });
    expect(order).toEqual({ ...ORDER, createdAtMs: Number.NaN });
  });
});

describe('a row that is no order', () => {
  const BAD: [field: string, value: unknown, said: string][] = [
    ['Id', 0, 'allowed: an id above 0'],
    ['Id', 'seven', 'allowed: an id above 0'],
    ['Status', 2, 'order 17: Status is 2, allowed: 0, 1, 3, 4'],
    ['Status', '', 'Status is "", allowed: 0, 1, 3, 4'],
    ['Status', null, 'Status is null'],
    ['Status', true, 'Status is true'],
    ['OrderType', 'buy', 'OrderType is "buy", allowed: 1 to buy, another number to sell'],
    ['Quantity', '1e3', 'Quantity is "1e3", allowed: a decimal'],
    ['Quantity', '-5', 'Quantity is "-5", allowed: a decimal not below 0'],
    ['QuoteRate', '-1', 'QuoteRate is "-1", allowed: a decimal not below 0'],
    ['ForexContNum', '-100', 'ForexContNum is "-100", allowed: a decimal not below 0'],
    ['GoodTill', 9_007_199_254_740_991, 'GoodTill is 9007199254740991, allowed: unix ms, or 0'],
    ['Price', -1, 'Price is -1, allowed: a price, or 0'],
    ['CautionMoney', 'NaN', 'CautionMoney is "NaN"'],
    ['FactProfits', {}, 'FactProfits is {}'],
    ['CreateTimeHandler', 1_772_618_400, 'CreateTimeHandler is 1772618400, allowed: YYYY-MM-DD HH:mm:ss'],
    ['CloseReason', 'whim', "CloseReason is \"whim\", allowed: '', 'manual'"],
    ['ForexTradeLists', [], 'ForexTradeLists is [], allowed: an object'],
    ['ForexTradeLists', { Id: -1 }, 'Id is -1, allowed: an id'],
    ['ForexTradeLists', { Code: 'X'.repeat(65) }, 'allowed: text of at most 64 characters'],
  ];
  it.each(BAD)('D9.73: %s %j is refused by name, value and what is allowed', (field, value, said) => {
    const read = () => orderFromWire({ ...ROW, [field]: value });
    expect(read).toThrow(OrderRowError);
    expect(read).toThrow(said);
  });

  it.each([undefined, null, 7, 'row', []])('D9.73: %j is none', (row) => {
    expect(() => orderFromWire(row)).toThrow('allowed: an object');
  });

  it('D9.73: needs the fields without which it would be another order', () => {
    for (const field of ['Id', 'Status', 'OrderType', 'Quantity']) {
      const { [field as 'Id']: _left, ...rest } = ROW;
      expect(() => orderFromWire(rest)).toThrow(`${field} is undefined`);
    }
  });

  it('D9.73: cuts a long value short in its message', () => {
    expect(() => orderFromWire({ ...ROW, Status: '9'.repeat(5_000) })).toThrow(/^.{0,160}$/);
  });
});

describe('states and their numbers', () => {
  it('D1.3.07: are one to one, and no other number is a state', () => {
    for (const state of Object.keys(ORDER_STATUS) as Order['state'][]) expect(orderState(ORDER_STATUS[state])).toBe(state);
    expect([-1, 2, 5, 1.5, Number.NaN, '', null, undefined, [], {}].map(orderState)).toEqual(new Array(10).fill(undefined));
  });
});

describe('what an order is counted from', () => {
  it('S1-4.05: its opening price; while it waits, the price that it waits for', () => {
    expect(entryPrice(ORDER)).toBe(ORDER.openPrice);
    expect(entryPrice({ ...ORDER, state: 'pending' })).toBe(ORDER.askedPrice);
    expect(orderPosition(ORDER)).toEqual({
      ...{ side: 'sell', lots: ORDER.lots, openPrice: ORDER.openPrice, contractNumber: ORDER.contractNumber },
      ...{ marginMode: 0, quoteRate: ORDER.quoteRate },
    });
  });

  it('D1.3.08: the contract number of its product, where it does not say its own', () => {
    const silent = { ...ORDER, contractNumber: undefined };
    expect(orderPosition(silent, decimal('100')).contractNumber).toBe(decimal('100'));
    expect(orderPosition(silent).contractNumber).toBe(decimal('1'));
    expect(orderPosition(ORDER, decimal('100')).contractNumber).toBe(decimal('100000'));
  });
});
