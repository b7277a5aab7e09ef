/**
 * Makes leaves of the blocks of the chain that there was before the log (`migrations/0025-tape-log.ts`), in batches beside the running server:
 * each batch looks whether its blocks belong together, and moves them with the nodes that they make whole. The tables say how far it has
 * come, so that any start goes on from there.
 */
import { createHash } from 'node:crypto';
import { type HashedNode, TreeEdge } from '#domain/tape/merkle.ts';
import type { Db, Trx } from '../../database/database.ts';
import {
  CHAIN_HEAD_FACT,
  CHAIN_MOVED_FACT,
  CHAIN_PROBLEM_FACT,
  deleteFact,
  readFact,
  writeFact,
} from '../../repositories/fact-repository.ts';
import { type ChainRow, chainRows, dropChain, moveChainRows } from '../../repositories/tape-chain-repository.ts';
import { insertNodes, leafCount } from '../../repositories/tape-log-repository.ts';
import { nodeSha256 } from './node-crypto.ts';
import { leafOf, STORED_LEVELS, TreeReader } from './tree-reader.ts';

/** Blocks of one batch: some ten milliseconds. */
const BATCH_BLOCKS = 1_000;
const NO_HASH = '0'.repeat(64);

/** The newest block that was moved, as the next one must name it. */
type ChainHead = { readonly height: number; readonly lastSeq: number; readonly hash: string };
const START: ChainHead = { height: 0, lastSeq: 0, hash: NO_HASH };

/** What is wrong between a block of the chain and the one before it. */
function chainProblem(row: ChainRow, before: ChainHead): string | undefined {
  const at = `block ${row.height} of the chain`;
  if (row.height !== before.height + 1) return `${at}: follows block ${before.height}`;
  if (row.first_seq !== before.lastSeq + 1) return `${at}: starts at tick ${row.first_seq}, the one before ends at ${before.lastSeq}`;
  if (row.prev_hash !== before.hash) return `${at}: names another block as the one before it`;
  const fields = [row.height, row.first_seq, row.last_seq, row.time_ms, row.body_hash, row.prev_hash];
  return createHash('sha256').update(fields.join('\n')).digest('hex') === row.hash
    ? undefined
    : `${at}: its hash is not the hash of its header`;
}

const headOf = (row: ChainRow): ChainHead => ({ height: row.height, lastSeq: row.last_seq, hash: row.hash });

/** Moves the next batch; returns how many blocks that were. */
async function moveBatch(trx: Trx, tree: TreeEdge): Promise<number> {
  const rows = await chainRows(trx, tree.size, BATCH_BLOCKS);
  let before = JSON.parse((await readFact(trx, CHAIN_HEAD_FACT)) ?? JSON.stringify(START)) as ChainHead;
  let problem: string | undefined;
  const nodes: HashedNode[] = [];
  for (const row of rows) {
    if (row.height !== tree.size + 1) throw new Error(`block ${tree.size + 1} of the chain is missing: its blocks cannot become leaves`);
    problem ??= chainProblem(row, before);
    before = headOf(row);
    const { height, first_seq, last_seq, time_ms } = row;
    const leaf = leafOf({ height, first_seq, last_seq, time_ms, body_hash: Buffer.from(row.body_hash, 'hex'), ranges: null });
    nodes.push(...tree.append(leaf).filter(({ level }) => level % STORED_LEVELS === 0));
  }
  if (rows.length > 0) {
    await moveChainRows(trx, before.height);
    await insertNodes(
      trx,
      nodes.map(({ level, index, hash }) => ({ level: level / STORED_LEVELS, idx: index, hash })),
    );
    await writeFact(trx, CHAIN_HEAD_FACT, JSON.stringify(before));
    if (problem && (await readFact(trx, CHAIN_PROBLEM_FACT)) === undefined) await writeFact(trx, CHAIN_PROBLEM_FACT, problem);
  } else {
    await dropChain(trx);
    await deleteFact(trx, CHAIN_HEAD_FACT);
    await writeFact(trx, CHAIN_MOVED_FACT, String(tree.size));
  }
  return rows.length;
}

/**
 * Moves the next batch, and after the last one lets the table go; true once every block is a leaf. Of a chain that does not hold the first break is kept
 * as a fact and its blocks become leaves as they are: no client has ever held a hash of it.
 */
export async function moveChain(db: Db): Promise<boolean> {
  if ((await readFact(db.kysely, CHAIN_MOVED_FACT)) !== undefined) return true;
  const moved = await db.transaction(async (trx) => {
    const size = await leafCount(trx);
    // Made anew for each batch: the tables alone say what has come through.
    return moveBatch(trx, new TreeEdge(nodeSha256, size, await new TreeReader(trx).edge(size)));
  });
  return moved === 0;
}
