import { expect, it } from 'vitest';
import { affordableLots } from '#domain/affordable-lots.ts';
import { decimal, type Lots, type Money } from '#domain/decimal.ts';

const rules = { pip: decimal<Lots>('0.01'), min: decimal<Lots>('0.1'), max: decimal<Lots>('50') };
const at = (usable: string, lots = '0.1', cost = '115.342') =>
  affordableLots({ lots: decimal<Lots>(lots), cost: decimal<Money>(cost) }, decimal<Money>(usable), rules);

it('D9.350 is what the money pays for, in whole steps, and no more than an order may have', () => {
  expect(at('9884.67')).toBe(decimal<Lots>('8.56'));
  expect(at('1000000')).toBe(rules.max);
  expect(at('1')).toBe(0n);
  expect(at('0')).toBe(0n);
  expect(at('-5')).toBe(0n);
});

it('D9.350 is never a step too many for what rounding left out of the cost', () => {
  // 100.00000049 a lot is rounded to 100: a hundred lots then cost 10,000.000049.
  expect(affordableLots({ lots: decimal<Lots>('1'), cost: decimal<Money>('100') }, decimal<Money>('4000'), rules)).toBe(
    decimal<Lots>('39.99'),
  );
});
