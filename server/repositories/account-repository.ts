/** Reads of ledger accounts without a lock, for showing and for the evaluator's memory. Writing is `server/ledger/post.ts` alone. */
import type { Kysely } from 'kysely';
import type { AccountPart, AccountType, Database, HouseAccount } from '../database/schema.ts';

export type AccountRecord = { user_id: number; type: AccountType; part: AccountPart; balance: bigint };

/** All parts of all accounts of some people (at most a few hundred ids at a time), in id order. */
export async function accountParts(reader: Kysely<Database>, userIds: readonly number[]): Promise<AccountRecord[]> {
  if (userIds.length === 0) return [];
  const rows = await reader
    .selectFrom('account')
    .select(['user_id', 'type', 'part', 'balance'])
    .where('user_id', 'in', [...userIds])
    .orderBy('id')
    .execute();
  return rows as AccountRecord[];
}

/** Sum of all entries of a house account: it keeps no balance. */
export async function houseTotal(reader: Kysely<Database>, realm: 'demo' | 'real', account: HouseAccount): Promise<bigint> {
  const rows = await reader
    .selectFrom('entry')
    .innerJoin('account', 'account.id', 'entry.account_id')
    .select('entry.amount')
    .where('account.realm', '=', realm)
    .where('account.part', '=', account)
    .where('account.type', '=', 'house')
    .execute();
  return rows.reduce((sum, row) => sum + row.amount, 0n);
}
