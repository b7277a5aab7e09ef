import { describe, expect, it } from 'vitest';
import { decimal, formatDecimal, ONE, type Price, type Ratio } from '#domain/decimal.ts';
import type { FinancingTerms } from '#domain/financing.ts';
import { highestLeverage, nightRateMost, stopOutLevelLeast, unpayableSide } from '#domain/financing-bound.ts';

const ratio = (text: string): Ratio => decimal<Ratio>(text);
const WED = 3 as const;
const terms = (long: string, short: string, tripleOn?: typeof WED): FinancingTerms => ({
  long: ratio(long),
  short: ratio(short),
  tripleOn,
});

describe('D9.93 the most that a night may take', () => {
  // Worked out by hand: level / 100 / leverage / 1.25, less 0.0005, divided by the nights of the dearest day, cut to 8 digits.
  it.each([
    ['500', '50', WED, '0.0001'],
    ['500', '50', undefined, '0.0003'],
    ['500', '100', WED, '0.00036666'],
    ['100', '50', WED, '0.00116666'],
    ['20', '50', undefined, '0.0195'],
    ['74.35', '50', WED, '0.00162665'],
    // What the stop-out leaves is not even enough for the first price after a pause.
    ['500', '31.25', undefined, '0'],
    ['500', '10', undefined, '0'],
  ])('at 1:%s, a stop-out level of %s %% and the triple day %s it is %s', (leverage, level, tripleOn, most) => {
    expect(formatDecimal(nightRateMost({ tripleOn }, ratio(leverage), ratio(level)))).toBe(most);
  });

  it('is what a side pays, never what it gets', () => {
    const most = nightRateMost({ tripleOn: WED }, 500n * ONE, ratio('50'));
    expect(unpayableSide(terms('-0.0001', '0.0001', WED), most)).toBeUndefined();
    expect(unpayableSide(terms('-0.00010001', '0.0001', WED), most)).toBe('long');
    expect(unpayableSide(terms('0.0001', '-0.0007', WED), most)).toBe('short');
    expect(unpayableSide(terms('0', '0'), 0n)).toBeUndefined();
    expect(unpayableSide(terms('-0.00000001', '0'), 0n)).toBe('long');
  });

  it('counts on the highest leverage of the product, in MarginMode 1 on its price', () => {
    const price: Price = decimal('74.35');
    expect(formatDecimal(highestLeverage({ marginMode: 0, leverages: [20, 500, 100], price }))).toBe('500');
    expect(formatDecimal(highestLeverage({ marginMode: 0, leverages: [], price }))).toBe('1');
    expect(formatDecimal(highestLeverage({ marginMode: 1, leverages: [100], price }))).toBe('74.35');
  });
});

describe('D9.93 the lowest stop-out level at which nights can be paid', () => {
  // (0.00024 + 0.0005) x 500 x 125; (0.00008 + 0.0005) x 500 x 125; three times 0.00003 and the same.
  it.each([
    ['-0.00008', '0.00003', WED, '500', '46.25'],
    ['-0.00008', '0.00003', undefined, '500', '36.25'],
    ['0.00003', '-0.00003', WED, '500', '36.88'],
    ['-0.0001', '0', WED, '500', '50'],
    ['-0.0001', '0', WED, '100', '10'],
    ['0', '0', WED, '500', '0'],
  ])('of %s and %s with the triple day %s at 1:%s is %s', (long, short, tripleOn, leverage, least) => {
    expect(formatDecimal(stopOutLevelLeast(terms(long, short, tripleOn), ratio(leverage)))).toBe(least);
  });
});
