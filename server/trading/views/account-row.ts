/** A person's account as the wire shows it (decisions D1.3.13, D1.3.14). */
import { formatDecimal, type Money } from '#domain/decimal.ts';
import type { AccountRow } from '#protocol/rest/user.ts';
import type { AccountType } from '../../database/schema.ts';
import { deficitOf, LOCK_PARTS, lockedIn, type PersonAccount } from '../../ledger/person-account.ts';
import type { AccountRecord } from '../../repositories/account-repository.ts';
import type { OutboxEvent } from '../../repositories/outbox-repository.ts';

const TYPE_IDS: Readonly<Record<AccountType, number>> = { forex: 1, micro: 2, change: 3, demo: 9 };
/** The site's one currency. */
const CURRENCY_ID = 1;

const accountRow = (type: AccountType, funds: { balance: Money; locked: Money; deficit: Money }): AccountRow => ({
  type,
  balance: formatDecimal(funds.balance),
  lockBalance: formatDecimal(funds.locked),
  deficit: formatDecimal(funds.deficit),
  accountTypeId: TYPE_IDS[type],
  currencyId: CURRENCY_ID,
});

/** The accounts of one person, each from its parts, in the order in which they were made. */
export function accountRows(parts: readonly AccountRecord[]): AccountRow[] {
  return [...new Set(parts.map((part) => part.type))].map((type) => {
    const balanceOf = (name: string) => parts.find((row) => row.type === type && row.part === name)?.balance ?? 0n;
    const locked = LOCK_PARTS.reduce((sum, part) => sum + balanceOf(part), 0n);
    return accountRow(type, { balance: balanceOf('balance'), locked, deficit: -balanceOf('deficit') });
  });
}

/** The BALANCE event of an account as it stands now in the transaction. */
export const balanceEvent = (account: PersonAccount): OutboxEvent => ({
  topic: 'BALANCE',
  payload: {
    data: [
      {
        type: account.type,
        balance: formatDecimal(account.parts.balance.balance),
        lockBalance: formatDecimal(lockedIn(account)),
        deficit: formatDecimal(deficitOf(account)),
      },
    ],
  },
});
