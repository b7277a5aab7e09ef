import { describe, expect, it } from 'vitest';
import type { Side } from '#domain/contract.ts';
import { decimal, formatDecimal } from '#domain/decimal.ts';
import { contractProfit } from '#domain/profit.ts';

const profit = (side: Side, open: string, price: string, over: { lots?: string; number?: string; rate?: string } = {}) =>
  formatDecimal(
    contractProfit({
      side,
      openPrice: decimal(open),
      price: decimal(price),
      lots: decimal(over.lots ?? '0.1'),
      contractNumber: decimal(over.number ?? '100000'),
      quoteRate: decimal(over.rate ?? '1'),
      marginMode: 0,
    }),
  );

describe('contract profit', () => {
  it('is (price - open) x lots x contract number: 0.00042 x 10000 = 4.2', () => {
    expect(profit('buy', '1.083', '1.08342')).toBe('4.2');
    expect(profit('sell', '1.083', '1.08342')).toBe('-4.2');
  });

  it('is nothing at the open price', () => {
    expect(profit('buy', '1.083', '1.083')).toBe('0');
    expect(profit('sell', '1.083', '1.083')).toBe('0');
  });

  it('turns into the site currency by QuoteRate', () => {
    // 0.5 yen x 10000 = 5000 yen at 0.0066.
    expect(profit('buy', '150', '150.5', { rate: '0.0066' })).toBe('33');
  });

  it('rounds half away from zero on both sides', () => {
    expect(profit('buy', '1', '1.00005', { lots: '0.01', number: '1' })).toBe('0.000001');
    expect(profit('sell', '1', '1.00005', { lots: '0.01', number: '1' })).toBe('-0.000001');
  });
});
