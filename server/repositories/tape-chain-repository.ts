/** The table of the chain that there was before the log, while its blocks become leaves. */
import { type Kysely, type Selectable, sql } from 'kysely';
import { isPostgres } from '../database/lock-rows.ts';
import type { Database } from '../database/schema.ts';

type Reader = Kysely<Database>;
export type ChainRow = Selectable<Database['tape_chain']>;

/** Blocks of the chain above a height, in order. */
export const chainRows = (db: Reader, height: number, limit: number): Promise<ChainRow[]> =>
  db.selectFrom('tape_chain').selectAll().where('height', '>', height).orderBy('height').limit(limit).execute();

/** Makes leaves of the blocks of the chain up to a height. Their bodies stay where they are. */
export async function moveChainRows(db: Reader, upTo: number): Promise<void> {
  const bytes = isPostgres(db) ? sql`decode(body_hash, 'hex')` : sql`unhex(body_hash)`;
  await sql`insert into tape_block (height, first_seq, last_seq, time_ms, body_hash)
    select height, first_seq, last_seq, time_ms, ${bytes} from tape_chain where height <= ${upTo}`.execute(db);
  await db.deleteFrom('tape_chain').where('height', '<=', upTo).execute();
}

/** The empty table goes, and the view shows leaves alone. */
export async function dropChain(db: Reader): Promise<void> {
  await sql`drop view tape_header`.execute(db);
  await sql`drop table tape_chain`.execute(db);
  await sql`create view tape_header as select height, first_seq, last_seq, time_ms from tape_block`.execute(db);
}
