/** The tape's tables: groups, sealed blocks, bodies, newest quotes, cursors. Rows in, rows out; what they mean stands in `server/tape/`. */
import type { Insertable, Kysely, Selectable } from 'kysely';
import type { Database } from '../database/schema.ts';

export type GroupRow = Selectable<Database['tape_group']>;
export type BlockRow = Selectable<Database['tape_block']>;
export type BodyRow = BlockRow & { readonly body: Uint8Array };
type Reader = Kysely<Database>;

export const insertGroup = async (db: Reader, row: GroupRow): Promise<void> => {
  await db.insertInto('tape_group').values(row).execute();
};

/** The group that starts at a sequence number. */
export const groupAt = (db: Reader, firstSeq: number): Promise<GroupRow | undefined> =>
  db.selectFrom('tape_group').selectAll().where('first_seq', '=', firstSeq).executeTakeFirst();

/** Groups that end after a sequence number, in order. */
export const groupRowsAfter = (db: Reader, seq: number, limit: number): Promise<GroupRow[]> =>
  db.selectFrom('tape_group').selectAll().where('last_seq', '>', seq).orderBy('first_seq').limit(limit).execute();

/** Groups committed before a time, in order. */
export const groupRowsBefore = (db: Reader, timeMs: number): Promise<GroupRow[]> =>
  db.selectFrom('tape_group').selectAll().where('committed_at', '<', timeMs).orderBy('first_seq').execute();

/** The oldest and the newest group that no block holds yet. */
export const oldestGroup = (db: Reader): Promise<GroupRow | undefined> =>
  db.selectFrom('tape_group').selectAll().orderBy('first_seq').limit(1).executeTakeFirst();
export const newestGroup = (db: Reader): Promise<GroupRow | undefined> =>
  db.selectFrom('tape_group').selectAll().orderBy('first_seq', 'desc').limit(1).executeTakeFirst();

/** Groups up to a sequence number go: a block holds them now. */
export const deleteGroupsUpTo = async (db: Reader, lastSeq: number): Promise<void> => {
  await db.deleteFrom('tape_group').where('last_seq', '<=', lastSeq).execute();
};

export const insertBlock = async (db: Reader, header: BlockRow, body: Uint8Array): Promise<void> => {
  await db.insertInto('tape_block').values(header).execute();
  await db.insertInto('tape_body').values({ height: header.height, body }).execute();
};

export const newestBlock = (db: Reader): Promise<BlockRow | undefined> =>
  db.selectFrom('tape_block').selectAll().orderBy('height', 'desc').limit(1).executeTakeFirst();

/** Headers above a height, in order, each with its body where it is still kept. */
export const blocksAbove = (db: Reader, height: number, limit: number): Promise<(BlockRow & { body: Uint8Array | null })[]> =>
  db
    .selectFrom('tape_block')
    .leftJoin('tape_body', 'tape_body.height', 'tape_block.height')
    .selectAll('tape_block')
    .select('tape_body.body')
    .where('tape_block.height', '>', height)
    .orderBy('tape_block.height')
    .limit(limit)
    .execute();

/** Kept bodies from the block that holds a tick on, in order; from the first kept one when that block has none any more. */
export async function bodiesFrom(db: Reader, seq: number, limit: number): Promise<BodyRow[]> {
  const start = await db
    .selectFrom('tape_block')
    .select('height')
    .where('first_seq', '<=', seq)
    .orderBy('first_seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  return db
    .selectFrom('tape_block')
    .innerJoin('tape_body', 'tape_body.height', 'tape_block.height')
    .selectAll('tape_block')
    .select('tape_body.body')
    .where('tape_block.height', '>=', start?.height ?? 0)
    .where('tape_block.last_seq', '>=', seq)
    .orderBy('tape_block.height')
    .limit(limit)
    .execute();
}

/** Headers above a height that ended before a time and before a sequence number, in order. */
export const agedBlocks = (
  db: Reader,
  aged: { aboveHeight: number; beforeMs: number; seqMax: number; limit: number },
): Promise<BlockRow[]> =>
  db
    .selectFrom('tape_block')
    .selectAll()
    .where('height', '>', aged.aboveHeight)
    .where('time_ms', '<', aged.beforeMs)
    .where('last_seq', '<=', aged.seqMax)
    .orderBy('height')
    .limit(aged.limit)
    .execute();

export const deleteBodies = async (db: Reader, heights: readonly number[]): Promise<void> => {
  if (heights.length > 0) await db.deleteFrom('tape_body').where('height', 'in', heights).execute();
};

/** Ticks between two sequence numbers that an execution was filled at. */
export async function filledSeqs(db: Reader, firstSeq: number, lastSeq: number): Promise<number[]> {
  const rows = await db
    .selectFrom('deal')
    .select('tick_seq')
    .distinct()
    .where('tick_seq', '>=', firstSeq)
    .where('tick_seq', '<=', lastSeq)
    .execute();
  return rows.map((row) => row.tick_seq);
}

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

/** Where every reader of the tape stands. */
export const allCursors = (db: Reader): Promise<{ name: string; seq: number }[]> => db.selectFrom('tape_cursor').selectAll().execute();
