/** Rows of photos. SQL only; what may be sent and who sees it is said in `server/uploads/`. */
import type { Insertable } from 'kysely';
import type { Trx } from '../database/database.ts';
import { lockRows } from '../database/lock-rows.ts';
import type { Database } from '../database/schema.ts';
import type { Sql } from './user-repository.ts';

type NewUpload = Insertable<Database['upload']>;

export async function insertUpload(sql: Sql, upload: NewUpload, body: Uint8Array): Promise<void> {
  await sql.insertInto('upload').values(upload).execute();
  await sql.insertInto('upload_body').values({ upload_id: upload.id, body }).execute();
}

/** What a person has sent since a time. */
export async function uploadedSince(sql: Sql, userId: number, sinceMs: number): Promise<{ files: number; bytes: number }> {
  const row = await sql
    .selectFrom('upload')
    .select((eb) => [eb.fn.countAll<number>().as('files'), eb.fn.sum<number | null>('received_bytes').as('bytes')])
    .where('user_id', '=', userId)
    .where('created_at', '>', sinceMs)
    .executeTakeFirstOrThrow();
  return { files: Number(row.files), bytes: Number(row.bytes ?? 0) };
}

/** The encrypted photo; `undefined` for an id that there is not. */
export async function uploadBody(sql: Sql, id: string): Promise<Uint8Array | undefined> {
  return (await sql.selectFrom('upload_body').select('body').where('upload_id', '=', id).executeTakeFirst())?.body;
}

/** Those of the ids that this person has sent; until the transaction ends nobody takes them away. */
export async function lockOwnUploads(trx: Trx, userId: number, ids: readonly string[]): Promise<string[]> {
  const query = trx.selectFrom('upload').select('id').where('user_id', '=', userId).where('id', 'in', ids).orderBy('id');
  return (await lockRows(trx, query).execute()).map(({ id }) => id);
}

/** From now on they go at a time, or stay with null. */
export async function keepUploads(sql: Sql, ids: readonly string[], deleteAt: number | null): Promise<void> {
  await sql.updateTable('upload').set({ delete_at: deleteAt }).where('id', 'in', ids).execute();
}

/** Forgets photos whose time has come, at most `limit` of them. */
export async function deleteDueUploads(trx: Trx, nowMs: number, limit: number): Promise<void> {
  // Locked first: one that is being taken into an application is then no longer due.
  const due = trx.selectFrom('upload').select('id').where('delete_at', '<=', nowMs).orderBy('delete_at').limit(limit);
  const ids = (await lockRows(trx, due).execute()).map(({ id }) => id);
  if (ids.length === 0) return;
  await trx.deleteFrom('upload_body').where('upload_id', 'in', ids).execute();
  await trx.deleteFrom('upload').where('id', 'in', ids).execute();
}
