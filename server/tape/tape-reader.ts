/** Reads the tape back from the tables: unsealed groups, and sealed blocks for a reader that is further behind. */
import type { Kysely } from 'kysely';
import { decodeTicks } from '#domain/tape/tick-codec.ts';
import type { Database } from '../database/schema.ts';
import { bodiesFrom, type GroupRow, groupRowsAfter } from '../repositories/tape-repository.ts';
import type { TapeGroup } from './tape.ts';

/** Blocks that one read turns into groups at most. */
const GROUPS_MAX = 1_000;
/** Groups that `groupsProblem` holds at once. */
const VERIFY_PAGE = 1_000;

const groupOf = (firstSeq: number, lastSeq: number, committedAtMs: number, body: Uint8Array, afterSeq: number): TapeGroup => {
  const ticks = decodeTicks(body, firstSeq).filter((tick) => tick.seq > afterSeq);
  return { firstSeq: Math.max(firstSeq, afterSeq + 1), lastSeq, committedAtMs, ticks };
};
/** A row of the table as a group, from `afterSeq` on. */
export const groupOfRow = (row: GroupRow, afterSeq: number): TapeGroup =>
  groupOf(row.first_seq, row.last_seq, row.committed_at, row.body, afterSeq);

/**
 * Groups after a sequence number, in order. A sealed block comes back as one group whose commit time is the last millisecond of its
 * second. Ticks whose bodies are no longer kept are skipped. Throws `RangeError` for a limit outside 1 to 1,000.
 */
export async function readGroupsAfter(db: Kysely<Database>, seq: number, limit: number): Promise<TapeGroup[]> {
  if (!(limit >= 1 && limit <= GROUPS_MAX)) throw new RangeError(`limit: ${limit}, allowed: 1 to ${GROUPS_MAX}`);
  // Groups first: one that is sealed between the two reads is then found in its block, never in neither.
  const rows = await groupRowsAfter(db, seq, limit);
  if (rows[0] && rows[0].first_seq <= seq + 1) return rows.map((row) => groupOfRow(row, seq));
  const bodies = await bodiesFrom(db, seq + 1, limit);
  const sealed = bodies.map((body) => groupOf(body.first_seq, body.last_seq, body.time_ms - 1, body.body, seq));
  const sealedUpTo = sealed.at(-1)?.lastSeq ?? seq;
  if (sealed.length === limit) return sealed;
  return [...sealed, ...rows.filter((row) => row.last_seq > sealedUpTo).map((row) => groupOfRow(row, sealedUpTo))].slice(0, limit);
}

/** What is wrong with the groups behind the last sealed tick. */
export async function groupsProblem(db: Kysely<Database>, sealedUpTo: number): Promise<string | undefined> {
  let seq = sealedUpTo;
  for (;;) {
    const rows = await groupRowsAfter(db, seq, VERIFY_PAGE);
    for (const row of rows) {
      const isSealedMeanwhile = row.first_seq > seq + 1 && row === rows[0] && seq === sealedUpTo;
      if (row.first_seq !== seq + 1 && !isSealedMeanwhile) return `group at tick ${row.first_seq}: the one before ends at ${seq}`;
      const count = decodeGroup(row);
      if (count !== row.last_seq - row.first_seq + 1) return `group at tick ${row.first_seq}: its body is broken`;
      seq = row.last_seq;
    }
    if (rows.length < VERIFY_PAGE) return undefined;
  }
}

function decodeGroup(row: GroupRow): number {
  try {
    return decodeTicks(row.body, row.first_seq).length;
  } catch {
    return -1;
  }
}
