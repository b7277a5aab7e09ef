/** Small facts that outlive a restart: first start, version of a seed, how far the tape was pruned. */
import type { Kysely } from 'kysely';
import type { Database } from '../database/schema.ts';

/** When a database began, unix ms. */
export const FIRST_START_FACT = 'first_start';
/** Height up to which bodies of blocks were forgotten, but for those that a fill points into. */
export const PRUNED_FACT = 'tape.pruned_height';

/** Value of a fact; `undefined` when nobody wrote it. */
export async function readFact(db: Kysely<Database>, key: string): Promise<string | undefined> {
  const row = await db.selectFrom('fact').select('value').where('key', '=', key).executeTakeFirst();
  return row?.value;
}

/** Writes or replaces a fact. */
export async function writeFact(db: Kysely<Database>, key: string, value: string): Promise<void> {
  await db
    .insertInto('fact')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute();
}

/** True when the database answers a read. */
export const isDatabaseUp = (db: Kysely<Database>): Promise<boolean> =>
  readFact(db, 'seed.catalogue').then(
    () => true,
    () => false,
  );
