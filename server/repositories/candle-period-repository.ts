/** The table `candle_period`: the ids that periods have in this database, and up to which tick the stored bars of each go. */
import type { Kysely } from 'kysely';
import type { Trx } from '../database/database.ts';
import { lockRows } from '../database/lock-rows.ts';
import type { Database } from '../database/schema.ts';

/** `seq` null: the bars go as far as the cursor of all candles. */
type StoredPeriod = { readonly id: number; readonly name: string; readonly seq: number | null };

export const storedPeriods = (db: Kysely<Database>): Promise<StoredPeriod[]> =>
  db.selectFrom('candle_period').select(['id', 'name', 'seq']).orderBy('id').execute();

/** Gives a period its row, unless it has one. */
export async function addPeriod(trx: Trx, period: StoredPeriod): Promise<void> {
  await trx
    .insertInto('candle_period')
    .values(period)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

/** Up to which tick the bars of a period go, asked by who is about to write some: nobody else does until the transaction ends. */
export async function lockPeriodSeq(trx: Trx, id: number): Promise<number | null | undefined> {
  const row = await lockRows(trx, trx.selectFrom('candle_period').select('seq').where('id', '=', id)).executeTakeFirst();
  return row?.seq;
}

/** Bars of these periods go up to a tick now, where they did not yet. */
export async function movePeriods(trx: Trx, ids: readonly number[], seq: number): Promise<void> {
  await trx.updateTable('candle_period').set({ seq }).where('id', 'in', ids).where('seq', '<', seq).execute();
}
