/** Keys of money calls with their stored answers. SQL of table `idempotency` only; the rules live in `server/trading/run-once.ts`. */
import type { Kysely } from 'kysely';
import type { Trx } from '../database/database.ts';
import type { Database } from '../database/schema.ts';

export type StoredCall = { readonly requestHash: string; readonly reply: string };

/** Takes a key. False when it is taken; on PostgreSQL it waits for the transaction that is taking it. */
export async function claimKey(trx: Trx, call: { userId: number; key: string; requestHash: string; atMs: number }): Promise<boolean> {
  const row = await trx
    .insertInto('idempotency')
    .values({ user_id: call.userId, key: call.key, request_hash: call.requestHash, reply: '', created_at: call.atMs })
    .onConflict((conflict) => conflict.columns(['user_id', 'key']).doNothing())
    .returning('user_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Writes the answer under a key that this transaction took. */
export async function storeReply(trx: Trx, userId: number, key: string, reply: string): Promise<void> {
  await trx.updateTable('idempotency').set({ reply }).where('user_id', '=', userId).where('key', '=', key).execute();
}

export async function findCall(sql: Kysely<Database>, userId: number, key: string): Promise<StoredCall | undefined> {
  const row = await sql
    .selectFrom('idempotency')
    .select(['request_hash', 'reply'])
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .executeTakeFirst();
  return row && { requestHash: row.request_hash, reply: row.reply };
}

/** Forgets keys that were taken before a time. */
export async function removeKeysBefore(trx: Trx, beforeMs: number): Promise<void> {
  await trx.deleteFrom('idempotency').where('created_at', '<', beforeMs).execute();
}
