/**
 * Recomputes the log from the tables: every leaf from its block, every stored node and summary from the leaves, and the root that the
 * newest checkpoint signs. For the start of the server and for the operator; reads only, beside a running market.
 */
import type { Kysely } from 'kysely';
import { SUMMARY_BLOCKS } from '#domain/tape/block-entry.ts';
import { parseCheckpoint } from '#domain/tape/checkpoint.ts';
import { foldHashes } from '#domain/tape/merkle.ts';
import { nextRanges, PriceRanges } from '#domain/tape/price-summary.ts';
import { parseNote } from '#domain/tape/signed-note.ts';
import { sameBytes } from '#domain/tape/text-bytes.ts';
import { decodeTicks } from '#domain/tape/tick-codec.ts';
import type { Database } from '../../database/schema.ts';
import { CHAIN_PROBLEM_FACT, PRUNED_FACT, PRUNED_PROOFS_FACT, readFact } from '../../repositories/fact-repository.ts';
import { checkpointRow, leafCount, leafRows, leavesWithBodies, nodeHashes, summaryRows } from '../../repositories/tape-log-repository.ts';
import { newestBlock } from '../../repositories/tape-repository.ts';
import { groupsProblem } from '../tape-reader.ts';
import { nodeSha256 } from './node-crypto.ts';
import { leafOf, TreeReader } from './tree-reader.ts';

type Reader = Kysely<Database>;
type Block = Awaited<ReturnType<typeof leavesWithBodies>>[number];

/** What is wrong between a block and the one before it, or with its body. */
function blockProblem(block: Block, before: Block | undefined, prunedHeight: number): string | undefined {
  const at = `block ${block.height}`;
  if (before && block.height !== before.height + 1) return `${at}: follows block ${before.height}`;
  if (before && block.first_seq !== before.last_seq + 1)
    return `${at}: starts at tick ${block.first_seq}, the one before ends at ${before.last_seq}`;
  if (!block.body)
    return block.height > prunedHeight ? `${at}: its ticks are gone, though they are not of an age to be forgotten` : undefined;
  // A body that was tampered with may not even decode: its hash is looked at first.
  if (!sameBytes(nodeSha256(block.body), block.body_hash)) return `${at}: its body is not the one that was sealed`;
  const count = decodeTicks(block.body, block.first_seq).length;
  const expected = block.last_seq - block.first_seq + 1;
  return count === expected ? undefined : `${at}: ${count} ticks in its body, ${expected} in its entry`;
}

/** What is wrong with the summary of a whole tile, the node over it, or the `ranges` of its last block. */
async function tileProblem(db: Reader, tile: number, blocks: readonly Block[]): Promise<string | undefined> {
  const last = blocks.at(-1) as Block;
  const [node] = await nodeHashes(db, 1, tile, tile + 1);
  if (!node || !sameBytes(node, foldHashes(nodeSha256, blocks.map(leafOf))))
    return `blocks ${last.height - SUMMARY_BLOCKS + 1} to ${last.height}: their node in the log is another`;
  const [summary] = await summaryRows(db, tile, tile + 1);
  if (!summary && !last.ranges) return undefined;
  const at = `blocks up to ${last.height}: `;
  if (!summary || !last.ranges) return `${at}their summary is gone`;
  const before = tile > 0 ? (await leafRows(db, last.height - SUMMARY_BLOCKS - 1, last.height - SUMMARY_BLOCKS))[0]?.ranges : null;
  if (!sameBytes(nextRanges(nodeSha256, before ?? undefined, summary.body), last.ranges)) return `${at}their summary is another`;
  if (blocks.some(({ body }) => !body)) return undefined;
  const prices = new PriceRanges();
  for (const { body, first_seq } of blocks) prices.add(decodeTicks(body as Uint8Array, first_seq));
  return sameBytes(prices.bytes(), summary.body) ? undefined : `${at}their summary is not that of their ticks`;
}

/** Nodes above the tiles, from those below them. */
async function nodesProblem(db: Reader, size: number): Promise<string | undefined> {
  for (let level = 2, count = Math.floor(size / SUMMARY_BLOCKS ** 2); count > 0; level++, count = Math.floor(count / SUMMARY_BLOCKS)) {
    const nodes = await nodeHashes(db, level, 0, count);
    for (let index = 0; index < count; index++) {
      const below = await nodeHashes(db, level - 1, index * SUMMARY_BLOCKS, (index + 1) * SUMMARY_BLOCKS);
      const node = nodes[index];
      if (!node || !sameBytes(node, foldHashes(nodeSha256, below))) return `node ${index} of level ${level} of the log is another`;
    }
  }
  return undefined;
}

async function rootProblem(db: Reader): Promise<string | undefined> {
  // The checkpoint first: leaves that are added meanwhile are not under it.
  const row = await checkpointRow(db);
  if (row.size === 0) return undefined;
  const signed = parseCheckpoint(parseNote(row.note)?.text ?? '');
  const leaves = await leafCount(db);
  if (signed?.size !== row.size || leaves < row.size) return `the log has ${leaves} blocks, its checkpoint names ${row.size}`;
  return sameBytes(await new TreeReader(db).rootAt(row.size), signed.root)
    ? undefined
    : `the log is not what its checkpoint of block ${row.size} signs`;
}

/**
 * Recomputes every leaf above a height (0: all), rounded down to a whole tile, every kept body, and that the groups continue behind the last
 * block. `undefined` when all is whole.
 */
export async function logProblem(db: Reader, aboveHeight = 0): Promise<string | undefined> {
  const size = await leafCount(db);
  const isWhole = aboveHeight === 0;
  let before: Block | undefined;
  for (let from = aboveHeight - (aboveHeight % SUMMARY_BLOCKS); from < size; from += SUMMARY_BLOCKS) {
    const blocks = await leavesWithBodies(db, from, SUMMARY_BLOCKS);
    // Read after the page: what was forgotten by then as it should be is below it.
    const prunedHeight = Math.max(
      ...(await Promise.all([PRUNED_FACT, PRUNED_PROOFS_FACT].map(async (fact) => Number((await readFact(db, fact)) ?? 0)))),
    );
    for (const block of blocks) {
      const expected = (before?.height ?? from) + 1;
      if (block.height !== expected) return `block ${expected}: is missing`;
      const problem = blockProblem(block, before, prunedHeight);
      if (problem) return problem;
      before = block;
    }
    const problem = blocks.length === SUMMARY_BLOCKS ? await tileProblem(db, from / SUMMARY_BLOCKS, blocks) : undefined;
    if (problem) return problem;
  }
  const problem =
    (isWhole ? ((await readFact(db, CHAIN_PROBLEM_FACT)) ?? (await nodesProblem(db, size))) : undefined) ?? (await rootProblem(db));
  // Blocks that are no leaves yet end later than the last leaf.
  return problem ?? groupsProblem(db, (await newestBlock(db))?.last_seq ?? 0);
}
