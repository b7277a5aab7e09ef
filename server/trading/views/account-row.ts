/** What a person's accounts hold: free money, all locks, and what they owe (decisions D1.3.13, D1.3.14). */
import type { AccountType, OwnBalance } from '#domain/account.ts';
import { balanceToWire } from '#protocol/balance-wire.ts';
import { deficitOf, LOCK_PARTS, lockedIn, type PersonAccount } from '../../ledger/person-account.ts';
import type { AccountRecord } from '../../repositories/account-repository.ts';
import type { OutboxEvent } from '../../repositories/outbox-repository.ts';

/** The accounts of one person, each from its parts, in the order in which they were made. */
export function ownBalances(parts: readonly AccountRecord[]): (OwnBalance & { readonly type: AccountType })[] {
  return [...new Set(parts.map((part) => part.type))].map((type) => {
    const own = parts.filter((row) => row.type === type);
    const balanceOf = (name: string) => own.reduce((sum, row) => (row.part === name ? sum + row.balance : sum), 0n);
    const locked = LOCK_PARTS.reduce((sum, part) => sum + balanceOf(part), 0n);
    return { type, balance: balanceOf('balance'), locked, deficit: -balanceOf('deficit') };
  });
}

/** The BALANCE event of an account as it stands now in the transaction. */
export function balanceEvent(account: PersonAccount): OutboxEvent {
  const now = { type: account.type, balance: account.parts.balance.balance, locked: lockedIn(account), deficit: deficitOf(account) };
  return { topic: 'BALANCE', payload: { data: [balanceToWire(now)] } };
}
