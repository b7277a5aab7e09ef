/** The tables of the log: leaves, hashes of whole runs, summaries, the checkpoint. Rows in, rows out; what they mean is in `server/tape/log`. */
import type { Insertable, Kysely, Selectable } from 'kysely';
import { prepared, preparedRows } from '../database/prepared.ts';
import type { Database } from '../database/schema.ts';
import { TAPE_LOG_FACT } from './fact-repository.ts';

type Reader = Kysely<Database>;
export type LeafRow = Selectable<Database['tape_block']>;
export type CheckpointRow = Omit<Selectable<Database['tape_checkpoint']>, 'only'>;
/** Rows of one statement. */
const ROWS_MAX = 500;

/** Leaves from one index up to and without another, in order. */
export const leafRows = async (db: Reader, from: number, to: number): Promise<LeafRow[]> => (await selectLeaves(db, { from, to })).rows;

const selectLeaves = prepared<{ from: number; to: number }, LeafRow>((db, arg) =>
  db.selectFrom('tape_block').selectAll().where('height', '>', arg('from')).where('height', '<=', arg('to')).orderBy('height'),
);

/** How many leaves there are. */
export async function leafCount(db: Reader): Promise<number> {
  return (await db.selectFrom('tape_block').select('height').orderBy('height', 'desc').limit(1).executeTakeFirst())?.height ?? 0;
}

/** Leaves above a height with the bodies that are still kept, in order. */
export const leavesWithBodies = (db: Reader, height: number, limit: number): Promise<(LeafRow & { body: Uint8Array | null })[]> =>
  db
    .selectFrom('tape_block')
    .leftJoin('tape_body', 'tape_body.height', 'tape_block.height')
    .selectAll('tape_block')
    .select('tape_body.body')
    .where('tape_block.height', '>', height)
    .orderBy('tape_block.height')
    .limit(limit)
    .execute();

/** Bodies of the blocks above a height up to and with another, in order; those that are no longer kept are missing. */
export const bodyRows = (db: Reader, above: number, upTo: number): Promise<Selectable<Database['tape_body']>[]> =>
  db.selectFrom('tape_body').selectAll().where('height', '>', above).where('height', '<=', upTo).orderBy('height').execute();

/** Hashes of one level from an index up to and without another, in order. */
export async function nodeHashes(db: Reader, level: number, from: number, to: number): Promise<Uint8Array[]> {
  return (await selectNodes(db, { level, from, to })).rows.map(({ hash }) => hash);
}

const selectNodes = prepared<{ level: number; from: number; to: number }, { hash: Uint8Array }>((db, arg) =>
  db
    .selectFrom('tape_node')
    .select('hash')
    .where('level', '=', arg('level'))
    .where('idx', '>=', arg('from'))
    .where('idx', '<', arg('to'))
    .orderBy('idx'),
);

type NodeRow = Insertable<Database['tape_node']>;

export async function insertNodes(db: Reader, rows: readonly NodeRow[]): Promise<void> {
  await writeNodes(db, rows);
}

const writeNodes = preparedRows<NodeRow, never>(['level', 'idx', 'hash'], ROWS_MAX, (db, rows) => db.insertInto('tape_node').values(rows));

export const insertSummary = async (db: Reader, tile: number, body: Uint8Array): Promise<void> => {
  await db.insertInto('tape_summary').values({ tile, body }).execute();
};

/** Summaries of tiles from one up to and without another, in order; tiles from before there were any are missing. */
export const summaryRows = (db: Reader, from: number, to: number): Promise<Selectable<Database['tape_summary']>[]> =>
  db.selectFrom('tape_summary').selectAll().where('tile', '>=', from).where('tile', '<', to).orderBy('tile').execute();

/** The newest checkpoint with the end of its last second (0 before the first). */
export async function checkpointRow(db: Reader): Promise<CheckpointRow & { readonly time_ms: number }> {
  const { rows } = await selectCheckpoint(db, {});
  const [row] = rows;
  if (!row) throw new Error('table tape_checkpoint has no row');
  return { ...row, time_ms: row.time_ms ?? 0 };
}

const selectCheckpoint = prepared<Record<string, never>, CheckpointRow & { time_ms: number | null }>((db) =>
  db
    .selectFrom('tape_checkpoint')
    .leftJoin('tape_block', 'tape_block.height', 'tape_checkpoint.size')
    .select(['size', 'note', 'cosigned', 'objection', 'time_ms']),
);

/** `before`: the note that the new one goes on from, '' for the first; `known`: whose log it is. */
type Move = { readonly size: number; readonly note: string; readonly before: string; readonly known: string };

/**
 * Moves the checkpoint on; false while there is an objection, and when another is there by now or another log was begun. That the note before
 * is asked for too lets PostgreSQL, where this waits for who changes the row, look again.
 */
export const moveCheckpoint = async (db: Reader, move: Move): Promise<boolean> => (await updateCheckpoint(db, move)).changes > 0;

const updateCheckpoint = prepared<Move, never>((db, arg) =>
  db
    .updateTable('tape_checkpoint')
    .set({ size: arg('size'), note: arg('note') })
    .where('note', '=', arg('before'))
    .where('objection', '=', '')
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('fact').select('key').where('key', '=', TAPE_LOG_FACT).where('value', '<>', arg('known')))),
    ),
);

/** Keeps the first note that the log cannot go on from. */
export const objectTo = async (db: Reader, note: string): Promise<void> => {
  await db.updateTable('tape_checkpoint').set({ objection: note }).where('objection', '=', '').execute();
};

/** The same leaves under another origin: signed anew, with what was objected to settled. */
export const renewCheckpoint = async (db: Reader, size: number, note: string): Promise<void> => {
  await db.updateTable('tape_checkpoint').set({ size, note, cosigned: '', objection: '' }).execute();
};

/** The same checkpoint by more keys; false when another is there by now, or somebody objects. */
export async function signAgain(db: Reader, before: string, note: string): Promise<boolean> {
  const update = db.updateTable('tape_checkpoint').set({ note }).where('note', '=', before).where('objection', '=', '');
  return (await update.executeTakeFirstOrThrow()).numUpdatedRows > 0n;
}
