import { computed } from '@preact/signals';
import { describe, expect, it } from 'vitest';
import { decimal, type Money } from '#domain/decimal.ts';
import { putSite } from '#ui/state/site.ts';
import { amountText, amountTone, arrowOf, numberText, percentText, priceText, signedAmountText } from '#ui/text/format.ts';
import { levelText } from '#ui/text/level-text.ts';
import { moneyCode, moneyText } from '#ui/text/money.ts';
import { exactMoneyText, shortAmountText, shortMoneyText } from '#ui/text/short-amount.ts';

const money = (text: string) => decimal<Money>(text);

describe('numbers', () => {
  it('S1-9.16 groups thousands and shows at most 10 fraction digits, zeros at the end trimmed', () => {
    expect(numberText('1234567.12345678901')).toBe('1,234,567.123456789');
    expect(numberText('1234567.5000')).toBe('1,234,567.5');
    expect(numberText('0.00000000005')).toBe('0.0000000001');
    expect(numberText('999.99999999999')).toBe('1,000');
    expect(numberText(1e20)).toBe('100,000,000,000,000,000,000');
    expect(numberText(5e-9)).toBe('0.000000005');
    expect(numberText('-1000.10')).toBe('\u22121,000.1');
    expect(numberText('-0.000')).toBe('0');
    expect(numberText(0)).toBe('0');
  });

  it.each(['', 'abc', '1e5', 'NaN', '1,000'])('shows -- for %j, which is no decimal', (text) => {
    expect(numberText(text)).toBe('--');
  });

  it('D9.97 an amount that reads 0.00 has no tone, as it has no sign', () => {
    for (const [text, tone] of Object.entries({ '-0.004': '', '0.004': '', '0': '', '-0.006': 'down', '0.005': 'up' }))
      expect([text, amountTone(money(text), 2)]).toEqual([text, tone]);
  });

  it('pads a price to the precision of its product', () => {
    expect(priceText(2381.4, 2)).toBe('2,381.40');
    expect(priceText(1.08342, 5)).toBe('1.08342');
    expect(priceText(1.1, 5)).toBe('1.10000');
    expect(priceText(Number.NaN, 5)).toBe('--');
  });

  it('puts a comma before every third digit of the whole, as the platform does', () => {
    const sizes = [9.5, 99, 123, 999.9, 1_000, 12_345.6, 123_456, 999_999.99, 1_000_000, 987_654_321.5];
    for (const price of sizes.flatMap((size) => [size, -size])) {
      for (const digits of [1, 2, 5]) {
        const format = new Intl.NumberFormat('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });
        if (digits > 1 || Number.isInteger(price * 10)) expect(priceText(price, digits)).toBe(format.format(price));
      }
    }
    expect(priceText(1_234_567, 0)).toBe('1,234,567');
  });
});

describe('amounts', () => {
  it('S1-2.37 rounds a balance to 2 decimals, half away from zero: 10.005 is 10.01', () => {
    expect(amountText(money('10.005'), 2)).toBe('10.01');
    expect(amountText(money('-10.005'), 2)).toBe('\u221210.01');
    expect(amountText(money('90071992547.40993'), 2)).toBe('90,071,992,547.41');
  });

  it('S1-9.15 shows a record profit with 6 decimals: 1.5 is 1.500000', () => {
    expect(amountText(money('1.5'), 6)).toBe('1.500000');
    expect(signedAmountText(money('1.5'), 6)).toBe('+1.500000');
    expect(signedAmountText(money('-0.0000004'), 6)).toBe('0.000000');
  });

  it('signs a gain and a loss and leaves zero alone', () => {
    expect(signedAmountText(money('86.4'), 2)).toBe('+86.40');
    expect(signedAmountText(money('-86.4'), 2)).toBe('\u221286.40');
    expect(signedAmountText(0n, 2)).toBe('0.00');
  });
});

describe('money', () => {
  it('has its currency behind it, two digits where nothing is said, and a sign where one is asked for', () => {
    expect(moneyText(money('1234.5'))).toBe('1,234.50 USD');
    expect(moneyText(money('-10.005'))).toBe('\u221210.01 USD');
    expect(moneyText(money('86.4'), { sign: true })).toBe('+86.40 USD');
    expect(moneyText(money('-0.001'), { sign: true })).toBe('0.00 USD');
    expect(moneyText(money('1.5'), { digits: 6, sign: true })).toBe('+1.500000 USD');
  });

  it('D9.360 of an order is read in two digits, below a cent in its own, and in every digit on demand', () => {
    expect([shortMoneyText(money('303.3625')), shortAmountText(money('114.732'))]).toEqual(['303.36 USD', '114.73']);
    expect([shortMoneyText(money('0.0042')), shortAmountText(money('0.004'), { sign: true })]).toEqual(['0.0042 USD', '+0.004']);
    expect([shortMoneyText(0n), shortAmountText(money('-2.640001'), { sign: true })]).toEqual(['0.00 USD', '\u22122.64']);
    expect(exactMoneyText(money('1108.34200001'))).toBe('1,108.34200001 USD');
    expect([exactMoneyText(money('0.6')), exactMoneyText(money('3'))]).toEqual(['0.60 USD', '3.00 USD']);
    expect(exactMoneyText(money('2.640001'), { sign: true })).toBe('+2.640001 USD');
  });

  it('D9.97 is in another currency by one setting, and so is what was written before', () => {
    const shown = computed(() => moneyText(money('7')));
    expect(shown.value).toBe('7.00 USD');
    putSite({ currency: 'EUR' });
    expect([shown.value, moneyCode.value]).toEqual(['7.00 EUR', 'EUR']);
    putSite({ currency: '' });
    expect(shown.value).toBe('7.00 USD');
  });
});

it('D9.183 a margin level that says nothing any more is said to be above 9,999 %', () => {
  expect(levelText(decimal('9999'))).toBe('9,999%');
  expect(levelText(decimal('9999.001'))).toBe('>9,999%');
  expect(levelText(decimal('189416.91'))).toBe('>9,999%');
});

it('D9.431 a margin level has its two digits below a thousand, and none from there on', () => {
  expect([levelText(decimal('158.024')), levelText(decimal('999.994'))]).toEqual(['158.02%', '999.99%']);
  expect([levelText(decimal('999.995')), levelText(decimal('1158.02')), levelText(decimal('9229.5'))]).toEqual([
    '1,000%',
    '1,158%',
    '9,230%',
  ]);
});

it('writes a percent with sign and two digits', () => {
  expect(percentText(0.12)).toBe('+0.12%');
  expect(percentText(-1)).toBe('\u22121.00%');
  expect(percentText(0)).toBe('0.00%');
  expect(percentText(-0.001)).toBe('0.00%');
  expect(percentText(Number.NaN)).toBe('--');
});

it('gives an arrow for those who do not see the colour', () => {
  expect([arrowOf(1), arrowOf(-1), arrowOf(0)]).toEqual(['▲', '▼', '']);
});
