/** What may be put on a micro trade: of the demo account what a trade may take, else the balance of the account of micro trades. */
import type { Money } from '#domain/decimal.ts';
import { isAccountKnown, usable } from '../../../state/account.ts';
import { useBalances } from '../../../state/balances.ts';
import { isDemo } from '../../../state/user.ts';

/** `undefined` while nobody knows, and for a visitor. */
export function useMicroUsable(): Money | undefined {
  const balances = useBalances();
  if (isDemo.value) return isAccountKnown.value ? usable.value : undefined;
  return balances.data.value?.find(({ type }) => type === 'micro')?.balance;
}
