/**
 * Money as a person reads it, with its currency: '1,234.50 USD'. Which currency, how many digits and where the code stands is said here alone;
 * labels and sentences name none (decision D9.97). Rows of a list write bare amounts below a sum that has its currency. An amount that is fixed
 * and may be less than a cent is `short-amount.ts`.
 */
import { signal } from '@preact/signals';
import type { Money } from '#domain/decimal.ts';
import { SETTING_DEFAULTS } from '#domain/setting-defaults.ts';
import { amountText, signedAmountText } from './format.ts';

/** The code of the money of every account: the site's setting `currency`. */
export const moneyCode = signal<string>(SETTING_DEFAULTS.currency);
/** The same where an amount is typed: it stands in the field, behind what is typed. Reads a signal. */
export const moneyUnit = (): string => moneyCode.value;

type MoneyForm = {
  /** Fraction digits, 2 where nothing is said. */
  readonly digits?: number;
  /** With a plus in front of a gain. */
  readonly sign?: boolean;
};

export const moneyText = (value: Money, { digits = 2, sign = false }: MoneyForm = {}): string =>
  `${(sign ? signedAmountText : amountText)(value, digits)} ${moneyCode.value}`;
