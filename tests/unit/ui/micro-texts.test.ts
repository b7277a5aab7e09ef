import { beforeAll, describe, expect, it } from 'vitest';
import { decimal, type Money, type Ratio } from '#domain/decimal.ts';
import type { MicroEndReason } from '#domain/micro-trade.ts';
import { needTexts } from '#ui/language/i18n.ts';
import { countdownText } from '#ui/orders/micro/countdown-text.ts';
import { microOutcome, microResult } from '#ui/orders/micro/micro-result.ts';
import { durationText, rateText } from '#ui/orders/micro/micro-texts.ts';

beforeAll(() => needTexts('micro'));

describe('words of a micro trade', () => {
  it('S1-2.83 a ratio is a percent: 0.85 is 85%', () => {
    expect(['0.85', '0.8', '1', '0.815'].map((ratio) => rateText(decimal<Ratio>(ratio)))).toEqual(['85%', '80%', '100%', '81.5%']);
  });

  it('a duration is in the largest unit of which it is a whole number', () => {
    expect([30, 60, 300, 600, 3_600, 5_400, 90_000, 615].map(durationText)).toEqual([
      '30 s',
      '1 min',
      '5 min',
      '10 min',
      '1 h',
      '90 min',
      '25 h',
      '615 s',
    ]);
  });

  it('S1-4.12 a countdown is a clock', () => {
    expect([0, 9, 60, 3_599, 3_600].map(countdownText)).toEqual(['0:00', '0:09', '1:00', '59:59', '1:00:00']);
  });

  it.each([
    ['expiry', '28.33', 'won Won +28.33 +28.33 USD up ▲ '],
    ['expiry', '0', 'won Won 0.00 0.00 USD   '],
    ['expiry', '-33.33', 'lost Lost \u221233.33 \u221233.33 USD down ▼ '],
    ['gap', '0', 'void Returned Returned 33.33 USD   There was no price at its end: the amount was given back.'],
    ['reset', '0', 'void Returned Returned 33.33 USD   The demo account was reset: the amount was given back.'],
  ] satisfies [MicroEndReason, string, string][])('D1.4.09 D9.138 what came of one that ended by %s with %s', (end, profit, said) => {
    const trade = { end, profit: decimal<Money>(profit), stake: decimal<Money>('33.33') };
    const { word, short, money, tone, arrow, reason } = microResult(trade);
    expect([microOutcome(trade), word, short, money, tone, arrow, reason].join(' ')).toBe(said);
  });
});
