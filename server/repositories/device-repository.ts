/** Rows of known devices, found by the hash of their token. The token itself is never stored. */
import type { Insertable } from 'kysely';
import type { Trx } from '../database/database.ts';
import { lockRows } from '../database/lock-rows.ts';
import type { Database } from '../database/schema.ts';
import type { Sql } from './user-repository.ts';

/** The user of this name who has logged in from the device; names as in the table `user`. */
export async function deviceUserId(
  sql: Sql,
  tokenHash: string,
  name: { readonly email: string | null; readonly mobile: string | null },
): Promise<number | undefined> {
  const row = await sql
    .selectFrom('device')
    .innerJoin('user', 'user.id', 'device.user_id')
    .select('device.user_id')
    .where('device.token_hash', '=', tokenHash)
    .where((is) => (name.email !== null ? is('user.email', '=', name.email) : is('user.mobile', '=', name.mobile ?? '')))
    .executeTakeFirst();
  return row?.user_id;
}

/** True when anybody has logged in from the device. */
export async function isDevice(sql: Sql, tokenHash: string): Promise<boolean> {
  return (await sql.selectFrom('device').select('user_id').where('token_hash', '=', tokenHash).limit(1).executeTakeFirst()) !== undefined;
}

/** True when this user has logged in from the device. */
export async function isDeviceOf(sql: Sql, tokenHash: string, userId: number): Promise<boolean> {
  const row = await sql
    .selectFrom('device')
    .select('user_id')
    .where('token_hash', '=', tokenHash)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Demo accounts of a device that were entered since a time. Its rows are locked first: who waited for them counts what was made meanwhile. */
export async function countDemosOf(trx: Trx, tokenHash: string, seenSinceMs: number): Promise<number> {
  await lockRows(trx, trx.selectFrom('device').select('user_id').where('token_hash', '=', tokenHash)).execute();
  const row = await trx
    .selectFrom('device')
    .innerJoin('user', 'user.id', 'device.user_id')
    .select((select) => select.fn.countAll().as('demos'))
    .where('device.token_hash', '=', tokenHash)
    .where('user.realm', '=', 'demo')
    .where('user.last_seen_at', '>=', seenSinceMs)
    .executeTakeFirstOrThrow();
  return Number(row.demos);
}

export async function deleteDevice(sql: Sql, userId: number, tokenHash: string): Promise<void> {
  await sql.deleteFrom('device').where('user_id', '=', userId).where('token_hash', '=', tokenHash).execute();
}

/** Writes a device of a user, or that it was used again. */
export async function upsertDevice(sql: Sql, device: Insertable<Database['device']>): Promise<void> {
  await sql
    .insertInto('device')
    .values(device)
    .onConflict((conflict) => conflict.columns(['token_hash', 'user_id']).doUpdateSet({ used_at: device.used_at }))
    .execute();
}

/** Forgets all devices of a user but `keptHash` and the `others` used last. */
export async function forgetDevices(sql: Sql, userId: number, keptHash: string, others: number): Promise<void> {
  const rows = await sql
    .selectFrom('device')
    .select('token_hash')
    .where('user_id', '=', userId)
    .where('token_hash', '!=', keptHash)
    .orderBy('used_at', 'desc')
    .orderBy('token_hash')
    .execute();
  const surplus = rows.slice(others).map((row) => row.token_hash);
  if (surplus.length === 0) return;
  await sql.deleteFrom('device').where('user_id', '=', userId).where('token_hash', 'in', surplus).execute();
}

/** Forgets devices that nobody has used since, at most `limit` of them. */
export async function deleteIdleDevices(sql: Sql, usedBeforeMs: number, limit: number): Promise<void> {
  const idle = sql.selectFrom('device').select('token_hash').where('used_at', '<', usedBeforeMs).limit(limit);
  await sql.deleteFrom('device').where('used_at', '<', usedBeforeMs).where('token_hash', 'in', idle).execute();
}
