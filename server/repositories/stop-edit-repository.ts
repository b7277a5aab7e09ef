/** Every edit of a stop, for ever: a receipt can tell from it which level counted at which tick. */
import type { Insertable } from 'kysely';
import type { Trx } from '../database/database.ts';
import type { Database } from '../database/schema.ts';

export type NewStopEdit = Insertable<Database['stop_edit']>;

export async function insertStopEdits(trx: Trx, edits: readonly NewStopEdit[]): Promise<void> {
  if (edits.length > 0) await trx.insertInto('stop_edit').values(edits).execute();
}
