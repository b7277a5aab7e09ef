/** The tape's tables: groups, sealed blocks, bodies, newest quotes, cursors. Rows in, rows out; what they mean is in `server/tape/`. */

import { type Insertable, type Kysely, type Selectable, sql } from 'kysely';
import type { Price } from '#domain/decimal.ts';
import { isPostgres } from '../database/lock-rows.ts';
import { asInt, prepared } from '../database/prepared.ts';
import type { Database } from '../database/schema.ts';
import { EVALUATOR_CHANGES } from './cursor-repository.ts';
import { oldestTapeDue } from './due-work-repository.ts';

export type GroupRow = Selectable<Database['tape_group']>;
/** Where a block lies on the tape. */
type HeaderRow = Selectable<Database['tape_header']>;
type BlockRow = Required<Insertable<Database['tape_block']>>;
type BookRow = Selectable<Database['tape_book']>;
type BodyRow = HeaderRow & { readonly body: Uint8Array };
type Reader = Kysely<Database>;

export const insertGroup = async (db: Reader, row: GroupRow): Promise<void> => {
  await writeGroup(db, row);
};

const writeGroup = prepared<GroupRow, never>((db, arg) =>
  db.insertInto('tape_group').values({
    first_seq: arg('first_seq'),
    last_seq: arg('last_seq'),
    committed_at: arg('committed_at'),
    body: arg('body'),
  }),
);

/** The group that starts at a sequence number. */
export const groupAt = (db: Reader, firstSeq: number): Promise<GroupRow | undefined> =>
  db.selectFrom('tape_group').selectAll().where('first_seq', '=', firstSeq).executeTakeFirst();

/** Groups that end after a sequence number, in order. */
export const groupRowsAfter = async (db: Reader, seq: number, limit: number): Promise<GroupRow[]> =>
  (await selectGroups(db, { seq, limit })).rows;

const selectGroups = prepared<{ seq: number; limit: number }, GroupRow>((db, arg) =>
  db.selectFrom('tape_group').selectAll().where('last_seq', '>', arg('seq')).orderBy('first_seq').limit(arg('limit')),
);

/**
 * Takes away the groups of the second that the oldest group belongs to, in order; none while that second has not ended by `nowMs`. A second
 * is `secondMs` long, and commit times only grow along the tape.
 */
export async function takeOldestSecond(db: Reader, secondMs: number, nowMs: number): Promise<GroupRow[]> {
  const { rows } = await deleteSecond(db, { secondMs, endedMs: nowMs - (nowMs % secondMs) });
  return [...rows].sort((one, other) => one.first_seq - other.first_seq);
}

/** By the key of the table, up to the first group of a later second: a tape that waits for a signature may hold hours of groups. */
const deleteSecond = prepared<{ secondMs: number; endedMs: number }, GroupRow>((db, arg) => {
  const second = (committedAtMs: unknown) => sql`${committedAtMs} / ${asInt(arg('secondMs'))}`;
  const oldest = db.selectFrom('tape_group').select('committed_at').orderBy('first_seq').limit(1);
  const later = db
    .selectFrom('tape_group as later')
    .select('later.first_seq')
    .where(sql<boolean>`${second(sql.ref('later.committed_at'))} > ${second(oldest)}`)
    .orderBy('later.first_seq')
    .limit(1);
  return db
    .deleteFrom('tape_group')
    .where('first_seq', '<', sql<number>`coalesce(${later}, ${asInt(Number.MAX_SAFE_INTEGER)})`)
    .where('committed_at', '<', arg('endedMs'))
    .returningAll();
});

/** The newest group that no block holds yet. */
export const newestGroup = (db: Reader): Promise<GroupRow | undefined> =>
  db.selectFrom('tape_group').selectAll().orderBy('first_seq', 'desc').limit(1).executeTakeFirst();

/** In one statement where the database is a round trip away; SQLite has no such statement, and is none. */
export const insertBlock = async (db: Reader, block: BlockRow, body: Uint8Array): Promise<void> => {
  if (isPostgres(db)) await writeBoth(db, { ...block, body });
  else {
    await writeBlock(db, block);
    await writeBody(db, { height: block.height, body });
  }
};

const blockInto = (db: Pick<Reader, 'insertInto'>, arg: <K extends keyof BlockRow>(name: K) => BlockRow[K]) =>
  db.insertInto('tape_block').values({
    height: arg('height'),
    first_seq: arg('first_seq'),
    last_seq: arg('last_seq'),
    time_ms: arg('time_ms'),
    body_hash: arg('body_hash'),
    ranges: arg('ranges'),
  });

const writeBlock = prepared<BlockRow, never>((db, arg) => blockInto(db, arg));

const writeBody = prepared<{ height: number; body: Uint8Array }, never>((db, arg) =>
  db.insertInto('tape_body').values({ height: arg('height'), body: arg('body') }),
);

const writeBoth = prepared<BlockRow & { body: Uint8Array }, never>((db, arg) =>
  db
    .with('block', (before) => blockInto(before, arg))
    .insertInto('tape_body')
    .values({ height: arg('height'), body: arg('body') }),
);

export const newestBlock = (db: Reader): Promise<HeaderRow | undefined> =>
  db.selectFrom('tape_header').selectAll().orderBy('height', 'desc').limit(1).executeTakeFirst();

/** The block whose ticks include a sequence number. */
export const blockWith = (db: Reader, seq: number): Promise<HeaderRow | undefined> =>
  db.selectFrom('tape_header').selectAll().where('first_seq', '<=', seq).where('last_seq', '>=', seq).executeTakeFirst();

/** Kept bodies from the block that holds a tick on, in order; from the first kept one when that block has none any more. */
export async function bodiesFrom(db: Reader, seq: number, limit: number): Promise<BodyRow[]> {
  return db
    .selectFrom('tape_header')
    .innerJoin('tape_body', 'tape_body.height', 'tape_header.height')
    .selectAll('tape_header')
    .select('tape_body.body')
    .where('tape_header.height', '>=', (await heightOfSeq(db, seq)) ?? 0)
    .where('tape_header.last_seq', '>=', seq)
    .orderBy('tape_header.height')
    .limit(limit)
    .execute();
}

/** The highest tick that any other table speaks of, with the table; the tape must reach at least that far. */
export async function highestNamedSeq(db: Reader): Promise<{ name: string; seq: number }> {
  const { rows } = await sql<{ name: string; seq: number }>`
    select 'quote' as name, coalesce(max(case when alive_seq > seq then alive_seq else seq end), 0) as seq from quote
    union all select 'deal', coalesce(max(tick_seq), 0) from deal
    union all select 'micro_order', coalesce(max(open_seq), 0) from micro_order
    union all select 'micro_order', coalesce(max(end_seq), 0) from micro_order
    union all select 'tape_cursor', coalesce(max(seq), 0) from tape_cursor where name <> ${EVALUATOR_CHANGES}`.execute(db);
  return rows.map(({ name, seq }) => ({ name, seq: Number(seq) })).reduce((most, row) => (row.seq > most.seq ? row : most));
}

/** An execution with the product of its order. */
export type FillRow = {
  readonly id: number;
  readonly tick_seq: number;
  readonly price: Price;
  readonly product_id: number;
  readonly close_reason: string;
};

/** Executions made since a time, in the order of their ticks, after a tick and an id. */
export const fillsAfter = (db: Reader, after: { sinceMs: number; seq: number; id: number; limit: number }): Promise<FillRow[]> =>
  db
    .selectFrom('deal')
    .innerJoin('trade_order', 'trade_order.id', 'deal.order_id')
    .select(['deal.id', 'deal.tick_seq', 'deal.price', 'trade_order.product_id', 'trade_order.close_reason'])
    .where('deal.created_at', '>=', after.sinceMs)
    .where((row) =>
      row.or([row('deal.tick_seq', '>', after.seq), row.and([row('deal.tick_seq', '=', after.seq), row('deal.id', '>', after.id)])]),
    )
    .orderBy('deal.tick_seq')
    .orderBy('deal.id')
    .limit(after.limit)
    .execute();

/** Writes the newest quotes; one statement for all of them. */
export async function upsertQuotes(db: Reader, rows: readonly Insertable<Database['quote']>[]): Promise<void> {
  if (rows.length === 0) return;
  await db
    .insertInto('quote')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('product_id').doUpdateSet((set) => ({
        seq: set.ref('excluded.seq'),
        price: set.ref('excluded.price'),
        time_ms: set.ref('excluded.time_ms'),
        alive_seq: set.ref('excluded.alive_seq'),
        alive_at: set.ref('excluded.alive_at'),
      })),
    )
    .execute();
}

/** Stores the book of prices as of the last tick of a block. */
export const insertBook = async (db: Reader, row: BookRow): Promise<void> => {
  await db.insertInto('tape_book').values(row).execute();
};

/** The newest stored book at or before a tick. */
export const newestBookUpTo = (db: Reader, seq: number): Promise<BookRow | undefined> =>
  db.selectFrom('tape_book').selectAll().where('seq', '<=', seq).orderBy('seq', 'desc').limit(1).executeTakeFirst();

/** Height of the newest block that begins at or before a tick. */
export async function heightOfSeq(db: Reader, seq: number): Promise<number | undefined> {
  // The column that orders is read too: without it SQLite sorts all that the view holds while it shows two tables.
  const headers = db.selectFrom('tape_header').select(['height', 'first_seq']);
  return (await headers.where('first_seq', '<=', seq).orderBy('first_seq', 'desc').limit(1).executeTakeFirst())?.height;
}

export const firstSeqOfHeight = async (db: Reader, height: number): Promise<number | undefined> =>
  (await db.selectFrom('tape_header').select('first_seq').where('height', '=', height).executeTakeFirst())?.first_seq;

/**
 * The oldest tick that somebody still has to read on from: the reader furthest behind, or the account that is judged least of those whose
 * last change the evaluator has not had yet, or of those whose work fell due.
 */
export async function oldestNeededSeq(db: Reader): Promise<number> {
  const cursors = await db.selectFrom('tape_cursor').selectAll().execute();
  const changesFrom = cursors.find(({ name }) => name === EVALUATOR_CHANGES)?.seq ?? 0;
  const accounts = await db
    .selectFrom('account_change')
    .select((eb) => eb.fn.min('judged_seq').as('seq'))
    .where('version', '>=', changesFrom)
    .executeTakeFirst();
  const readers = cursors.filter(({ name }) => name !== EVALUATOR_CHANGES).map(({ seq }) => seq);
  // Whoever has work due that was not applied is judged on from the moment of that work.
  const due = await oldestTapeDue(db);
  const dueSeq = due === undefined ? Number.MAX_SAFE_INTEGER : await lastSeqBefore(db, due);
  // The price that a running micro trade may end at is none older than that of its opening.
  const micros = await db
    .selectFrom('micro_order')
    .select((eb) => eb.fn.min('open_seq').as('seq'))
    .where('status', '=', 1)
    .executeTakeFirst();
  return Math.min(dueSeq, accounts?.seq ?? Number.MAX_SAFE_INTEGER, micros?.seq ?? Number.MAX_SAFE_INTEGER, ...readers);
}

/**
 * The newest tick of the seconds before a time (unix ms, a whole second); 0 where there is none. It is final once the tape has a tick of that
 * second or a later one.
 */
export async function lastSeqBefore(db: Reader, timeMs: number): Promise<number> {
  // Groups first: those that are sealed between the two reads are then found in their block.
  const group = await selectGroupBefore(db, { timeMs });
  return (group.rows[0] ?? (await selectBlockBefore(db, { timeMs })).rows[0])?.last_seq ?? 0;
}

const selectGroupBefore = prepared<{ timeMs: number }, { last_seq: number }>((db, arg) =>
  db.selectFrom('tape_group').select('last_seq').where('committed_at', '<', arg('timeMs')).orderBy('first_seq', 'desc').limit(1),
);
const selectBlockBefore = prepared<{ timeMs: number }, { last_seq: number }>((db, arg) =>
  db.selectFrom('tape_header').select(['last_seq', 'time_ms']).where('time_ms', '<=', arg('timeMs')).orderBy('time_ms', 'desc').limit(1),
);

/** Commit time of the newest tick; of a sealed block the last millisecond of its second. 0 on an empty tape. */
export const NEWEST_TAPE_MS = sql<number>`coalesce((select committed_at from tape_group order by first_seq desc limit 1),
  (select time_ms - 1 from (select height, time_ms from tape_header order by height desc limit 1) as newest), 0)`;

export async function newestTapeMs(db: Reader): Promise<number> {
  return (await db.selectNoFrom(NEWEST_TAPE_MS.as('time_ms')).executeTakeFirstOrThrow()).time_ms;
}
