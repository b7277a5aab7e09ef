import { describe, expect, it } from 'vitest';
import { DecimalRangeError, decimal, formatDecimal, type Lots, type Price, type Ratio } from '#domain/decimal.ts';
import { initialMargin, moneyOfPart } from '#domain/margin.ts';

const order = (over: { lots?: string; number?: string; price?: string; rate?: string; mode?: 0 | 1; leverage?: number }) => ({
  lots: decimal<Lots>(over.lots ?? '0.1'),
  contractNumber: decimal<Ratio>(over.number ?? '100000'),
  price: decimal<Price>(over.price ?? '1.08345'),
  quoteRate: decimal<Ratio>(over.rate ?? '1'),
  marginMode: over.mode ?? (0 as const),
  leverage: over.leverage ?? 100,
});

describe('margin', () => {
  it('S1-9.11 margin in MarginMode 1: 0.5 lots of 1000 hold 500', () => {
    expect(formatDecimal(initialMargin(order({ mode: 1, lots: '0.5', number: '1000' })))).toBe('500');
  });

  it('S1-9.11 margin otherwise: 0.1 x 100000 x 1.08345 / 100 = 108.345', () => {
    expect(formatDecimal(initialMargin(order({})))).toBe('108.345');
  });

  it('S1-9.11 margin to 6 decimals, half away from zero', () => {
    // 0.01 x 1 x 0.00005 / 1 = 0.0000005, a half of the sixth digit.
    expect(formatDecimal(initialMargin(order({ lots: '0.01', number: '1', price: '0.00005', leverage: 1 })))).toBe('0.000001');
    expect(formatDecimal(initialMargin(order({ lots: '0.01', number: '1', price: '0.00004999', leverage: 1 })))).toBe('0');
  });

  it('multiplies by QuoteRate in both modes and ignores leverage in MarginMode 1', () => {
    expect(formatDecimal(initialMargin(order({ rate: '0.0066' })))).toBe('0.715077');
    expect(formatDecimal(initialMargin(order({ mode: 1, lots: '0.5', number: '1000', rate: '0.5', leverage: 0 })))).toBe('250');
  });

  it('refuses a leverage that is not a whole number of one or more', () => {
    for (const leverage of [0, -1, 1.5, Number.NaN]) expect(() => initialMargin(order({ leverage }))).toThrow('leverage');
  });

  it('is an error, never a wrap, beyond 64 bits', () => {
    expect(() => initialMargin(order({ lots: '50', number: '9000000000', price: '9000000', leverage: 1 }))).toThrow(DecimalRangeError);
  });

  it('gives a part of the lots its share', () => {
    const whole = decimal('108.345');
    expect(formatDecimal(moneyOfPart({ money: whole, lots: decimal('0.03'), wholeLots: decimal('0.1') }))).toBe('32.5035');
  });
});
