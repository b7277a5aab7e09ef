/** How a person's balances look on the wire, both ways: in getBalance, in the BALANCE event, and beside the reply of a money call. */
import type { AccountType, OwnBalance } from '#domain/account.ts';
import { decimalFromWire, formatDecimal, type Money } from '#domain/decimal.ts';
import type { NumberedBalances } from './rest/numbered-balances.ts';
import type { AccountRow } from './rest/user.ts';
import { asText, isObject } from './wire-value.ts';

const TYPE_LENGTH_MAX = 16;
/** The numbers of the accounts (decision D1.3.13). */
const TYPE_IDS: Readonly<Record<AccountType, number>> = { forex: 1, micro: 2, change: 3, demo: 9 };
/** The site's one currency. */
const CURRENCY_ID = 1;

/** `undefined` for a row that says no type or no balance, or that cannot be read. What is not locked or not owed need not be said. */
export function balanceFromWire(row: unknown): OwnBalance | undefined {
  if (!isObject(row)) return undefined;
  const type = asText(row.type, TYPE_LENGTH_MAX);
  const balance = decimalFromWire<Money>(row.balance);
  const locked = decimalFromWire<Money>(row.lockBalance ?? 0);
  return type && balance !== undefined && locked !== undefined
    ? { type, balance, locked, deficit: decimalFromWire<Money>(row.deficit) ?? 0n }
    : undefined;
}

/** The balances that can be read. */
export const balancesFromWire = (rows: unknown): OwnBalance[] =>
  (Array.isArray(rows) ? rows : []).flatMap((row) => balanceFromWire(row) ?? []);

export const balanceToWire = ({ type, balance, locked, deficit }: OwnBalance): NumberedBalances['balances'][number] => ({
  type,
  balance: formatDecimal(balance),
  lockBalance: formatDecimal(locked),
  deficit: formatDecimal(deficit),
});

/** A row of getBalance. */
export const accountToWire = ({ type, ...own }: OwnBalance & { readonly type: AccountType }): AccountRow => ({
  ...balanceToWire({ type, ...own }),
  type,
  accountTypeId: TYPE_IDS[type],
  currencyId: CURRENCY_ID,
});
