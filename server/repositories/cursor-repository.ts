/** How far a reader of the tape has come. A cursor moves by compare-and-set, in the transaction of its effects. */
import type { Kysely } from 'kysely';
import type { Trx } from '../database/database.ts';
import type { Database } from '../database/schema.ts';

/** The evaluator has judged everybody up to here, as far as it knew of their changes. */
export const EVALUATOR = 'evaluator';
/** Price alerts have fired up to here. */
export const ALERTS = 'alerts';
/** Version of account changes below which the evaluator knew every change when its cursor was moved: no tick, though it is kept here. */
export const EVALUATOR_CHANGES = 'evaluator-changes';

/** Sequence that a reader has done with; undefined when it never started. */
export async function cursorSeq(sql: Kysely<Database>, name: string): Promise<number | undefined> {
  return (await sql.selectFrom('tape_cursor').select('seq').where('name', '=', name).executeTakeFirst())?.seq;
}

/** Makes the cursor unless it is there. */
export async function createCursor(trx: Trx, name: string, seq: number): Promise<void> {
  await trx
    .insertInto('tape_cursor')
    .values({ name, seq })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
}

/** Moves the cursor; false when it is not at `from` any more: another process reads with the same name. */
export async function moveCursor(trx: Trx, name: string, from: number, to: number): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('tape_cursor')
    .set({ seq: to })
    .where('name', '=', name)
    .where('seq', '=', from)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** Puts a cursor where its owner wants it; the owner is whoever has just moved another one by compare-and-set. */
export async function putCursor(trx: Trx, name: string, seq: number): Promise<void> {
  await trx
    .insertInto('tape_cursor')
    .values({ name, seq })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ seq }))
    .execute();
}
