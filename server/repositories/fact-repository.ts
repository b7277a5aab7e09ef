/** Small facts that outlive a restart: first start, version of a seed, how far the tape was pruned. */
import type { Kysely } from 'kysely';
import type { Database } from '../database/schema.ts';

/** When a database began, unix ms. */
export const FIRST_START_FACT = 'first_start';
/** Height up to which bodies of blocks were forgotten, but for those that prove a fill; and up to which those were too. */
export const PRUNED_FACT = 'tape.pruned_height';
export const PRUNED_PROOFS_FACT = 'tape.pruned_proofs_height';
/** Who the log of the tape is and by which keys it is signed: JSON of `server/tape/log/open-log.ts`. */
export const TAPE_LOG_FACT = 'tape_log';
/** How many of the leaves were blocks of the chain before the log; written when the last of them has become one. */
export const CHAIN_MOVED_FACT = 'tape_log.chain_moved';
/** The newest block of the chain that has become a leaf, while others wait: JSON of `server/tape/log/move-chain.ts`. */
export const CHAIN_HEAD_FACT = 'tape_log.chain_head';
/** What was wrong with the chain when its blocks became leaves. */
export const CHAIN_PROBLEM_FACT = 'tape_log.chain_problem';

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

/** Replaces a fact that still is what it was; false where it is another by now. PostgreSQL waits here for who is replacing it. */
export async function replaceFact(db: Kysely<Database>, key: string, before: string, value: string): Promise<boolean> {
  const update = db.updateTable('fact').set({ value }).where('key', '=', key).where('value', '=', before);
  return (await update.executeTakeFirstOrThrow()).numUpdatedRows > 0n;
}

export const deleteFact = async (db: Kysely<Database>, key: string): Promise<void> => {
  await db.deleteFrom('fact').where('key', '=', key).execute();
};

/** True when the database answers a read. */
export const isDatabaseUp = (db: Kysely<Database>): Promise<boolean> =>
  readFact(db, 'seed.catalogue').then(
    () => true,
    () => false,
  );
