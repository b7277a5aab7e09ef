/** Rows of people. SQL of table `user` only; rules live in `server/users/`. */
import type { Insertable, Kysely, Selectable } from 'kysely';
import type { CredentialChange } from '#domain/credential-lock.ts';
import type { Database } from '../database/schema.ts';

export type UserRecord = Selectable<Database['user']>;
export type NewUser = Insertable<Database['user']>;
/** A connection or a transaction. */
export type Sql = Kysely<Database>;

export const insertUser = (sql: Sql, user: NewUser): Promise<UserRecord> =>
  sql.insertInto('user').values(user).returningAll().executeTakeFirstOrThrow();

export const userById = (sql: Sql, id: number): Promise<UserRecord | undefined> =>
  sql.selectFrom('user').selectAll().where('id', '=', id).executeTakeFirst();

export const userByUid = (sql: Sql, uid: string): Promise<UserRecord | undefined> =>
  sql.selectFrom('user').selectAll().where('uid', '=', uid).executeTakeFirst();

export const userByEmail = (sql: Sql, email: string): Promise<UserRecord | undefined> =>
  sql.selectFrom('user').selectAll().where('email', '=', email).executeTakeFirst();

export const userByMobile = (sql: Sql, mobile: string): Promise<UserRecord | undefined> =>
  sql.selectFrom('user').selectAll().where('mobile', '=', mobile).executeTakeFirst();

export const userByDemoId = (sql: Sql, demoIdHash: string): Promise<UserRecord | undefined> =>
  sql.selectFrom('user').selectAll().where('demo_id_hash', '=', demoIdHash).executeTakeFirst();

export const userByInviteCode = (sql: Sql, inviteCode: string): Promise<UserRecord | undefined> =>
  sql.selectFrom('user').selectAll().where('invite_code', '=', inviteCode).executeTakeFirst();

/** The demo account of somebody who is registered. */
export const demoOfOwner = (sql: Sql, ownerId: number): Promise<UserRecord | undefined> =>
  sql.selectFrom('user').selectAll().where('owner_id', '=', ownerId).executeTakeFirst();

/** Gives a demo account to whoever registers from it; one that is somebody's already stays theirs. */
export async function linkDemo(sql: Sql, demoId: number, ownerId: number): Promise<void> {
  const unowned = sql.updateTable('user').set({ owner_id: ownerId }).where('realm', '=', 'demo').where('owner_id', 'is', null);
  await unowned.where('id', '=', demoId).execute();
}

/** True when the public number or the invite code is somebody's already. */
export async function isTaken(sql: Sql, uid: string, inviteCode: string): Promise<boolean> {
  const found = await sql
    .selectFrom('user')
    .select('id')
    .where((is) => is.or([is('uid', '=', uid), is('invite_code', '=', inviteCode)]))
    .executeTakeFirst();
  return found !== undefined;
}

export async function markSeen(sql: Sql, id: number, atMs: number): Promise<void> {
  await sql.updateTable('user').set({ last_seen_at: atMs }).where('id', '=', id).execute();
}

/** Puts a new hash of the same password in place of an old one; nothing when the password was changed meanwhile. */
export async function renewPasswordHash(sql: Sql, id: number, old: string, renewed: string): Promise<void> {
  await sql.updateTable('user').set({ password_hash: renewed }).where('id', '=', id).where('password_hash', '=', old).execute();
}

/** Changes a password and notes when; false when it is not the one any more that the change was asked with. `old` undefined: whatever it is. */
export async function changePasswordHash(
  sql: Sql,
  { id, old, renewed, atMs }: { id: number; old: string | undefined; renewed: string; atMs: number },
): Promise<boolean> {
  const change = sql.updateTable('user').set({ password_hash: renewed, credential_changed_at: atMs }).where('id', '=', id);
  const result = await (old === undefined ? change : change.where('password_hash', '=', old)).executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Sets the pay password and notes when; false when the password was changed since this was asked for with it. */
export async function changePayPasswordHash(
  sql: Sql,
  { id, passwordHash, renewed, atMs }: { id: number; passwordHash: string; renewed: string; atMs: number },
): Promise<boolean> {
  const result = await sql
    .updateTable('user')
    .set({ pay_password_hash: renewed, credential_changed_at: atMs })
    .where('id', '=', id)
    .where('password_hash', '=', passwordHash)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

type CredentialMark = { readonly id: number; readonly atMs: number; readonly change: CredentialChange; readonly whileFrozen: boolean };

/** Notes that a credential changed, and which; false for an account that is frozen, unless that does not matter. */
export async function markCredentialChanged(sql: Sql, { id, atMs, change, whileFrozen }: CredentialMark): Promise<boolean> {
  const marked = sql.updateTable('user').set({ credential_changed_at: atMs, credential_change: change }).where('id', '=', id);
  const result = await (whileFrozen ? marked : marked.where('frozen', '=', 0)).executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Sets what a person is called by, and what their letters carry. */
export async function setProfile(
  sql: Sql,
  id: number,
  profile: Partial<Pick<UserRecord, 'letter_word' | 'nickname' | 'lang'>>,
): Promise<void> {
  if (Object.keys(profile).length > 0) await sql.updateTable('user').set(profile).where('id', '=', id).execute();
}
