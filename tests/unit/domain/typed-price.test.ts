import { describe, expect, it } from 'vitest';
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
});
