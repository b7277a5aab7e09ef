/** Money as it is read at a glance, in rows, beside buttons and in questions: two digits after the point (decision D9.249). */
import { type Money, roundDecimal } from '#domain/decimal.ts';
import { amountText, signedAmountText } from '../text/format.ts';
import { exactAmountText, moneyText } from '../text/money.ts';

type ShortForm = {
  /** With a plus in front of a gain. */
  readonly sign?: boolean;
};

/** An amount that would read 0.00. */
const isTiny = (value: Money): boolean => value !== 0n && roundDecimal(value, 2) === 0n;
const plusOf = (value: Money, sign: boolean): string => (sign && value > 0n ? '+' : '');

/** '108.34', with a sign '+108.34'; an amount that would read 0.00 keeps its own digits: '0.004'. */
export function shortAmountText(value: Money, { sign = false }: ShortForm = {}): string {
  if (isTiny(value)) return `${plusOf(value, sign)}${exactAmountText(value)}`;
  return (sign ? signedAmountText : amountText)(value, 2);
}

/** The same with its currency. */
export const shortMoneyText = (value: Money, { sign = false }: ShortForm = {}): string =>
  isTiny(value) ? `${plusOf(value, sign)}${moneyText(value, { digits: 'exact' })}` : moneyText(value, { sign });
