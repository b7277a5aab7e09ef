import { expect, it } from 'vitest';
import { changePercent } from '#domain/change-percent.ts';
import { decimal, formatDecimal } from '#domain/decimal.ts';

const change = (open: string, close: string) => formatDecimal(changePercent({ open: decimal(open), close: decimal(close) }), 2);

it('change is a percent of the open price with 2 decimals (DW.04)', () => {
  expect(change('1.0800', '1.0854')).toBe('0.50');
  expect(change('1.0854', '1.0800')).toBe('-0.50');
  expect(change('3', '4')).toBe('33.33');
  expect(change('1.08', '1.08')).toBe('0.00');
});

it('change is 0 without an open price', () => {
  expect(change('0', '1.08')).toBe('0.00');
});

it('change rounds half away from zero on both sides', () => {
  expect(change('200', '200.01')).toBe('0.01');
  expect(change('200', '199.99')).toBe('-0.01');
});
