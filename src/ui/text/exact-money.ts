/** Money as it is charged: every digit that counts, at least two. What is shown is what is charged (decision D0.14). */
import { formatDecimal, type Money } from '#domain/decimal.ts';
import { moneyText } from './format.ts';

/** 108.342 is '108.342', 0.6 is '0.60'. */
export function exactMoneyText(value: Money): string {
  const digits = formatDecimal(value).split('.')[1]?.length ?? 0;
  return moneyText(value, Math.max(2, digits));
}
