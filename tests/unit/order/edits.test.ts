import { describe, expect, it } from 'vitest';
import { decimal, formatDecimal } from '#domain/decimal.ts';
import { lotsInSteps } from '#domain/lots.ts';
import { orderFromWire } from '#protocol/order-wire.ts';
import type { OrderRow } from '#protocol/rest/forex.ts';
import type { Freshness } from '#ui/freshness/freshness.tsx';
import {
  draggedStop,
  initialStop,
  isChanged,
  refusedStops,
  type StopsForm,
  sentStops,
  stopProblem,
  toggledStop,
} from '#ui/orders/stops-form.ts';
import { equityAt } from '#ui/screens/order/margin/equity-at.ts';
import { manySummary } from '#ui/screens/order/questions/many-summary.ts';
import { partOfShare, partRules, typedPartProblem } from '#ui/screens/order/questions/part-rules.ts';
import { CSV_ROWS_MAX, readCsv } from '#ui/screens/order/statement/read-csv.ts';

const order = (over: Partial<OrderRow> = {}) =>
  orderFromWire({
    Id: 1,
    Status: 1,
    OrderType: 1,
    Quantity: '0.5',
    TargetLossPrice: 0,
    TargetProfitPrice: 0,
    ForexTradeLists: { Id: 1, Code: 'EURUSD', ShowCode: 'EUR/USD', PricePrecision: 5 },
    ...over,
  });
const PRODUCT = { lots: { pip: decimal('0.01'), min: decimal('0.1'), max: decimal('50') } };

describe('a part of a position (decision D1.7.08)', () => {
  const rules = (quantity: string) => partRules(order({ Quantity: quantity }), PRODUCT);
  it('leaves nothing or at least the minimum', () => {
    expect(typedPartProblem('0.4', rules('0.5'))).toBeUndefined();
    expect(typedPartProblem('0.5', rules('0.5'))).toBeUndefined();
    expect(typedPartProblem('0.41', rules('0.5'))).toBe('rest-below-min');
    expect(typedPartProblem('0.405', rules('0.5'))).toBe('not-a-step');
    expect(typedPartProblem('0.51', rules('0.5'))).toBe('above-quantity');
    for (const text of ['', '0', '.', '1e-1', '-0.1']) expect(typedPartProblem(text, rules('0.5'))).toBe('missing');
  });
  it('knows the largest part, and when there is none', () => {
    expect(formatDecimal(rules('0.5').largest)).toBe('0.4');
    expect(formatDecimal(rules('0.11').largest)).toBe('0.01');
    expect(rules('0.1').largest).toBe(0n);
    expect(rules('0.05').largest).toBe(0n);
  });
  it('offers shares in whole steps that can be closed', () => {
    const text = (percent: 25 | 50 | 75, quantity: string) => lotsInSteps(partOfShare(percent, rules(quantity)), rules(quantity).pip);
    expect(text(25, '0.5')).toBe('0.12');
    expect(text(50, '0.5')).toBe('0.25');
    expect(text(75, '0.15')).toBe('0.05');
    expect(text(75, '3')).toBe('2.25');
    for (const quantity of ['0.11', '0.15', '0.5', '1', '50'])
      for (const percent of [50, 75] as const) expect(typedPartProblem(text(percent, quantity), rules(quantity))).toBeUndefined();
  });
});

describe('the form of the stops', () => {
  const form = (stopLoss: string | undefined, takeProfit: string | undefined): StopsForm => ({
    stopLoss: { isOn: stopLoss !== undefined, text: stopLoss ?? '' },
    takeProfit: { isOn: takeProfit !== undefined, text: takeProfit ?? '' },
  });
  it('D9.251 begins with what stands, proposes a new stop that may be, and clears one that is turned off', () => {
    expect(initialStop(order({ TargetLossPrice: 1.08 }), 'stopLoss')).toEqual({ isOn: true, text: '1.08000' });
    expect(initialStop(order(), 'takeProfit')).toEqual({ isOn: false, text: '' });
    expect(draggedStop(order(), 1.08342)).toEqual({ isOn: true, text: '1.08342' });
    for (const OrderType of [1, 2] as const)
      for (const stop of ['stopLoss', 'takeProfit'] as const) {
        const proposed = toggledStop(order({ OrderType }), stop, true, 1.08342);
        expect(proposed).toEqual({ isOn: true, text: (OrderType === 1) === (stop === 'stopLoss') ? '1.08125' : '1.08559' });
        const off = { isOn: false, text: '' };
        expect(stopProblem({ stopLoss: off, takeProfit: off, [stop]: proposed }, order({ OrderType }), stop, 1.08342)).toBeUndefined();
      }
    expect(toggledStop(order(), 'stopLoss', true, Number.NaN)).toEqual({ isOn: true, text: '' });
    expect(toggledStop(order(), 'stopLoss', false, 1.08342)).toEqual({ isOn: false, text: '' });
  });
  it('allows a stop only on its side: a buy below and above, a sell the reverse; equality is wrong', () => {
    const at = (OrderType: 1 | 2, stop: 'stopLoss' | 'takeProfit', text: string) =>
      stopProblem(stop === 'stopLoss' ? form(text, undefined) : form(undefined, text), order({ OrderType }), stop, 1.08342);
    expect(at(1, 'stopLoss', '1.08')).toBeUndefined();
    expect(at(1, 'stopLoss', '1.08342')).toBe('wrong-side');
    expect(at(1, 'stopLoss', '1.09')).toBe('wrong-side');
    expect(at(1, 'takeProfit', '1.09')).toBeUndefined();
    expect(at(1, 'takeProfit', '1.08342')).toBe('wrong-side');
    expect(at(2, 'stopLoss', '1.09')).toBeUndefined();
    expect(at(2, 'stopLoss', '1.08')).toBe('wrong-side');
    expect(at(2, 'takeProfit', '1.08')).toBeUndefined();
    expect(at(2, 'takeProfit', '1.083421')).toBe('too-fine');
    expect(at(1, 'stopLoss', '')).toBe('missing');
    expect(at(1, 'stopLoss', '0')).toBe('missing');
  });
  it('does not judge a stop that stands unchanged', () => {
    const standing = order({ TargetLossPrice: 1.09 });
    expect(stopProblem(form('1.09000', undefined), standing, 'stopLoss', 1.08)).toBeUndefined();
    expect(isChanged(form('1.09', undefined), standing, 'stopLoss')).toBe(false);
    expect(isChanged(form('1.0901', undefined), standing, 'stopLoss')).toBe(true);
    expect(isChanged(form(undefined, undefined), standing, 'stopLoss')).toBe(true);
  });
  it('S1-7.42 sends the typed price, and 0 for a stop that is off', () => {
    const sent = (typed: StopsForm, opened = order(), now = opened) => sentStops(typed, opened, now);
    expect(sent(form('1.08000', undefined))).toEqual({ stopLoss: decimal('1.08'), takeProfit: 0n });
    expect(sent(form(undefined, '1.0901'))).toEqual({ stopLoss: 0n, takeProfit: decimal('1.0901') });
  });
  it('D9.96 leaves a stop that was not touched as it stands now, also where another device has moved or removed it', () => {
    const opened = order({ TargetLossPrice: 1.08, TargetProfitPrice: 1.09 });
    const sent = (typed: StopsForm, now: Partial<OrderRow>) => sentStops(typed, opened, order(now));
    const moved = { TargetLossPrice: 1.08, TargetProfitPrice: 1.095 };
    expect(sent(form('1.07', '1.09000'), moved)).toEqual({ stopLoss: decimal('1.07'), takeProfit: decimal('1.095') });
    expect(sent(form(undefined, '1.09'), { TargetProfitPrice: 0 })).toEqual({ stopLoss: 0n, takeProfit: 0n });
    expect(sent(form('1.08', undefined), moved)).toEqual({ stopLoss: decimal('1.08'), takeProfit: 0n });
  });
  it('finds the field that a refusal belongs to', () => {
    const both = form('1.08', '1.09');
    expect(refusedStops('takeProfit', both, order())).toEqual(['takeProfit']);
    expect(refusedStops(undefined, form('1.08', undefined), order())).toEqual(['stopLoss']);
    expect(refusedStops(undefined, both, order())).toEqual(['stopLoss', 'takeProfit']);
    expect(refusedStops(undefined, form('1.08', '1.09'), order({ TargetLossPrice: 1.08 }))).toEqual(['takeProfit']);
  });
});

describe('what closing everything would do', () => {
  it('counts and sums what can go now and keeps apart what cannot', () => {
    const item = (Id: number, profit: string, freshness: Freshness) => ({ order: order({ Id }), profit: decimal(profit), freshness });
    const summary = manySummary([
      item(1, '4.2', 'live'),
      item(2, '-10', 'closed'),
      item(3, '-1.2', 'connecting'),
      item(4, '3', 'stale'),
      item(5, '1', 'lost'),
    ]);
    expect(summary.ready.map((item) => item.order.id)).toEqual([1, 3]);
    expect(summary.blocked.map((item) => item.order.id)).toEqual([2, 4, 5]);
    // 4.2 - 1.2; these orders cost no fee.
    expect([summary.result.profit, summary.result.fee].map((money) => formatDecimal(money))).toEqual(['3', '0']);
    expect(manySummary([])).toEqual({ ready: [], blocked: [], result: { profit: 0n, fee: 0n, financing: 0n } });
  });
});

describe('the equity at which a margin level is reached', () => {
  it('is margin x level / 100, never too low', () => {
    expect(formatDecimal(equityAt(decimal('108.342'), decimal('50')))).toBe('54.171');
    expect(formatDecimal(equityAt(decimal('0.00000001'), decimal('50')))).toBe('0.00000001');
  });
});

describe('a statement read for paper', () => {
  it('knows quotes, doubled quotes, line breaks in a cell, empty cells and both line ends', () => {
    expect(readCsv('\uFEFFa,b\r\n"x, ""y""\nz",\n1,2\n').rows).toEqual([
      ['a', 'b'],
      ['x, "y"\nz', ''],
      ['1', '2'],
    ]);
    expect(readCsv('').rows).toEqual([]);
    expect(readCsv('a,').rows).toEqual([['a', '']]);
  });
  it('takes the apostrophe off that keeps a spreadsheet from running a formula', () => {
    expect(readCsv(`'=1+1,"'-2","'x"`).rows).toEqual([['=1+1', '-2', "'x"]]);
  });
  it('ends with its most rows and says so', () => {
    const { rows, isCut } = readCsv('a\n'.repeat(CSV_ROWS_MAX + 1));
    expect(rows.length).toBe(CSV_ROWS_MAX);
    expect(isCut).toBe(true);
    expect(readCsv('a\n'.repeat(CSV_ROWS_MAX)).isCut).toBe(false);
  });
});
