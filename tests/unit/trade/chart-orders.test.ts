import Big from 'big.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatDecimal } from '#domain/decimal.ts';
import type { Order } from '#domain/order.ts';
import { orderFromWire } from '#protocol/order-wire.ts';
import type { OrderRow } from '#protocol/rest/forex.ts';
import { profitAt } from '#ui/orders/order-position.ts';
import {
  allowedStop,
  CHART_ORDERS_MAX,
  linesOfOrder,
  ordersOfProduct,
  stopOfDrag,
} from '#ui/screens/trade/chart-orders/chart-order-lines.ts';

const ROW: OrderRow = {
  Id: 501,
  OriginId: 0,
  Status: 1,
  OrderType: 1,
  Quantity: '0.1',
  OriginPrice: 1.083,
  Price: 1.08342,
  UpdatePrice: 1.084,
  FactProfits: '0',
  CautionMoney: '108.342',
  TradeFee: '0.6',
  TargetLossPrice: 1.079,
  TargetProfitPrice: 0,
  CreateTimeHandler: '2026-03-04 10:00:00',
  CompleteTimeHandler: '',
  ForexTradeLists: { Id: 1, Code: 'EURUSD', ShowCode: 'EUR/USD', PricePrecision: 5 },
  Multiple: 100,
  MarginMode: 0,
  ForexContNum: '100000',
  QuoteRate: '1',
  FollowType: 1,
  ParentId: 0,
  Seq: 1,
  CloseSeq: 0,
  CloseReason: '',
};
const order = (over: Partial<OrderRow> = {}): Order => orderFromWire({ ...ROW, ...over });
const keys = (of: Order) => linesOfOrder(of).map(({ key, price }) => [key, price]);

describe('the lines of an order', () => {
  it('stand at the entry and at the stops that it has', () => {
    expect(keys(order())).toEqual([
      ['501/entry', 1.08342],
      ['501/stopLoss', 1.079],
    ]);
    expect(keys(order({ Status: 0, Price: 0, TargetLossPrice: 0, TargetProfitPrice: 1.09 }))).toEqual([
      ['501/entry', 1.083],
      ['501/takeProfit', 1.09],
    ]);
    expect(linesOfOrder(order({ Status: 0 }))[0]?.kind).toBe('pending');
  });

  it('are those of the product, open or pending, the newest ones first, not too many', () => {
    const other = order({ Id: 9, ForexTradeLists: { ...ROW.ForexTradeLists, Id: 2 } });
    const many = Array.from({ length: 70 }, (_, at) => order({ Id: at + 10, Status: at % 2 }));
    const found = ordersOfProduct([other, order({ Id: 8, Status: 3 }), ...many], 1);
    expect(found.map(({ id }) => id)).toEqual(Array.from({ length: CHART_ORDERS_MAX }, (_, at) => 79 - at));
  });
});

describe('the money at a line', () => {
  it('is the profit that the server would book, by hand', () => {
    expect(formatDecimal(profitAt(order(), 1.079) ?? 0n)).toBe('-44.2');
    expect(formatDecimal(profitAt(order({ OrderType: 2 }), 1.079) ?? 0n)).toBe('44.2');
    expect(formatDecimal(profitAt(order({ Status: 0 }), 1.079) ?? 0n)).toBe('-40');
    expect(profitAt(order(), Number.NaN)).toBeUndefined();
  });

  it('agrees with exact decimals for any position', () => {
    const price = fc.integer({ min: 1, max: 9_999_999 });
    fc.assert(
      fc.property(price, price, fc.integer({ min: 1, max: 5_000 }), fc.boolean(), (open, at, hundredths, isBuy) => {
        const position = order({ Price: open / 1e5, Quantity: String(hundredths / 100), OrderType: isBuy ? 1 : 2, QuoteRate: '0.00667' });
        const moved = new Big(at)
          .minus(open)
          .div(1e5)
          .times(isBuy ? 1 : -1);
        const money = moved
          .times(hundredths / 100)
          .times(100_000)
          .times('0.00667');
        expect(formatDecimal(profitAt(position, at / 1e5) ?? 0n)).toBe(money.round(6, Big.roundHalfUp).toFixed());
      }),
    );
  });
});

describe('where a stop may be dragged to', () => {
  it.each([
    ['buy', 'stopLoss', 1.09, 1.08341],
    ['buy', 'stopLoss', 1.08342, 1.08341],
    ['buy', 'stopLoss', 1.08, 1.08],
    ['buy', 'takeProfit', 1.08, 1.08343],
    ['buy', 'takeProfit', 1.09, 1.09],
    ['sell', 'stopLoss', 1.08, 1.08343],
    ['sell', 'takeProfit', 1.09, 1.08341],
    ['sell', 'takeProfit', -3, 0.00001],
  ] as const)('D1.2.25 %s %s dragged to %f is held at %f while the price is 1.08342', (side, stop, wanted, held) => {
    expect(allowedStop(side, stop, wanted, { reference: 1.08342, digits: 5 })).toBe(held);
  });

  it('a line from the entry becomes the stop of the side that it goes to', () => {
    expect(stopOfDrag('buy', 1.08, 1.09)).toBe('stopLoss');
    expect(stopOfDrag('buy', 1.1, 1.09)).toBe('takeProfit');
    expect(stopOfDrag('sell', 1.08, 1.09)).toBe('takeProfit');
    expect(stopOfDrag('sell', 1.1, 1.09)).toBe('stopLoss');
    expect(stopOfDrag('sell', 1.09, 1.09)).toBeUndefined();
  });

  it('always on its side, on the grid of the product, and left alone when it is already there', () => {
    const digits = fc.integer({ min: 0, max: 5 });
    const side = fc.constantFrom('buy' as const, 'sell' as const);
    const stop = fc.constantFrom('stopLoss' as const, 'takeProfit' as const);
    fc.assert(
      fc.property(digits, side, stop, fc.integer({ min: 2, max: 10_000_000 }), fc.double({ min: 0, max: 200, noNaN: true }), (...input) => {
        const [precision, of, name, steps, wanted] = input;
        const reference = Number((steps / 10 ** precision).toFixed(precision));
        const held = allowedStop(of, name, wanted, { reference, digits: precision });
        const isBelow = (of === 'buy') === (name === 'stopLoss');
        expect(isBelow ? held < reference : held > reference).toBe(true);
        expect(held).toBeGreaterThan(0);
        expect(Number(held.toFixed(precision))).toBe(held);
        expect(allowedStop(of, name, held, { reference, digits: precision })).toBe(held);
      }),
    );
  });
});
