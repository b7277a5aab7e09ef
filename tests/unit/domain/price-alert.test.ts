import { describe, expect, it } from 'vitest';
import { decimal, type Price } from '#domain/decimal.ts';
import { type AlertTerms, alertLevel, alertProblem, movedFrom } from '#domain/price-alert.ts';
import { isMet } from '#domain/stops.ts';

const above = (price: string, own: Partial<AlertTerms> = {}): AlertTerms => ({
  ...{ productId: 1, kind: 'above', price: decimal(price), percent: undefined, windowS: undefined, repeat: 'once' },
  ...own,
});
const move = (percent: string, windowS: number | undefined, own: Partial<AlertTerms> = {}): AlertTerms => ({
  ...{ productId: 1, kind: 'move', price: undefined, percent: decimal(percent), windowS, repeat: 'once' },
  ...own,
});
const SCENE = { newest: decimal<Price>('1.08'), pricePrecision: 5, others: [] };

describe('what an alert may wait for', () => {
  it.each<[string, AlertTerms, string, string]>([
    ['above the newest price by nothing', above('1.08'), 'price', 'wrong-side'],
    ['above a price that is passed', above('1.07999'), 'price', 'wrong-side'],
    ['below the newest price by nothing', above('1.08', { kind: 'below' }), 'price', 'wrong-side'],
    ['below a price that is far above', above('2', { kind: 'below' }), 'price', 'wrong-side'],
    ['no price', above('1.09', { price: undefined }), 'price', 'missing'],
    ['a price of 0', above('0', { kind: 'below' }), 'price', 'missing'],
    ['more digits than the product has', above('1.080001'), 'price', 'too-fine'],
    ['a percentage beside a price', above('1.09', { percent: decimal('1') }), 'percent', 'not-of-kind'],
    ['a window beside a price', above('1.09', { windowS: 60 }), 'windowS', 'not-of-kind'],
    ['no percentage', move('1', 60, { percent: undefined }), 'percent', 'missing'],
    ['a percentage of 0', move('0', 60), 'percent', 'missing'],
    ['a thousandth of a percent', move('1.001', 60), 'percent', 'too-fine'],
    ['less than a tenth of a percent', move('0.09', 60), 'percent', 'out-of-bounds'],
    ['more than fifty percent', move('50.01', 60), 'percent', 'out-of-bounds'],
    ['no window', move('1', undefined), 'windowS', 'missing'],
    ['a window that is not offered', move('1', 61), 'windowS', 'not-offered'],
    ['a price beside a move', move('1', 60, { price: decimal('1.09') }), 'price', 'not-of-kind'],
  ])('D9.145 not %s', (_name, terms, field, why) => {
    expect(alertProblem(terms, SCENE)).toEqual({ field, why });
  });

  it.each<[string, AlertTerms]>([
    ['a step above the newest price', above('1.08001')],
    ['a step below it', above('1.07999', { kind: 'below' })],
    ['the smallest move', move('0.1', 60)],
    ['the largest within the longest time', move('50', 14_400)],
  ])('D9.145 %s may be waited for', (_name, terms) => {
    expect(alertProblem(terms, SCENE)).toBeUndefined();
  });

  it('D9.145 the same is not waited for twice, however often each fires; on another product or for another price it is', () => {
    const doubled = (terms: AlertTerms, other: AlertTerms) => alertProblem(terms, { ...SCENE, others: [other] });
    expect(doubled(above('1.09'), above('1.09', { repeat: 'every' }))).toEqual({ field: 'price', why: 'doubled' });
    expect(doubled(move('1', 60), move('1', 60))).toEqual({ field: 'percent', why: 'doubled' });
    expect(doubled(above('1.09'), above('1.09', { productId: 2 }))).toBeUndefined();
    expect(doubled(above('1.09'), above('1.09', { kind: 'below' }))).toBeUndefined();
    expect(doubled(move('1', 60), move('1', 300))).toBeUndefined();
  });
});

describe('when a tick fires an alert', () => {
  it.each([
    ['above', '1.0799', false],
    ['above', '1.08', true],
    ['above', '1.0801', true],
    ['below', '1.0801', false],
    ['below', '1.08', true],
    ['below', '1.0799', true],
  ] as const)('D9.146 %s 1.08 at %s: %s', (kind, price, expected) => {
    const level = alertLevel({ kind, price: decimal('1.08') });
    expect(level && isMet(level, decimal(price))).toBe(expected);
  });

  it.each([
    ['101', '100', '101', '1', '100'],
    ['100.99999999', '100', '101', '1', undefined],
    ['99', '99', '100', '1', '100'],
    ['99.00000001', '99', '100', '1', undefined],
    // From both: further from the low (1.5 %) than from the high (1.47 %).
    ['101.5', '100', '103', '1', '100'],
    ['98.4', '97', '100', '1', '100'],
    // Prices of a few units.
    ['0.00000003', '0.00000002', '0.00000003', '50', '0.00000002'],
  ])('D9.146 at %s with a low of %s and a high of %s, %s percent: from %s', (price, low, high, percent, expected) => {
    const from = movedFrom(decimal(price), { low: decimal(low), high: decimal(high) }, decimal(percent));
    expect(from).toBe(expected === undefined ? undefined : decimal(expected));
  });
});
