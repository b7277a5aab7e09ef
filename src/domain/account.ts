/**
 * What a trading account is worth, what may be taken from it, and what a person's accounts come to. Decisions D1.3.18, D1.4.03, D1.4.04: equity counts a deficit as
 * negative; usable never lets a floating loss be carried away.
 */
import { type Money, maxDecimal, minDecimal, quotient, type Ratio } from './decimal.ts';

export type AccountFunds = {
  readonly balance: Money;
  /** Sum of the margins held now. */
  readonly margin: Money;
  /** Locked for pending orders. */
  readonly pending: Money;
  /** What a realised loss took beyond the cash; never below zero. */
  readonly deficit: Money;
  /** Sum of the floating profits of all open positions. */
  readonly floatingProfit: Money;
};

/** balance + margin + pending + floating profit - deficit. */
export function equity(funds: AccountFunds): Money {
  return funds.balance + funds.margin + funds.pending + funds.floatingProfit - funds.deficit;
}

/** max(0, balance + min(0, floating profit) - deficit): what an order, a transfer or a withdrawal may take. */
export function usable(funds: AccountFunds): Money {
  return maxDecimal<Money>(0n, funds.balance + minDecimal<Money>(0n, funds.floatingProfit) - funds.deficit);
}

/** equity / margin x 100 with 2 digits, for showing; `undefined` when no margin is held. */
export function marginLevelPercent(funds: AccountFunds): Ratio | undefined {
  return funds.margin > 0n ? quotient<Ratio>(equity(funds) * 100n, funds.margin, 0, 2) : undefined;
}

/** True when equity / margin x 100 <= percent, compared as fractions, so that rounding never decides a stop-out. False without margin. */
export function isMarginLevelAtOrBelow(funds: AccountFunds, percent: Ratio): boolean {
  if (funds.margin <= 0n) return false;
  return equity(funds) * 100n * 100_000_000n <= funds.margin * percent;
}

/** An account as its owner sees it: free money, all locks (margin, pending orders, stakes), and what it owes. */
type AccountBalance = { readonly balance: Money; readonly locked: Money; readonly deficit: Money };

/** The accounts of a person here: of contract orders, of micro trades, of exchanges, and the only one of a demo user (decisions D1.3.13, D1.3.14). */
export type AccountType = 'forex' | 'micro' | 'change' | 'demo';
/** One account of a person. `type`: an `AccountType` here; another back end may have accounts of its own. */
export type OwnBalance = AccountBalance & { readonly type: string };

/** What an account holds, without floating profit: balance + locked - deficit. */
export const accountTotal = ({ balance, locked, deficit }: AccountBalance): Money => balance + locked - deficit;

/** What a person owns over all accounts, exact, never below zero (decision D1.2.15). */
export function totalBalance(accounts: readonly AccountBalance[]): Money {
  return maxDecimal<Money>(
    0n,
    accounts.reduce<Money>((sum, account) => sum + accountTotal(account), 0n),
  );
}

/** What of a total was earned today, in percent with 2 digits; 0 when the total is not above zero. Example: 5 of 200 is 2.50 (decision D0.14). */
export const todayPercent = (today: { profits: Money; total: Money }): Ratio =>
  today.total > 0n ? quotient<Ratio>(today.profits * 100n, today.total, 0, 2) : 0n;
