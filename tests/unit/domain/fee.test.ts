import { describe, expect, it } from 'vitest';
import { decimal, formatDecimal } from '#domain/decimal.ts';
import { tradeFee } from '#domain/fee.ts';

const fee = (feeType: string, lots: string, margin: string, rate: string) =>
  formatDecimal(tradeFee({ feeType, lots: decimal(lots), margin: decimal(margin), rate: decimal(rate) }));

describe('handling fee', () => {
  it('S1-9.09 fee with trade_fee_type 1: 0.5 lots at 6 a lot cost 3', () => {
    expect(fee('1', '0.5', '108.345', '6')).toBe('3');
  });

  it('S1-9.09 fee otherwise: margin 108.345 at 0.01 costs 1.08345', () => {
    expect(fee('0', '0.5', '108.345', '0.01')).toBe('1.08345');
    expect(fee('2', '0.5', '108.345', '0.01')).toBe('1.08345');
  });

  it('is rounded to 6 digits, half away from zero', () => {
    // 0.333333 x 0.0015 = 0.0004999995: half of the sixth digit goes up.
    expect(fee('0', '1', '0.333333', '0.0015')).toBe('0.0005');
    expect(fee('0', '1', '0.333333', '0.000003')).toBe('0.000001');
    expect(fee('0', '1', '0.333333', '0')).toBe('0');
  });
});
