import { describe, expect, it } from 'vitest';
import { decimal, formatDecimal, type Money, ONE, type Price, type Ratio } from '#domain/decimal.ts';
import type { FinancingTerms } from '#domain/financing.ts';
import { highestLeverage, nightGainMost, nightRateMost, overpaidSide, stopOutLevelLeast, unpayableSide } from '#domain/financing-bound.ts';

const ratio = (text: string): Ratio => decimal<Ratio>(text);
const WED = 3 as const;
const terms = (long: string, short: string, tripleOn?: typeof WED): FinancingTerms => ({
  long: ratio(long),
  short: ratio(short),
  tripleOn,
});

describe('D9.93 the most that a night may take', () => {
  // Worked out by hand: level / 100 / leverage / 1.25, less 0.0005, divided by the nights of the most expensive day, cut to 8 digits.
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

describe('D9.285 the most that a night may bring', () => {
  const EUR = { marginMode: 0, leverages: [20, 500, 100], contractNumber: ratio('100000'), quoteRate: ONE } as const;
  const OIL = { marginMode: 1, leverages: [], contractNumber: ratio('1000'), quoteRate: ONE } as const;
  const FEES = { feePerLot: decimal<Money>('6'), feeOfMargin: ratio('0.005') };
  const gainMost = (product: typeof EUR | typeof OIL, price: string, feeType: string, tripleOn?: typeof WED, fees = FEES) =>
    formatDecimal(nightGainMost({ tripleOn }, { ...product, ...fees, price: decimal(price), feeType }));

  // Worked out by hand: the fee of a lot / its value / 1.25, divided by the nights of the most expensive day, cut to 8 digits.
  it.each([
    // 6 / 108,000.
    ['6 a lot', EUR, '1.08', '1', undefined, '0.00004444'],
    ['6 a lot, a triple day', EUR, '1.08', '1', WED, '0.00001481'],
    // 216 of margin at 1:500, of which 0.005 are 1.08.
    ['a share of the margin', EUR, '1.08', '0', undefined, '0.000008'],
    ['a share of the margin, a triple day', EUR, '1.08', '0', WED, '0.00000266'],
    // 1,000 of margin and 80,000 of value: 5 / 80,000, and 6 / 80,000.
    ['a share of a margin that is no share of the value', OIL, '80', '0', undefined, '0.00005'],
    ['6 a lot of that', OIL, '80', '1', undefined, '0.00006'],
  ] as const)('of %s', (_, product, price, feeType, tripleOn, most) => {
    expect(gainMost(product, price, feeType, tripleOn)).toBe(most);
  });

  it('is nothing where an order is free', () => {
    expect(gainMost(EUR, '1.08', '1', undefined, { ...FEES, feePerLot: 0n })).toBe('0');
    expect(overpaidSide(terms('-0.00000001', '0'), 0n)).toBeUndefined();
    expect(overpaidSide(terms('-0.00000001', '0.00000001'), 0n)).toBe('short');
    expect(overpaidSide(terms('0.00004445', '-0.0001'), ratio('0.00004444'))).toBe('long');
  });
});
