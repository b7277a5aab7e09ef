import { beforeAll, describe, expect, it } from 'vitest';
import { decimal, type Ratio } from '#domain/decimal.ts';
import { needTexts } from '#ui/language/i18n.ts';
import { countdownText } from '#ui/orders/micro/countdown-text.ts';
import { durationText, rateText } from '#ui/orders/micro/micro-texts.ts';

beforeAll(() => needTexts('micro'));

describe('words of a micro trade', () => {
  it('S1-2.83 a ratio is a percent: 0.85 is 85 %', () => {
    expect(['0.85', '0.8', '1', '0.815'].map((ratio) => rateText(decimal<Ratio>(ratio)))).toEqual(['85 %', '80 %', '100 %', '81.5 %']);
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
});
