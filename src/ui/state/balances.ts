/** The accounts' balances as the server keeps them, and their total (decisions D1.2.15, D1.2.16). */
import { type AccountBalance, totalBalance } from '#domain/account.ts';
import { decimalFromWire, type Money } from '#domain/decimal.ts';
import type { AccountRow, ProfitsReply } from '#protocol/rest/user.ts';
import { balances, profitsToday } from '#rest/user.ts';
import { request } from '../requests/request.ts';
import { type Query, useQuery } from './query.ts';
import { sessionStatus } from './session.ts';

const money = (text: string): Money => decimalFromWire<Money>(text) ?? 0n;

export const balanceOf = (row: AccountRow): AccountBalance => ({
  balance: money(row.balance),
  locked: money(row.lockBalance),
  deficit: money(row.deficit),
});

/** The total of the accounts that count: a demo user has the demo account only. */
export const ownTotal = (rows: readonly AccountRow[], isDemo: boolean): Money =>
  totalBalance(rows.filter((row) => (row.type === 'demo') === isDemo).map(balanceOf));

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
