/**
 * What there is for micro trades: where contract orders are of the same account (a demo one, or the only one of decision D1.3.15) its balance
 * and what a trade may take of it, else the balance of the account of micro trades.
 */
import type { Money } from '#domain/decimal.ts';
import { balanceText, isAccountKnown, usable } from '../../../state/account.ts';
import { useBalances } from '../../../state/balances.ts';
import { isDemo } from '../../../state/user.ts';
import { amountText, UNKNOWN } from '../../../text/format.ts';

/** What may be put on a trade: `undefined` while nobody knows, and for a visitor. */
export function useMicroUsable(): Money | undefined {
  const own = useOwnBalance();
  return own === 'shared' ? (isAccountKnown.value ? usable.value : undefined) : own;
}

/** The balance itself, which open positions that lose do not lessen (S1-2.82); '--' while nobody knows. */
export function useMicroBalanceText(): string {
  const own = useOwnBalance();
  if (own === 'shared') return balanceText.value;
  return own === undefined ? UNKNOWN : amountText(own, 2);
}

function useOwnBalance(): Money | 'shared' | undefined {
  const rows = useBalances().data.value;
  const own = rows?.find(({ type }) => type === 'micro')?.balance;
  const isShared = isDemo.value || (own === undefined && rows?.some(({ type }) => type === 'change'));
  return isShared ? 'shared' : own;
}
