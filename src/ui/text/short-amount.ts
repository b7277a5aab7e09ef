/** Money of an order that is fixed, such as its margin and its fee: two digits after the point, every digit on demand alone (decision D9.360). */
import { formatDecimal, type Money, roundDecimal } from '#domain/decimal.ts';
import { amountText, signedAmountText } from './format.ts';
import { moneyText } from './money.ts';

type AmountForm = {
  /** With a plus in front of a gain. */
  readonly sign?: boolean;
};

/** Digits after the point of the exact amount: of 108.342 it has 3. */
const digitsOf = (value: Money): number => formatDecimal(value).split('.')[1]?.length ?? 0;
/** An amount that would read 0.00 keeps its own digits. */
const shortDigits = (value: Money): number => (roundDecimal(value, 2) === 0n ? Math.max(2, digitsOf(value)) : 2);

/** '108.34', with a sign '+108.34'; below a cent '0.004'. */
export const shortAmountText = (value: Money, { sign = false }: AmountForm = {}): string =>
  (sign ? signedAmountText : amountText)(value, shortDigits(value));

/** The same with its currency. */
export const shortMoneyText = (value: Money, { sign = false }: AmountForm = {}): string =>
  moneyText(value, { digits: shortDigits(value), sign });

/** Every digit that counts, at least two: 108.342 is '108.342 USD'. */
export const exactMoneyText = (value: Money, { sign = false }: AmountForm = {}): string =>
  moneyText(value, { digits: Math.max(2, digitsOf(value)), sign });
