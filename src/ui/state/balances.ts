/** The accounts' balances as the server keeps them, their total and today's profit in percent (decisions D1.2.15, D1.2.16). */
import { decimalFromWire, type Money, maxDecimal, quotient, type Ratio } from '#domain/decimal.ts';
import type { AccountRow, ProfitsReply } from '#protocol/rest/user.ts';
import { balances, profitsToday } from '#rest/user.ts';
import { request } from '../request.ts';
import { type Query, useQuery } from './query.ts';
import { sessionStatus } from './session.ts';

const money = (text: string): Money => decimalFromWire<Money>(text) ?? 0n;

/** What an account holds: free and locked money less what it owes. */
export const accountTotal = (row: AccountRow): Money => money(row.balance) + money(row.lockBalance) - money(row.deficit);

/** max(0, sum over accounts of balance + lockBalance - deficit), without floating profit; a demo user has the demo account only. */
export function totalBalance(rows: readonly AccountRow[], isDemo: boolean): Money {
  const counted = rows.filter((row) => (row.type === 'demo') === isDemo);
  return maxDecimal<Money>(
    0n,
    counted.reduce<Money>((sum, row) => sum + accountTotal(row), 0n),
  );
}

/** profits / total x 100 with 2 decimals; 0 when there is no total. Example: 5 of 200 is 2.50. */
export function profitPercent(profits: Money, total: Money): Ratio {
  return total > 0n ? quotient<Ratio>(profits * 100n, total, 0, 2) : 0n;
}

export const useBalances = (): Query<AccountRow[]> =>
  useQuery({
    key: ['balances'],
    read: (signal) => balances(request, { signal, silent: true, initial: true }),
    enabled: sessionStatus.value === 'in',
  });

export const useProfitsToday = (): Query<ProfitsReply> =>
  useQuery({
    key: ['balances', 'profits'],
    read: (signal) => profitsToday(request, { signal, silent: true, initial: true }),
    enabled: sessionStatus.value === 'in',
  });
