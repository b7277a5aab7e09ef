/** Keys of money calls with their stored answers. SQL of table `idempotency` only; the rules live in `server/trading/acts/run-once.ts`. */
import type { Kysely } from 'kysely';
import type { Trx } from '../database/database.ts';
import { prepared } from '../database/prepared.ts';
import type { Database } from '../database/schema.ts';

export type StoredCall = { readonly requestHash: string; readonly reply: string };

/** Takes a key. False when it is taken; on PostgreSQL it waits for the transaction that is taking it. */
export async function claimKey(trx: Trx, call: NewCall): Promise<boolean> {
  return (await insertCall(trx, call)).rows.length > 0;
}

type NewCall = { userId: number; key: string; requestHash: string; atMs: number };
const insertCall = prepared<NewCall, { user_id: number }>((db, arg) =>
  db
    .insertInto('idempotency')
    .values({ user_id: arg('userId'), key: arg('key'), request_hash: arg('requestHash'), reply: '', created_at: arg('atMs') })
    .onConflict((conflict) => conflict.columns(['user_id', 'key']).doNothing())
    .returning('user_id'),
);

/** Writes the answer under a key that this transaction took. */
export async function storeReply(trx: Trx, userId: number, key: string, reply: string): Promise<void> {
  await updateReply(trx, { userId, key, reply });
}

const updateReply = prepared<{ userId: number; key: string; reply: string }, unknown>((db, arg) =>
  db
    .updateTable('idempotency')
    .set({ reply: arg('reply') })
    .where('user_id', '=', arg('userId'))
    .where('key', '=', arg('key')),
);

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
