/** Rows of sessions, found by the hash of their token. The token itself is never stored. */
import type { Insertable, Selectable } from 'kysely';
import type { EndedBy } from '../database/factor-schema.ts';
import { prepared } from '../database/prepared.ts';
import type { Database } from '../database/schema.ts';
import type { Sql, UserRecord } from './user-repository.ts';

export type SessionRecord = Selectable<Database['session']>;
/** What is looked at before every call. */
type SessionLife = Pick<SessionRecord, 'token_hash' | 'used_at' | 'revoked_at' | 'created_at' | 'device_hash'>;
type SessionWithUser = { readonly session: SessionLife; readonly user: UserRecord };

export async function insertSession(sql: Sql, session: Insertable<Database['session']>): Promise<void> {
  await sql.insertInto('session').values(session).execute();
}

/** Both in one row: this is asked before every call. The two tables share one name, which the session gets under another. */
type Joined = UserRecord & Omit<SessionLife, 'created_at'> & { session_at: number };
const selectJoined = prepared<{ tokenHash: string }, Joined>((db, arg) =>
  db
    .selectFrom('session')
    .innerJoin('user', 'user.id', 'session.user_id')
    .selectAll('user')
    .select(['session.token_hash', 'session.used_at', 'session.revoked_at', 'session.device_hash', 'session.created_at as session_at'])
    .where('session.token_hash', '=', arg('tokenHash')),
);

/** The session and its user, revoked and expired ones included: the caller judges. */
export async function sessionWithUser(sql: Sql, tokenHash: string): Promise<SessionWithUser | undefined> {
  const row = (await selectJoined(sql, { tokenHash })).rows[0];
  if (!row) return undefined;
  const { token_hash, used_at, revoked_at, device_hash, session_at, ...user } = row;
  return { session: { token_hash, created_at: session_at, used_at, revoked_at, device_hash }, user };
}

/** Sessions of a user that were not revoked, the one used last first; expired ones included. */
export const sessionsOfUser = (sql: Sql, userId: number): Promise<SessionRecord[]> =>
  sql
    .selectFrom('session')
    .selectAll()
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .orderBy('used_at', 'desc')
    .orderBy('token_hash')
    .execute();

/** False for one that was ended, whether its row is still there or not. */
export async function isSessionAlive(sql: Sql, tokenHash: string): Promise<boolean> {
  const alive = sql.selectFrom('session').select('user_id').where('token_hash', '=', tokenHash).where('revoked_at', 'is', null);
  return (await alive.executeTakeFirst()) !== undefined;
}

export async function touchSession(sql: Sql, tokenHash: string, usedAtMs: number): Promise<void> {
  await sql.updateTable('session').set({ used_at: usedAtMs }).where('token_hash', '=', tokenHash).execute();
}

/** Revokes one that lives. Whose it was; `undefined` when there was none. */
export async function revokeSession(sql: Sql, tokenHash: string, atMs: number, endedBy: EndedBy): Promise<number | undefined> {
  const row = await sql
    .updateTable('session')
    .set({ revoked_at: atMs, ended_by: endedBy })
    .where('token_hash', '=', tokenHash)
    .where('revoked_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst();
  return row?.user_id;
}

/** By what a session was ended from elsewhere; '' for one that was not, that lives, or that is not known any more. */
export async function endedByOf(sql: Sql, tokenHash: string): Promise<EndedBy> {
  const ended = sql.selectFrom('session').select('ended_by').where('revoked_at', 'is not', null);
  return (await ended.where('token_hash', '=', tokenHash).executeTakeFirst())?.ended_by ?? '';
}

/** Sessions of a person that were ended from elsewhere and whose pages can still be told by what. */
const TOLD_MAX = 20;

/** Forgets sessions of a user that ended, but the newest of those that were ended from elsewhere. */
async function deleteEnded(sql: Sql, userId: number): Promise<void> {
  const ended = () => sql.selectFrom('session').select('token_hash').where('user_id', '=', userId).where('revoked_at', 'is not', null);
  const told = await ended().where('ended_by', '!=', '').orderBy('revoked_at', 'desc').orderBy('token_hash').limit(TOLD_MAX).execute();
  const kept = new Set(told.map((row) => row.token_hash));
  const gone = (await ended().execute()).map((row) => row.token_hash).filter((hash) => !kept.has(hash));
  if (gone.length > 0) await sql.deleteFrom('session').where('token_hash', 'in', gone).execute();
}

/**
 * Ends all sessions of a user but the `kept` newest. Their rows go, and most of those of sessions that ended before: however often somebody
 * logs in, a person has a few rows. Returns the hashes of those that it ended.
 */
export async function endOldSessions(sql: Sql, userId: number, kept: number): Promise<string[]> {
  await deleteEnded(sql, userId);
  const rows = await sql
    .selectFrom('session')
    .select('token_hash')
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('token_hash')
    .execute();
  const old = rows.slice(kept).map((row) => row.token_hash);
  if (old.length > 0) await sql.deleteFrom('session').where('token_hash', 'in', old).execute();
  return old;
}

/** Forgets sessions that can never be used again, at most `limit` of them. */
export async function deleteDeadSessions(sql: Sql, usedBeforeMs: number, limit: number): Promise<void> {
  const dead = sql.selectFrom('session').select('token_hash').where('used_at', '<', usedBeforeMs).limit(limit);
  await sql.deleteFrom('session').where('token_hash', 'in', dead).execute();
}
