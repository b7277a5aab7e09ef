/**
 * A person's trading account: one ledger account per part (balance, the locks, deficit). Locked in id order before anything is
 * read from it, so that two transactions can never wait for each other.
 */
import type { Kysely } from 'kysely';
import type { Money } from '#domain/decimal.ts';
import type { Trx } from '../database/database.ts';
import { lockRows } from '../database/lock-rows.ts';
import { prepared, preparedRows } from '../database/prepared.ts';
import type { AccountPart, AccountType, Database, HouseAccount, Realm } from '../database/schema.ts';

/** One row of `account` as a transaction that holds its lock sees it; postings move `balance` along. */
export type AccountPartRow = { readonly id: number; readonly realm: Realm; balance: Money };

export type PersonAccount = {
  readonly userId: number;
  readonly realm: Realm;
  readonly type: AccountType;
  readonly parts: Readonly<Record<AccountPart, AccountPartRow>>;
};

/** Accounts that one transaction locks at most. */
const LOCKED_AT_ONCE_MAX = 64;
const ACCOUNT_PARTS: readonly AccountPart[] = ['balance', 'margin', 'pending', 'stake', 'draw', 'fund', 'deficit'];
/** What a person cannot use now: the sum of these (decision D1.4.03). */
export const LOCK_PARTS: readonly AccountPart[] = ['margin', 'pending', 'stake', 'draw', 'fund'];

/** The account types of a person: a demo user has the one, a real user three (decisions D1.3.13, D1.3.14). */
export const accountTypesOf = (realm: Realm): readonly AccountType[] => (realm === 'demo' ? ['demo'] : ['forex', 'micro', 'change']);

/** Makes the rows of a person's accounts; those that exist stay as they are. */
export async function createPersonAccounts(trx: Trx, person: { userId: number; realm: Realm }): Promise<void> {
  const rows = accountTypesOf(person.realm).flatMap((type) =>
    ACCOUNT_PARTS.map((part) => ({ user_id: person.userId, realm: person.realm, type, part, balance: 0n })),
  );
  await trx
    .insertInto('account')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

type AccountKey = { readonly userId: number; readonly type: AccountType };
type LockedRow = { id: number; realm: Realm; part: AccountPart | HouseAccount; balance: bigint };
type OwnedRow = LockedRow & { user_id: number | null; type: AccountType | 'house' };

const partsQuery = (db: Kysely<Database>) => db.selectFrom('account').select(['id', 'realm', 'part', 'balance']).orderBy('id');
const lockParts = prepared<AccountKey, LockedRow>((db, arg) =>
  lockRows(db, partsQuery(db).where('user_id', '=', arg('userId')).where('type', '=', arg('type'))),
);

/** The rows of several accounts, locked in the order of their ids in one statement, to avoid a deadlock. */
const lockPartsOfMany = preparedRows<AccountKey, OwnedRow>(['userId', 'type'], LOCKED_AT_ONCE_MAX, (db, keys) => {
  const query = partsQuery(db).select(['user_id', 'type']);
  return lockRows(
    db,
    query.where((eb) => eb.or(keys.map(({ userId, type }) => eb.and({ user_id: userId, type })))),
  );
});

function personAccount({ userId, type }: AccountKey, rows: readonly LockedRow[]): PersonAccount {
  const first = rows[0];
  if (!first || rows.length !== ACCOUNT_PARTS.length) throw new Error(`user ${userId} has no whole account of type ${type}`);
  const parts = Object.fromEntries(rows.map(({ id, realm, part, balance }) => [part, { id, realm, balance }]));
  return { userId, realm: first.realm, type, parts: parts as PersonAccount['parts'] };
}

/** Locks and reads accounts of persons. Throws when one was never opened, because then something is broken. */
export async function lockPersonAccounts(trx: Trx, keys: readonly AccountKey[]): Promise<PersonAccount[]> {
  if (keys.length > LOCKED_AT_ONCE_MAX) throw new RangeError(`accounts to lock: got ${keys.length}, at most ${LOCKED_AT_ONCE_MAX}`);
  const [only] = keys;
  if (keys.length === 1 && only) return [personAccount(only, (await lockParts(trx, { userId: only.userId, type: only.type })).rows)];
  const rows = await lockPartsOfMany(trx, keys);
  return keys.map((key) => {
    const own = rows.filter((row) => row.user_id === key.userId && row.type === key.type);
    return personAccount(key, own);
  });
}

/** The same of one account. */
export async function lockPersonAccount(trx: Trx, userId: number, type: AccountType): Promise<PersonAccount> {
  return (await lockPersonAccounts(trx, [{ userId, type }]))[0] as PersonAccount;
}

/** What a realised loss took beyond the cash, as formulas want it: never below zero. */
export const deficitOf = (account: PersonAccount): Money => -account.parts.deficit.balance;

/** Sum of all locks. */
export const lockedIn = (account: PersonAccount): Money => LOCK_PARTS.reduce((sum, part) => sum + account.parts[part].balance, 0n);
