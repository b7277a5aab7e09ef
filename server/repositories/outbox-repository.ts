/** Private events as they wait to be pushed: numbered per user without a gap, in the transaction of what they tell. */
import type { Kysely, Selectable } from 'kysely';
import type { EventPayload } from '#protocol/socket.ts';
import type { Trx } from '../database/database.ts';
import { prepared, preparedRows } from '../database/prepared.ts';
import type { Database } from '../database/schema.ts';

export type OutboxRow = Selectable<Database['outbox']>;
/** One event: topic and payload belong together. */
export type OutboxEvent = { [T in keyof EventPayload]: { readonly topic: T; readonly payload: EventPayload[T] } }[keyof EventPayload];
type Reader = Kysely<Database>;
/** Events of one insert. */
const EVENTS_AT_ONCE = 8;

const takeNumbers = prepared<{ userId: number; count: number }, { seq: number }>((db, arg) =>
  db
    .insertInto('user_seq')
    .values({ user_id: arg('userId'), seq: arg('count') })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet((row) => ({ seq: row('user_seq.seq', '+', arg('count')) })))
    .returning('seq'),
);

type NewEvent = Omit<OutboxRow, 'id'>;
const insertEvents = preparedRows<NewEvent, unknown>(['user_id', 'seq', 'topic', 'payload', 'created_at'], EVENTS_AT_ONCE, (db, rows) =>
  db.insertInto('outbox').values(rows),
);

/** Gives the events the user's next numbers; the row of `user_seq` stays locked until the commit, which keeps them without a gap. */
export async function appendEvents(trx: Trx, userId: number, events: readonly OutboxEvent[], atMs: number): Promise<void> {
  if (events.length === 0) return;
  const newest = (await takeNumbers(trx, { userId, count: events.length })).rows[0]?.seq as number;
  const rows = events.map(({ topic, payload }, index) => {
    const seq = newest - events.length + 1 + index;
    return { user_id: userId, seq, topic, payload: JSON.stringify(payload), created_at: atMs };
  });
  await insertEvents(trx, rows);
}

/** Number of the user's newest event; 0 when there was none. */
export async function newestSeq(sql: Reader, userId: number): Promise<number> {
  const row = await sql.selectFrom('user_seq').select('seq').where('user_id', '=', userId).executeTakeFirst();
  return row?.seq ?? 0;
}

/** Numbers of every user's newest event. */
export const allSeqs = (sql: Reader): Promise<{ user_id: number; seq: number }[]> =>
  sql.selectFrom('user_seq').select(['user_id', 'seq']).execute();

/** Events of one user after a number, in order. */
export const eventsOfUserAfter = (sql: Reader, userId: number, seq: number, limit: number): Promise<OutboxRow[]> =>
  sql.selectFrom('outbox').selectAll().where('user_id', '=', userId).where('seq', '>', seq).orderBy('seq').limit(limit).execute();

/** Rows with an id above `id`, in order of id. Ids of other transactions may still come in below: the reader looks back. */
export const eventsAfterId = async (sql: Reader, id: number, limit: number): Promise<OutboxRow[]> =>
  (await selectEvents(sql, { id, limit })).rows;

const selectEvents = prepared<{ id: number; limit: number }, OutboxRow>((db, arg) =>
  db.selectFrom('outbox').selectAll().where('id', '>', arg('id')).orderBy('id').limit(arg('limit')),
);

/** Highest id so far; 0 when the table is empty. */
export async function newestEventId(sql: Reader): Promise<number> {
  const row = await sql
    .selectFrom('outbox')
    .select((eb) => eb.fn.max('id').as('id'))
    .executeTakeFirst();
  return row?.id ?? 0;
}

/** Forgets events older than a time, but never a user's newest one. */
export async function removeEventsBefore(trx: Trx, beforeMs: number): Promise<void> {
  await trx
    .deleteFrom('outbox')
    .where('created_at', '<', beforeMs)
    .where((row) => row('seq', '<', row.selectFrom('user_seq').select('user_seq.seq').whereRef('user_seq.user_id', '=', 'outbox.user_id')))
    .execute();
}
