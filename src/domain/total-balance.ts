/** What a person owns over all accounts, and what of it was earned today. Decisions D1.2.15 and D0.14. */
import { type Money, maxDecimal, quotient, type Ratio, roundDecimal } from './decimal.ts';

/** Fraction digits of a balance that is shown (specification: "rounded to 2 decimals"). */
export const BALANCE_DIGITS = 2;
const PERCENT_DIGITS = 2;

export type AccountBalance = { readonly balance: Money; readonly lockBalance: Money; readonly deficit: Money };

/** max(0, sum of balance + locked - deficit), without floating profit, exact. */
export function totalBalance(accounts: readonly AccountBalance[]): Money {
  return maxDecimal<Money>(
    0n,
    accounts.reduce<Money>((sum, account) => sum + account.balance + account.lockBalance - account.deficit, 0n),
  );
}

/** A balance as it is shown: 10.005 gives 10.01. */
export function shownBalance(balance: Money): Money {
  return roundDecimal<Money>(balance, BALANCE_DIGITS);
}

/** profits / total x 100; 0 when the total is not above zero. Example: 5 of 200 is 2.50. */
export function todayPercent(today: { profits: Money; total: Money }): Ratio {
  return today.total > 0n ? quotient<Ratio>(today.profits * 100n, today.total, 0, PERCENT_DIGITS) : 0n;
}
