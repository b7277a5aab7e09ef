/** Which bodies of blocks are past their time, and what still points into them. */
import { type Kysely, type Selectable, sql } from 'kysely';
import type { Database } from '../database/schema.ts';
import { heightOfSeq } from './tape-repository.ts';

type Reader = Kysely<Database>;
type HeaderRow = Selectable<Database['tape_header']>;

/** Blocks above a height and up to another that ended before a time and hold no tick above `seqMax`, in order. */
export const agedBlocks = (
  db: Reader,
  aged: { aboveHeight: number; upToHeight: number; beforeMs: number; seqMax: number; limit: number },
): Promise<HeaderRow[]> =>
  db
    .selectFrom('tape_header')
    .selectAll()
    .where('height', '>', aged.aboveHeight)
    .where('height', '<=', aged.upToHeight)
    .where('time_ms', '<', aged.beforeMs)
    .where('last_seq', '<=', aged.seqMax)
    .orderBy('height')
    .limit(aged.limit)
    .execute();

export const deleteBodies = async (db: Reader, heights: readonly number[]): Promise<void> => {
  if (heights.length > 0) await db.deleteFrom('tape_body').where('height', 'in', heights).execute();
};

/** Ticks that executions name, with an index each: of a micro trade's end also the one after what it knew, which is later than its time. */
const NAMED_SEQS = [
  ['deal', 'tick_seq', 0],
  ['deal', 'known_seq', 0],
  ['micro_order', 'open_seq', 0],
  ['micro_order', 'end_known', 0],
  ['micro_order', 'end_known', 1],
  ['micro_order', 'end_seq', 0],
] as const;

/** Heights from one up to another whose bodies prove a fill: its tick's block, and the `blocks` up to that of the newest tick that it knew. */
export async function proofHeights(db: Reader, from: number, to: number, blocks: number): Promise<number[]> {
  const headers = await db
    .selectFrom('tape_header')
    .selectAll()
    .where('height', '>=', from)
    .where('height', '<', to + blocks)
    .orderBy('height')
    .execute();
  const [first, last] = [headers[0], headers.at(-1)];
  if (!first || !last) return [];
  const kept = new Set<number>();
  for (const [table, column, plus] of NAMED_SEQS) {
    const { rows } = await sql<{ seq: number }>`select distinct ${sql.ref(column)} + ${sql.lit(plus)} as seq from ${sql.table(table)}
      where ${sql.ref(column)} >= ${first.first_seq - plus} and ${sql.ref(column)} <= ${last.last_seq - plus}`.execute(db);
    for (const height of heightsOf(
      headers,
      rows.map(({ seq }) => Number(seq)),
    ))
      for (let back = 0; back < blocks; back++) kept.add(height - back);
  }
  return [...kept];
}

/** Heights of the blocks that hold ticks, of headers in order. */
function heightsOf(headers: readonly HeaderRow[], seqs: readonly number[]): number[] {
  const heights: number[] = [];
  let at = 0;
  for (const seq of [...seqs].sort((one, other) => one - other)) {
    while ((headers[at]?.last_seq ?? Number.POSITIVE_INFINITY) < seq) at++;
    const header = headers[at];
    if (header && header.first_seq <= seq) heights.push(header.height);
  }
  return heights;
}

/** Heights of the blocks of every product's newest tick: it fills a demo reset however old it is (decision D1.4.20). */
export async function quotedHeights(db: Reader): Promise<number[]> {
  const quotes = await db.selectFrom('quote').select('seq').execute();
  const heights: number[] = [];
  for (const { seq } of quotes) heights.push((await heightOfSeq(db, seq)) ?? 0);
  return heights;
}
