/** Private events as they wait to be pushed: numbered per user without a gap, in the transaction of what they tell. */
import type { Kysely, Selectable } from 'kysely';
import type { EventPayload } from '#protocol/socket.ts';
import type { Trx } from '../database/database.ts';
import { gathered, isGathering } from '../database/gathered-writes.ts';
import { prepared, preparedRows } from '../database/prepared.ts';
import type { Database } from '../database/schema.ts';
import type { AccountRecord } from './account-repository.ts';

export type OutboxRow = Selectable<Database['outbox']>;
/** One event: topic and payload belong together. */
export type OutboxEvent =
  | { [T in keyof EventPayload]: { readonly topic: T; readonly payload: EventPayload[T] } }[keyof EventPayload]
  | NodeEvent;
/** What is told to every node and to no client. */
type NodeEvent = { readonly topic: 'SESSIONS_ENDED'; readonly payload: Readonly<Record<never, never>> };
/** Sessions of the person have ended, on whichever node: sockets that they opened are looked at again. */
export const SESSIONS_ENDED: NodeEvent = { topic: 'SESSIONS_ENDED', payload: {} };
type Reader = Kysely<Database>;
/** Rows of one insert. */
const ROWS_AT_ONCE = 32;

/** Of each user so many numbers; gives the newest. */
type Taken = { readonly user_id: number; readonly seq: number };
const takeNumbers = preparedRows<Taken, Taken>(['user_id', 'seq'], ROWS_AT_ONCE, (db, rows) =>
  db
    .insertInto('user_seq')
    .values(rows)
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet((row) => ({ seq: row('user_seq.seq', '+', row.ref('excluded.seq')) })))
    .returning(['user_id', 'seq']),
);

type NewEvent = Omit<OutboxRow, 'id'>;
const insertEvents = preparedRows<NewEvent, unknown>(['user_id', 'seq', 'topic', 'payload', 'created_at'], ROWS_AT_ONCE, (db, rows) =>
  db.insertInto('outbox').values(rows),
);

type NumberlessEvent = Omit<NewEvent, 'seq'>;

async function writeEvents(trx: Trx, events: readonly NumberlessEvent[]): Promise<void> {
  const counts = new Map<number, number>();
  for (const { user_id } of events) counts.set(user_id, (counts.get(user_id) ?? 0) + 1);
  // In the order of the users, to avoid a deadlock.
  const wanted = [...counts].map(([user_id, seq]) => ({ user_id, seq })).sort((a, b) => a.user_id - b.user_id);
  const next = new Map((await takeNumbers(trx, wanted)).map(({ user_id, seq }) => [user_id, seq - (counts.get(user_id) ?? 0)]));
  const rows = events.map((event): NewEvent => {
    const seq = (next.get(event.user_id) ?? 0) + 1;
    next.set(event.user_id, seq);
    return { ...event, seq };
  });
  await insertEvents(trx, rows);
}
const writeEventsLater = gathered<NumberlessEvent>(writeEvents);

/** Gives the events the user's next numbers; the row of `user_seq` stays locked until the commit, which keeps them without a gap. */
export async function appendEvents(trx: Trx, userId: number, events: readonly OutboxEvent[], atMs: number): Promise<void> {
  if (events.length === 0) return;
  const rows = events.map(({ topic, payload }) => ({ user_id: userId, topic, payload: JSON.stringify(payload), created_at: atMs }));
  if (!isGathering(trx)) return writeEvents(trx, rows);
  for (const row of rows) writeEventsLater(trx, row);
}

/**
 * Where a person's events stand: the epoch of the outbox, the number of the newest event (0 when there was none) and when it was written.
 * A database that was restored and went on gives its numbers again, but never at the same time: the three together name one history.
 */
export type OutboxPosition = { readonly epoch: string; readonly seq: number; readonly atMs: number };

const selectPosition = prepared<{ userId: number }, { epoch: string; seq: number | null; created_at: number | null }>((db, arg) =>
  db
    .selectFrom('outbox_epoch')
    .leftJoin('user_seq', (join) => join.on('user_seq.user_id', '=', arg('userId')))
    .leftJoin('outbox', (join) => join.onRef('outbox.user_id', '=', 'user_seq.user_id').onRef('outbox.seq', '=', 'user_seq.seq'))
    .select(['outbox_epoch.epoch as epoch', 'user_seq.seq as seq', 'outbox.created_at as created_at']),
);

/** Position of a person's newest committed event. */
export async function newestPosition(sql: Reader, userId: number): Promise<OutboxPosition> {
  const [row] = (await selectPosition(sql, { userId })).rows;
  if (!row) throw new Error('the outbox has no epoch');
  return { epoch: row.epoch, seq: row.seq ?? 0, atMs: row.created_at ?? 0 };
}

type BalanceAtSeq = { epoch: string; seq: number | null } & { [Column in 'type' | 'part' | 'balance']: AccountRecord[Column] | null };
const selectBalancesAtSeq = prepared<{ userId: number }, BalanceAtSeq>((db, arg) =>
  db
    .selectFrom('outbox_epoch')
    .leftJoin('user_seq', (join) => join.on('user_seq.user_id', '=', arg('userId')))
    .leftJoin('account', (join) => join.on('account.user_id', '=', arg('userId')))
    .orderBy('account.id')
    .select([
      'outbox_epoch.epoch as epoch',
      'user_seq.seq as seq',
      'account.type as type',
      'account.part as part',
      'account.balance as balance',
    ])
    .$castTo<BalanceAtSeq>(),
);

/** Number of a person's newest event and every part of their accounts, in one statement and so of one moment. */
export async function balancesAtSeq(sql: Reader, userId: number): Promise<{ epoch: string; seq: number; parts: AccountRecord[] }> {
  const { rows } = await selectBalancesAtSeq(sql, { userId });
  const [first] = rows;
  if (!first) throw new Error('the outbox has no epoch');
  const parts = rows.flatMap(({ type, part, balance }) =>
    type === null || part === null || balance === null ? [] : [{ user_id: userId, type, part, balance }],
  );
  return { epoch: first.epoch, seq: first.seq ?? 0, parts };
}

/** Events of one user after a number, in order. */
export const eventsOfUserAfter = (sql: Reader, userId: number, seq: number, limit: number): Promise<OutboxRow[]> =>
  sql.selectFrom('outbox').selectAll().where('user_id', '=', userId).where('seq', '>', seq).orderBy('seq').limit(limit).execute();

/** Rows with an id above `id`, in order of id. Ids of other transactions may still come in below: the reader looks back. */
export const eventsAfterId = async (sql: Reader, id: number, limit: number): Promise<OutboxRow[]> =>
  (await selectEvents(sql, { id, limit })).rows;

const selectEvents = prepared<{ id: number; limit: number }, OutboxRow>((db, arg) =>
  db.selectFrom('outbox').selectAll().where('id', '>', arg('id')).orderBy('id').limit(arg('limit')),
);

/** The newest events of everybody, newest first: highest ids, in one picture. */
export const newestEvents = (sql: Reader, limit: number): Promise<Pick<OutboxRow, 'id' | 'user_id' | 'seq'>[]> =>
  sql.selectFrom('outbox').select(['id', 'user_id', 'seq']).orderBy('id', 'desc').limit(limit).execute();

/** Forgets events older than a time, but never a user's newest one. */
export async function removeEventsBefore(trx: Trx, beforeMs: number): Promise<void> {
  await trx
    .deleteFrom('outbox')
    .where('created_at', '<', beforeMs)
    .where((row) => row('seq', '<', row.selectFrom('user_seq').select('user_seq.seq').whereRef('user_seq.user_id', '=', 'outbox.user_id')))
    .execute();
}
