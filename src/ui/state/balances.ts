/** The accounts' balances as the server keeps them, and their total (decisions D1.2.15, D1.2.16). */
import { type OwnBalance, totalBalance } from '#domain/account.ts';
import type { Money } from '#domain/decimal.ts';
import { balances, type Today, today } from '#rest/balances.ts';
import { request } from '../requests/request.ts';
import { type Query, useQuery } from './query.ts';
import { sessionStatus } from './session.ts';

/** The total of the accounts that count: a demo user has the demo account only. */
export const ownTotal = (own: readonly OwnBalance[], isDemo: boolean): Money =>
  totalBalance(own.filter(({ type }) => (type === 'demo') === isDemo));

export const useBalances = (): Query<readonly OwnBalance[]> =>
  useQuery({
    key: ['balances'],
    read: (signal) => balances(request, { signal, silent: true, initial: true }),
    enabled: sessionStatus.value === 'in',
  });

export const useToday = (): Query<Today> =>
  useQuery({
    key: ['balances', 'profits'],
    read: (signal) => today(request, { signal, silent: true, initial: true }),
    enabled: sessionStatus.value === 'in',
  });
