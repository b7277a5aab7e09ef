/**
 * What a transaction has itself written to the tape. On SQLite orders share a commit with the group of ticks before them: they read it here
 * as it was written, where a read from the table would unpack it again for each of them.
 */
import type { Kysely } from 'kysely';
import type { Trx } from '../database/database.ts';
import type { Database } from '../database/schema.ts';
import type { TapeGroup } from './tape.ts';

/** By transaction, in order; gone with it. */
const written = new WeakMap<Kysely<Database>, TapeGroup[]>();

/** The transaction has written a group. */
export function noteOwnGroup(trx: Trx, group: TapeGroup): void {
  const known = written.get(trx);
  if (known) known.push(group);
  else written.set(trx, [group]);
}

/**
 * The group that the transaction wrote with the tick after `seq`; undefined where there is none. A group that was undone to its savepoint is
 * still known: anyone who asks has read from the tables how far the tape goes, and of two with the same numbers the later one is there.
 */
export const ownGroupAfter = (db: Kysely<Database>, seq: number): TapeGroup | undefined =>
  written
    .get(db)
    ?.filter((group) => group.firstSeq <= seq + 1 && group.lastSeq > seq)
    .at(-1);
