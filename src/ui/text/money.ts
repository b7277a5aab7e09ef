/**
 * Money with its currency: '1,234.50 USD'. Which currency, how many digits and where the code stands is said here alone; labels and
 * sentences name none (decision D9.97). Rows of a list write bare amounts below a sum that has its currency.
 */
import { signal } from '@preact/signals';
import { formatDecimal, type Money } from '#domain/decimal.ts';
import { SETTING_DEFAULTS } from '#domain/setting-defaults.ts';
import { amountText, signedAmountText } from './format.ts';

/** The code of the money of every account: the site's setting `currency`. */
export const moneyCode = signal<string>(SETTING_DEFAULTS.currency);

type MoneyForm = {
  /** Fraction digits, 2 where nothing is said; 'exact': every digit that counts, at least two, since what is shown is what is charged (decision D0.14). */
  readonly digits?: number | 'exact';
  /** With a plus in front of a gain. */
  readonly sign?: boolean;
};

export function moneyText(value: Money, { digits = 2, sign = false }: MoneyForm = {}): string {
  const text = digits === 'exact' ? exactAmountText(value) : (sign ? signedAmountText : amountText)(value, digits);
  return `${text} ${moneyCode.value}`;
}

/** 108.342 is '108.342', 0.6 is '0.60'. */
export function exactAmountText(value: Money): string {
  const digits = formatDecimal(value).split('.')[1]?.length ?? 0;
  return amountText(value, Math.max(2, digits));
}
