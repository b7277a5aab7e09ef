/** What there is for micro trades: of the demo account its balance and what a trade may take of it, else the balance of the account of micro trades. */
import type { Money } from '#domain/decimal.ts';
import { balanceText, isAccountKnown, usable } from '../../../state/account.ts';
import { useBalances } from '../../../state/balances.ts';
import { isDemo } from '../../../state/user.ts';
import { amountText, UNKNOWN } from '../../../text/format.ts';

/** What may be put on a trade: `undefined` while nobody knows, and for a visitor. */
export function useMicroUsable(): Money | undefined {
  const own = useOwnBalance();
  if (isDemo.value) return isAccountKnown.value ? usable.value : undefined;
  return own;
}

/** The balance itself, which open positions that lose do not lessen (S1-2.82); '--' while nobody knows. */
export function useMicroBalanceText(): string {
  const own = useOwnBalance();
  if (isDemo.value) return balanceText.value;
  return own === undefined ? UNKNOWN : amountText(own, 2);
}

const useOwnBalance = (): Money | undefined => useBalances().data.value?.find(({ type }) => type === 'micro')?.balance;
