/** Reads of ledger accounts without a lock, for showing and for the evaluator's memory. Writing is `server/ledger/post.ts` alone. */
import type { Kysely } from 'kysely';
import { prepared } from '../database/prepared.ts';
import type { AccountPart, AccountType, Database } from '../database/schema.ts';

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

const selectPartsOfPerson = prepared<{ userId: number }, AccountRecord>((db, arg) =>
  db
    .selectFrom('account')
    .select(['user_id', 'type', 'part', 'balance'])
    .where('user_id', '=', arg('userId'))
    .orderBy('id')
    .$castTo<AccountRecord>(),
);

/** The same of one person, on the way of every act of theirs. */
export const partsOfPerson = async (reader: Kysely<Database>, userId: number): Promise<readonly AccountRecord[]> =>
  (await selectPartsOfPerson(reader, { userId })).rows;
