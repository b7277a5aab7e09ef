/** Rows of second factors and recovery codes, of logins that wait for one, and of the history of logins. */
import type { Insertable, Selectable } from 'kysely';
import type { Database } from '../database/schema.ts';
import type { Sql } from './user-repository.ts';

export type SecondFactorRecord = Selectable<Database['second_factor']>;
export type LoginEventRecord = Selectable<Database['login_event']>;
type BegunLoginRecord = Selectable<Database['sign_in']>;

export const secondFactorOf = (sql: Sql, userId: number): Promise<SecondFactorRecord | undefined> =>
  sql.selectFrom('second_factor').selectAll().where('user_id', '=', userId).executeTakeFirst();

/** In place of one that was begun before. */
export async function putSecondFactor(sql: Sql, factor: Insertable<Database['second_factor']>): Promise<void> {
  const { user_id, ...rest } = factor;
  await sql
    .insertInto('second_factor')
    .values(factor)
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(rest))
    .execute();
}

export async function deleteSecondFactor(sql: Sql, userId: number): Promise<void> {
  await sql.deleteFrom('recovery_code').where('user_id', '=', userId).execute();
  await sql.deleteFrom('second_factor').where('user_id', '=', userId).execute();
  await sql.updateTable('user').set({ two_factor: 0 }).where('id', '=', userId).execute();
}

type Begun = { readonly userId: number; readonly tokenHash: string };

/** Takes one of the tries of a factor that this session has begun, and gives it; `undefined`: it has begun none, or there is no try left. */
export const takeFirstTry = (sql: Sql, { userId, tokenHash }: Begun, triesMax: number): Promise<SecondFactorRecord | undefined> =>
  sql
    .updateTable('second_factor')
    .set((row) => ({ failures: row('failures', '+', 1) }))
    .where('user_id', '=', userId)
    .where('begun_by', '=', tokenHash)
    .where('is_set', '=', 0)
    .where('failures', '<', triesMax)
    .returningAll()
    .executeTakeFirst();

/** The factor that was begun with this secret counts from now on. False when it is not the one that waits. */
export async function setSecondFactor(sql: Sql, { user_id, secret }: SecondFactorRecord, step: number, atMs: number): Promise<boolean> {
  const row = await sql
    .updateTable('second_factor')
    .set({ is_set: 1, last_step: step, failures: 0, set_at: atMs })
    .where('user_id', '=', user_id)
    .where('secret', '=', secret)
    .where('is_set', '=', 0)
    .returning('user_id')
    .executeTakeFirst();
  if (row) await sql.updateTable('user').set({ two_factor: 1 }).where('id', '=', user_id).execute();
  return row !== undefined;
}

/** Accepts a time step once: false for one that is not newer than the last. Wrong codes before it are forgotten. */
export async function takeStep(sql: Sql, userId: number, step: number): Promise<boolean> {
  const row = await sql
    .updateTable('second_factor')
    .set({ last_step: step, failures: 0 })
    .where('user_id', '=', userId)
    .where('last_step', '<', step)
    .returning('user_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Counts a wrong code; the count begins anew after `windowMs`. */
export async function countWrongCode(sql: Sql, userId: number, nowMs: number, windowMs: number): Promise<void> {
  const sinceMs = nowMs - windowMs;
  await sql
    .updateTable('second_factor')
    .set((row) => ({
      failures: row
        .case()
        .when('failures_since', '>', sinceMs)
        .then(row('failures', '+', 1))
        .else(1)
        .end(),
      failures_since: row.case().when('failures_since', '>', sinceMs).then(row.ref('failures_since')).else(nowMs).end(),
    }))
    .where('user_id', '=', userId)
    .execute();
}

export async function replaceRecoveryCodes(sql: Sql, userId: number, hashes: readonly string[]): Promise<void> {
  await sql.deleteFrom('recovery_code').where('user_id', '=', userId).execute();
  await sql
    .insertInto('recovery_code')
    .values(hashes.map((code_hash) => ({ user_id: userId, code_hash, used_at: null })))
    .execute();
}

/** Spends a code; false for one that is not there or was spent. */
export async function spendRecoveryCode(sql: Sql, userId: number, hash: string, nowMs: number): Promise<boolean> {
  const row = await sql
    .updateTable('recovery_code')
    .set({ used_at: nowMs })
    .where('user_id', '=', userId)
    .where('code_hash', '=', hash)
    .where('used_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether a code would be spent; spends nothing. */
export async function hasRecoveryCode(sql: Sql, userId: number, hash: string): Promise<boolean> {
  const row = await sql
    .selectFrom('recovery_code')
    .select('code_hash')
    .where('user_id', '=', userId)
    .where('code_hash', '=', hash)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

export async function recoveryCodesLeft(sql: Sql, userId: number): Promise<number> {
  const rows = await sql
    .selectFrom('recovery_code')
    .select('code_hash')
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .execute();
  return rows.length;
}

/** Writes a login that waits; of a user the `kept` newest stay. */
export async function insertBegunLogin(sql: Sql, login: BegunLoginRecord, kept: number): Promise<void> {
  const old = await sql
    .selectFrom('sign_in')
    .select('ticket_hash')
    .where('user_id', '=', login.user_id)
    .orderBy('expires_at', 'desc')
    .orderBy('ticket_hash')
    .execute();
  const surplus = old.slice(kept - 1).map((row) => row.ticket_hash);
  if (surplus.length > 0) await sql.deleteFrom('sign_in').where('ticket_hash', 'in', surplus).execute();
  await sql.insertInto('sign_in').values(login).execute();
}

export const begunLoginOf = (sql: Sql, ticketHash: string): Promise<BegunLoginRecord | undefined> =>
  sql.selectFrom('sign_in').selectAll().where('ticket_hash', '=', ticketHash).executeTakeFirst();

/** Takes one of its tries; how many it has had then. `undefined`: there is none left, or the ticket is gone. */
export async function takeTry(sql: Sql, ticketHash: string, triesMax: number): Promise<number | undefined> {
  const row = await sql
    .updateTable('sign_in')
    .set((one) => ({ tries: one('tries', '+', 1) }))
    .where('ticket_hash', '=', ticketHash)
    .where('tries', '<', triesMax)
    .returning('tries')
    .executeTakeFirst();
  return row?.tries;
}

/** Uses a ticket up; false when somebody else has. */
export async function spendTicket(sql: Sql, ticketHash: string): Promise<boolean> {
  const row = await sql.deleteFrom('sign_in').where('ticket_hash', '=', ticketHash).returning('user_id').executeTakeFirst();
  return row !== undefined;
}

/** Logins of a person that have begun end here: whoever knew the password has to know the new one. */
export async function deleteBegunLoginsOf(sql: Sql, userId: number): Promise<void> {
  await sql.deleteFrom('sign_in').where('user_id', '=', userId).execute();
}

export async function deleteOldBegunLogins(sql: Sql, nowMs: number, limit: number): Promise<void> {
  const old = sql.selectFrom('sign_in').select('ticket_hash').where('expires_at', '<', nowMs).limit(limit);
  await sql.deleteFrom('sign_in').where('ticket_hash', 'in', old).execute();
}

/** Adds a login, or a try that was refused; of each kind the `kept` newest of a user stay. */
export async function insertLoginEvent(sql: Sql, event: Insertable<Database['login_event']>, kept: number): Promise<void> {
  await sql.insertInto('login_event').values(event).execute();
  const oldest = await sql
    .selectFrom('login_event')
    .select('id')
    .where('user_id', '=', event.user_id)
    .where('entered', '=', event.entered)
    .orderBy('id', 'desc')
    .offset(kept)
    .limit(1)
    .executeTakeFirst();
  if (!oldest) return;
  const ofKind = sql.deleteFrom('login_event').where('user_id', '=', event.user_id).where('entered', '=', event.entered);
  await ofKind.where('id', '<=', oldest.id).execute();
}

export const loginEventsOf = (sql: Sql, userId: number, limit: number): Promise<LoginEventRecord[]> =>
  sql
    .selectFrom('login_event')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
