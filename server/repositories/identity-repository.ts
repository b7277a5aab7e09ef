/** Rows of real-name verification. SQL only; rules live in `server/identity/`. */
import type { Insertable, Selectable } from 'kysely';
import type { Trx } from '../database/database.ts';
import { lockNamedRows } from '../database/lock-rows.ts';
import type { Database } from '../database/schema.ts';
import type { Sql } from './user-repository.ts';

export type IdentityRecord = Selectable<Database['identity']>;
/** With the public number of whose it is. */
export type IdentityOfUser = IdentityRecord & { readonly uid: string };

/** The newest application of a person. */
export const newestIdentity = (sql: Sql, userId: number): Promise<IdentityRecord | undefined> =>
  sql.selectFrom('identity').selectAll().where('user_id', '=', userId).orderBy('id', 'desc').limit(1).executeTakeFirst();

/**
 * Until the transaction ends nobody else changes what this person has sent. Taken before the audit's lock, which everybody waits for who leaves a
 * row there: who held that one and waited for a person would hold up all others.
 */
export async function lockPerson(trx: Trx, userId: number): Promise<void> {
  await lockNamedRows(trx, trx.selectFrom('user').select('id').where('id', '=', userId)).executeTakeFirstOrThrow();
}

/** The same of several people, in an order that everybody takes. */
export async function lockPeople(trx: Trx, userIds: readonly number[]): Promise<void> {
  if (userIds.length === 0) return;
  await lockNamedRows(trx, trx.selectFrom('user').select('id').where('id', 'in', userIds).orderBy('id')).execute();
}

export const insertIdentity = (sql: Sql, identity: Insertable<Database['identity']>): Promise<IdentityRecord> =>
  sql.insertInto('identity').values(identity).returningAll().executeTakeFirstOrThrow();

export async function setRealStatus(sql: Sql, userId: number, status: number): Promise<void> {
  await sql.updateTable('user').set({ real_status: status }).where('id', '=', userId).execute();
}

export const identityById = (sql: Sql, id: number): Promise<IdentityOfUser | undefined> =>
  sql
    .selectFrom('identity')
    .innerJoin('user', 'user.id', 'identity.user_id')
    .selectAll('identity')
    .select('user.uid')
    .where('identity.id', '=', id)
    .executeTakeFirst();

/** Those that wait, oldest first. */
export const waitingIdentities = (sql: Sql, submittedByMs: number, limit: number): Promise<IdentityOfUser[]> =>
  sql
    .selectFrom('identity')
    .innerJoin('user', 'user.id', 'identity.user_id')
    .selectAll('identity')
    .select('user.uid')
    .where('state', '=', 'waiting')
    .where('submitted_at', '<=', submittedByMs)
    .orderBy('submitted_at')
    .orderBy('identity.id')
    .limit(limit)
    .execute();

/** Ends the waiting of one; false when it did not wait any more. */
export async function decideIdentity(
  sql: Sql,
  id: number,
  decision: Pick<IdentityRecord, 'state' | 'remark'> & { readonly decided_at: number },
): Promise<boolean> {
  const query = sql.updateTable('identity').set(decision).where('id', '=', id).where('state', '=', 'waiting');
  return (await query.executeTakeFirstOrThrow()).numUpdatedRows === 1n;
}

/** Those whose hash of the document is of another form, while it is known what was typed. */
export const identitiesOfOtherForm = (
  sql: Sql,
  form: string,
  { afterId, limit }: { readonly afterId: number; readonly limit: number },
): Promise<IdentityRecord[]> =>
  sql
    .selectFrom('identity')
    .selectAll()
    .where('details', '<>', '')
    .where('document_hash', 'not like', `${form}%`)
    .where('id', '>', afterId)
    .orderBy('id')
    .limit(limit)
    .execute();

export async function setDocumentHash(sql: Sql, id: number, document_hash: string): Promise<void> {
  await sql.updateTable('identity').set({ document_hash }).where('id', '=', id).execute();
}

/** Public numbers of other people who have shown the same document, with how it stands there. */
export const othersWithDocument = (
  sql: Sql,
  documentHash: string,
  userId: number,
  limit: number,
): Promise<{ uid: string; state: IdentityRecord['state'] }[]> =>
  sql
    .selectFrom('identity')
    .innerJoin('user', 'user.id', 'identity.user_id')
    .select(['user.uid', 'identity.state'])
    .where('document_hash', '=', documentHash)
    .where('user_id', '<>', userId)
    .orderBy('identity.id', 'desc')
    .limit(limit)
    .execute();
