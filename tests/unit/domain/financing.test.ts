import { describe, expect, it } from 'vitest';
import { decimal, formatDecimal, type Lots, type Price, type Ratio } from '#domain/decimal.ts';
import { financingRate, hasFinancing, type Nights, nightFinancing } from '#domain/financing.ts';
import { nextFinancing, nightsAt } from '#domain/financing-nights.ts';
import { CALENDARS, type MarketHours } from '#domain/market-hours.ts';

const at = (iso: string): number => Date.parse(`${iso}Z`);
const iso = (timeMs: number): string => new Date(timeMs).toISOString().slice(0, 16);

describe('D9.67 the money of a night', () => {
  // Each amount was worked out by hand: value = lots x contract number x price x QuoteRate, then x rate x nights, to 6 digits.
  const cases: [about: string, night: [lots: string, contract: string, price: string, quote: string, rate: string], Nights, string][] = [
    ['54,171 at -0.008 %', ['0.5', '100000', '1.08342', '1', '-0.00008'], 1, '-4.33368'],
    ['the same over a weekend', ['0.5', '100000', '1.08342', '1', '-0.00008'], 3, '-13.00104'],
    ['409,100 that earn 0.003 %', ['2', '100', '2045.5', '1', '0.00003'], 1, '12.273'],
    // 10,000 x 151.234 yen x 0.0066 = 9,981.444; x -0.0000712 = -0.7106788128.
    ['yen', ['0.1', '100000', '151.234', '0.0066', '-0.0000712'], 1, '-0.710679'],
    // Three times the exact value, not three times the rounded one: -2.1320364384.
    ['yen over a weekend', ['0.1', '100000', '151.234', '0.0066', '-0.0000712'], 3, '-2.132036'],
    // Half of the sixth digit goes away from zero, both ways.
    ['half a digit', ['0.1', '1', '5', '1', '0.000001'], 1, '0.000001'],
    ['half a digit owed', ['0.1', '1', '5', '1', '-0.000001'], 1, '-0.000001'],
    ['a rate of zero', ['5', '100000', '1.1', '1', '0'], 3, '0'],
    ['a night that is none', ['5', '100000', '1.1', '1', '-0.0001'], 0, '0'],
  ];
  it.each(cases)('%s', (_about, [lots, contract, price, quote, rate], nights, expected) => {
    const amount = nightFinancing({
      lots: decimal<Lots>(lots),
      contractNumber: decimal<Ratio>(contract),
      price: decimal<Price>(price),
      quoteRate: decimal<Ratio>(quote),
      rate: decimal<Ratio>(rate),
      nights,
    });
    expect(formatDecimal(amount)).toBe(expected);
  });

  it('takes the long rate of a buy and the short one of a sell, and is none where both are zero', () => {
    const terms = { long: -800n, short: 200n, tripleOn: undefined };
    expect([financingRate(terms, 'buy'), financingRate(terms, 'sell')]).toEqual([-800n, 200n]);
    expect(hasFinancing(terms)).toBe(true);
    expect(hasFinancing({ ...terms, long: 0n })).toBe(true);
    expect(hasFinancing({ ...terms, long: 0n, short: 0n })).toBe(false);
  });
});

describe('D9.67 which nights count', () => {
  const nights = (hours: MarketHours, from: string, to: string, tripleOn: 0 | 1 | 2 | 3 | 4 | 5 | 6 | undefined) => {
    const found: string[] = [];
    for (let dueMs = nextFinancing(hours, at(from)); dueMs < at(to); dueMs = nextFinancing(hours, dueMs))
      found.push(`${iso(dueMs)} x${nightsAt(hours, dueMs, tripleOn)}`);
    return found;
  };

  it('an fx week has Sunday to Thursday at 22:00 New York, seven nights with a triple Wednesday', () => {
    expect(nights(CALENDARS.fx, '2026-02-06T12:00', '2026-02-13T12:00', 3)).toEqual([
      '2026-02-09T03:00 x1',
      '2026-02-10T03:00 x1',
      '2026-02-11T03:00 x1',
      '2026-02-12T03:00 x3',
      '2026-02-13T03:00 x1',
    ]);
  });

  it('a market that closes at 22:00 was open up to it: Monday to Friday in Berlin', () => {
    expect(nights(CALENDARS['eu-indices'], '2026-02-06T12:00', '2026-02-13T12:00', 5)).toEqual([
      '2026-02-06T21:00 x3',
      '2026-02-09T21:00 x1',
      '2026-02-10T21:00 x1',
      '2026-02-11T21:00 x1',
      '2026-02-12T21:00 x1',
    ]);
  });

  it('around the clock every night counts, and none three times unless a day is named', () => {
    expect(nights(CALENDARS['around-the-clock'], '2026-02-06T22:00', '2026-02-10T00:00', undefined)).toEqual([
      '2026-02-07T22:00 x1',
      '2026-02-08T22:00 x1',
      '2026-02-09T22:00 x1',
    ]);
  });

  it('keeps 22:00 on the clocks over both switches, and leaves a holiday out, a triple one too', () => {
    expect(nights(CALENDARS.fx, '2026-03-06T04:00', '2026-03-10T12:00', 3)).toEqual(['2026-03-09T02:00 x1', '2026-03-10T02:00 x1']);
    expect(nights(CALENDARS['eu-indices'], '2026-10-23T12:00', '2026-10-27T12:00', 3)).toEqual([
      '2026-10-23T20:00 x1',
      '2026-10-26T21:00 x1',
    ]);
    // Christmas 2026 is a Friday.
    expect(nights(CALENDARS['eu-indices'], '2026-12-24T12:00', '2026-12-29T12:00', 5)).toEqual([
      '2026-12-24T21:00 x1',
      '2026-12-28T21:00 x1',
    ]);
    expect(nightsAt(CALENDARS['eu-indices'], at('2026-12-25T21:00'), 5)).toBe(0);
  });

  it('of a recording count while it lasts; after it the next 22:00 counts nothing', () => {
    const recorded: MarketHours = { kind: 'recorded', spans: [{ startMs: at('2026-03-04T10:00'), endMs: at('2026-03-04T22:00') }] };
    expect(iso(nextFinancing(recorded, at('2026-03-03T10:00')))).toBe('2026-03-04T22:00');
    expect(nightsAt(recorded, at('2026-03-04T22:00'), undefined)).toBe(1);
    expect(iso(nextFinancing(recorded, at('2026-03-04T22:00')))).toBe('2026-03-05T22:00');
    expect(nightsAt(recorded, at('2026-03-05T22:00'), undefined)).toBe(0);
  });
});
