import { describe, expect, it } from 'vitest';
import {
  checkRange,
  DecimalRangeError,
  decimal,
  decimalFromNumber,
  decimalFromWire,
  formatDecimal,
  parseDecimal,
  roundDecimal,
  toNumber,
} from '#domain/decimal.ts';

describe('decimals', () => {
  it('round half away from zero', () => {
    const round = (text: string, digits: number) => formatDecimal(roundDecimal(decimal(text), digits), digits);
    expect(round('10.005', 2)).toBe('10.01');
    expect(round('-10.005', 2)).toBe('-10.01');
    expect(round('10.00499999', 2)).toBe('10.00');
    expect(round('0.5', 0)).toBe('1');
    expect(() => roundDecimal(1n, 9)).toThrow('fraction digits');
  });

  it('are read from a person strictly', () => {
    expect(parseDecimal('1234567890.12345678')).toBe(123456789012345678n);
    for (const text of ['', ' 1', '1 ', '1e3', '+1', '1.', '.5', '1,5', 'NaN', 'Infinity', '0x10', '12345678901', '1.123456789', '--1'])
      expect(parseDecimal(text), text).toBeUndefined();
  });

  it('take a JSON number as its shortest decimal', () => {
    expect(formatDecimal(decimalFromNumber(1.08342) as bigint)).toBe('1.08342');
    expect(formatDecimal(decimalFromNumber(0.1 + 0.2) as bigint)).toBe('0.3');
    expect(formatDecimal(decimalFromNumber(1e-7) as bigint)).toBe('0.0000001');
    expect(formatDecimal(decimalFromNumber(-1e-9) as bigint)).toBe('0');
    for (const value of [Number.NaN, Number.POSITIVE_INFINITY, 1e21, -1e12]) expect(decimalFromNumber(value)).toBeUndefined();
    expect(decimalFromWire('1.5')).toBe(150_000_000n);
    expect(decimalFromWire(1.5)).toBe(150_000_000n);
    expect(decimalFromWire(null)).toBeUndefined();
  });

  it('show at least the digits asked for and trim the rest', () => {
    expect(formatDecimal(decimal('108.34500000'))).toBe('108.345');
    expect(formatDecimal(decimal('5'), 2)).toBe('5.00');
    expect(formatDecimal(decimal('-0.00000001'))).toBe('-0.00000001');
    expect(toNumber(decimal('1.08342'))).toBe(1.08342);
  });

  it('beyond 64 bits are an error', () => {
    expect(() => checkRange(2n ** 63n)).toThrow(DecimalRangeError);
    expect(checkRange(2n ** 63n - 1n)).toBe(2n ** 63n - 1n);
    expect(() => decimal('1e3')).toThrow('not a decimal');
  });
});
