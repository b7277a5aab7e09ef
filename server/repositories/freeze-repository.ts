/** Rows of freezes and of "not me" links. SQL only; rules live in `server/protection`. */
import type { Insertable, Selectable } from 'kysely';
import type { FreezeWay } from '#domain/protection.ts';
import type { Database } from '../database/schema.ts';
import type { Sql } from './user-repository.ts';

type FreezeRecord = Selectable<Database['account_freeze']>;
type NotMeRecord = Selectable<Database['not_me']>;

/** The freeze that stands. */
export const standingFreeze = (sql: Sql, userId: number): Promise<FreezeRecord | undefined> =>
  sql.selectFrom('account_freeze').selectAll().where('user_id', '=', userId).where('lifted_at', 'is', null).executeTakeFirst();

/** The person's row and the row of the freeze; the database refuses a second one that stands. */
export async function insertFreeze(sql: Sql, freeze: { userId: number; way: FreezeWay; atMs: number }): Promise<void> {
  await sql.updateTable('user').set({ frozen: 1 }).where('id', '=', freeze.userId).execute();
  await sql
    .insertInto('account_freeze')
    .values({ user_id: freeze.userId, way: freeze.way, frozen_at: freeze.atMs, lifted_at: null })
    .execute();
}

/** The one that stands was made in another way after all, and counts from then on. */
export async function changeFreezeWay(sql: Sql, userId: number, way: FreezeWay, atMs: number): Promise<void> {
  const standing = sql.updateTable('account_freeze').set({ way, frozen_at: atMs }).where('user_id', '=', userId);
  await standing.where('lifted_at', 'is', null).execute();
}

/** Lifts the one that stands; false when none does. */
export async function liftFreeze(sql: Sql, lift: { userId: number; by: string; atMs: number }): Promise<boolean> {
  const row = await sql
    .updateTable('account_freeze')
    .set({ lifted_at: lift.atMs, lifted_by: lift.by })
    .where('user_id', '=', lift.userId)
    .where('lifted_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (row) await sql.updateTable('user').set({ frozen: 0 }).where('id', '=', lift.userId).execute();
  return row !== undefined;
}

export async function insertNotMe(sql: Sql, link: Insertable<Database['not_me']>): Promise<void> {
  await sql.insertInto('not_me').values(link).execute();
}

export const notMeOf = (sql: Sql, tokenHash: string): Promise<NotMeRecord | undefined> =>
  sql.selectFrom('not_me').selectAll().where('token_hash', '=', tokenHash).executeTakeFirst();

/** Links about an act that a person got since a time. */
export async function countNotMe(sql: Sql, of: { userId: number; act: string; sinceMs: number }): Promise<number> {
  const row = await sql
    .selectFrom('not_me')
    .select((eb) => eb.fn.countAll<number>().as('links'))
    .where('user_id', '=', of.userId)
    .where('created_at', '>', of.sinceMs)
    .where('act', '=', of.act)
    .executeTakeFirstOrThrow();
  return Number(row.links);
}

/**
 * Uses a link up, with all others of its person: one press is enough. Those go on that take back what this one does not: they were sent to an
 * address that is the account's no more, and whoever changed it could else void them by pressing first. False when it was used, or is too old.
 */
export async function spendNotMe(sql: Sql, { token_hash, user_id, undoes }: NotMeRecord, nowMs: number): Promise<boolean> {
  const good = sql.updateTable('not_me').set({ used_at: nowMs }).where('used_at', 'is', null).where('expires_at', '>', nowMs);
  const row = await good.where('token_hash', '=', token_hash).returning('user_id').executeTakeFirst();
  if (!row) return false;
  const others = good.where('user_id', '=', user_id);
  await others.where((is) => is.or([is('undoes', 'is', null), ...(undoes === null ? [] : [is('undoes', '>=', undoes)])])).execute();
  return true;
}

/** Forgets links that are over, at most `limit` of them. */
export async function deleteOldNotMe(sql: Sql, nowMs: number, limit: number): Promise<void> {
  const old = sql.selectFrom('not_me').select('token_hash').where('expires_at', '<', nowMs).limit(limit);
  await sql.deleteFrom('not_me').where('token_hash', 'in', old).execute();
}

/** What a stranger who knew the password may have left behind: passkeys that were added since, and logins that wait for their second step. */
export async function dropNewWaysIn(sql: Sql, userId: number, sinceMs: number): Promise<void> {
  await sql.deleteFrom('passkey').where('user_id', '=', userId).where('created_at', '>', sinceMs).execute();
  await sql.deleteFrom('sign_in').where('user_id', '=', userId).execute();
}

/** The password counts no more: the way in is a new one, by a code to an address of the account. */
export async function voidPassword(sql: Sql, userId: number): Promise<void> {
  await sql.updateTable('user').set({ password_hash: null }).where('id', '=', userId).execute();
}
