/** Rows of sessions, found by the hash of their token. The token itself is never stored. */
import type { Insertable, Selectable } from 'kysely';
import { prepared } from '../database/prepared.ts';
import type { Database } from '../database/schema.ts';
import type { Sql, UserRecord } from './user-repository.ts';

export type SessionRecord = Selectable<Database['session']>;
export type SessionWithUser = { readonly session: SessionRecord; readonly user: UserRecord };

export async function insertSession(sql: Sql, session: Insertable<Database['session']>): Promise<void> {
  await sql.insertInto('session').values(session).execute();
}

const selectSession = prepared<{ tokenHash: string }, SessionRecord>((db, arg) =>
  db.selectFrom('session').selectAll().where('token_hash', '=', arg('tokenHash')),
);
const selectUser = prepared<{ id: number }, UserRecord>((db, arg) => db.selectFrom('user').selectAll().where('id', '=', arg('id')));

/** The session and its user, revoked and expired ones included: the caller judges. */
export async function sessionWithUser(sql: Sql, tokenHash: string): Promise<SessionWithUser | undefined> {
  const session = (await selectSession(sql, { tokenHash })).rows[0];
  const user = session && (await selectUser(sql, { id: session.user_id })).rows[0];
  return user && { session, user };
}

export async function touchSession(sql: Sql, tokenHash: string, usedAtMs: number): Promise<void> {
  await sql.updateTable('session').set({ used_at: usedAtMs }).where('token_hash', '=', tokenHash).execute();
}

export async function revokeSession(sql: Sql, tokenHash: string, atMs: number): Promise<void> {
  await sql.updateTable('session').set({ revoked_at: atMs }).where('token_hash', '=', tokenHash).where('revoked_at', 'is', null).execute();
}

/** Forgets sessions that can never be used again, at most `limit` of them. */
export async function deleteDeadSessions(sql: Sql, usedBeforeMs: number, limit: number): Promise<void> {
  const dead = sql.selectFrom('session').select('token_hash').where('used_at', '<', usedBeforeMs).limit(limit);
  await sql.deleteFrom('session').where('token_hash', 'in', dead).execute();
}
