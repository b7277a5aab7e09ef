/** Rows of passkeys: public keys of authenticators, nothing secret. */
import { type Insertable, type Selectable, sql } from 'kysely';
import { PASSKEY_NAME } from '#domain/profile.ts';
import type { Database } from '../database/schema.ts';
import type { Sql } from './user-repository.ts';

export type PasskeyRecord = Selectable<Database['passkey']>;

export const passkeysOf = (sql: Sql, userId: number): Promise<PasskeyRecord[]> =>
  sql.selectFrom('passkey').selectAll().where('user_id', '=', userId).orderBy('id').execute();

export const passkeyByCredential = (sql: Sql, credentialId: string): Promise<PasskeyRecord | undefined> =>
  sql.selectFrom('passkey').selectAll().where('credential_id', '=', credentialId).executeTakeFirst();

export async function insertPasskey(sql: Sql, passkey: Insertable<Database['passkey']>): Promise<void> {
  await sql.insertInto('passkey').values(passkey).execute();
}

type TakenChallenge = { readonly id: number; readonly counter: number; readonly challengedAtMs: number; readonly nowMs: number };

/**
 * Accepts the answer to a challenge once: false when it is not newer than the last that was answered. One that no clock of now can have made (later
 * than `latestMs`) holds up nobody: the server's was ahead then, and what was answered by it is too far from now to be taken again.
 */
export async function takeChallenge(sql: Sql, { id, counter, challengedAtMs, nowMs }: TakenChallenge, latestMs: number): Promise<boolean> {
  const row = await sql
    .updateTable('passkey')
    .set({ counter, challenged_at: challengedAtMs, used_at: nowMs })
    .where('id', '=', id)
    .where((is) => is.or([is('challenged_at', '<', challengedAtMs), is('challenged_at', '>', latestMs)]))
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** An empty name takes it back: the passkey is called by browser and system again. False when this user has no such passkey. */
export async function renamePasskey(db: Sql, userId: number, id: number, name: string): Promise<boolean> {
  const row = await db
    .updateTable('passkey')
    .set({ name: name || sql<string>`coalesce(nullif(agent, ''), ${PASSKEY_NAME})` })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** False when this user has no such passkey. */
export async function deletePasskey(sql: Sql, userId: number, id: number): Promise<boolean> {
  const row = await sql.deleteFrom('passkey').where('id', '=', id).where('user_id', '=', userId).returning('id').executeTakeFirst();
  return row !== undefined;
}
