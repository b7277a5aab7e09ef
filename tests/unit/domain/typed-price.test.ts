import { describe, expect, it } from 'vitest';
import { steppedDecimal } from '#domain/typed-decimal.ts';
import { priceStep } from '#domain/typed-price.ts';

describe('D9.496 what one press moves a price by', () => {
  it.each([
    [1.08342, 5, '0.00050'],
    [157.231, 3, '0.100'],
    [2650.12, 2, '1.00'],
    [69_047.98, 2, '50.00'],
    [68_000, 0, '50'],
    [0.00001234, 8, '0.00000001'],
    [0.0123, 8, '0.00000500'],
    // Never finer than the product.
    [2.5, 2, '0.01'],
    [0.4, 0, '1'],
  ])('at %d with %d digits is %s', (now, digits, step) => {
    expect(priceStep(digits, now)).toBe(step);
  });

  it('is near 0.05 % of every price, and one point while there is none', () => {
    for (let now = 1; now < 100_000; now *= 1.07) {
      const share = Number(priceStep(8, now)) / now;
      expect(share).toBeGreaterThan(0.0003);
      expect(share).toBeLessThan(0.0009);
    }
    expect([priceStep(5, Number.NaN), priceStep(2, 0)]).toEqual(['0.00001', '0.01']);
  });

  it('is a decimal that can be stepped by, whatever a back end says of prices and digits', () => {
    const prices = [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, -0, -1.5, 5e-324, 1e-9, 9.99e9, 1e10, 1e21, 1e308];
    for (const now of prices)
      for (let digits = 0; digits <= 8; digits++) {
        const step = priceStep(digits, now);
        expect(step).toMatch(/^\d+(\.\d+)?$/);
        for (const value of ['', '0', '0.00000001', '9999999999.99999999'])
          for (const way of [1, -1] as const) expect(steppedDecimal(value, way, { step, min: '0' })).toMatch(/^\d+(\.\d+)?$/);
      }
  });
});
