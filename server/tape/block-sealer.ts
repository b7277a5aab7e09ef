/** Turns the groups of an ended second into a sealed block, and forgets bodies past their time. Deterministic: a crash between the two steps changes nothing. */

import { decodeTicks, encodeTicks } from '#domain/tape/tick-codec.ts';
import type { Trx } from '../database/database.ts';
import { PRUNED_FACT, readFact, writeFact } from '../repositories/fact-repository.ts';
import {
  agedBlocks,
  type BlockRow,
  deleteBodies,
  deleteGroupsUpTo,
  fillSeqs,
  groupRowsBefore,
  insertBlock,
  newestBookUpTo,
  oldestGroup,
  oldestNeededSeq,
} from '../repositories/tape-repository.ts';
import { type BlockHeader, blockEndMs, blockHash, GENESIS_HASH, type SealedHeader, sha256 } from './block-chain.ts';
import { rowOf } from './block-row.ts';
import type { SealedBook } from './book-store.ts';

/** Bodies that one run forgets at most, so that it never holds the database for long. */
export const BODIES_PER_RUN_MAX = 1_000;

/** Seals the oldest second that has ended by `nowMs`; `undefined` when there is none. */
export async function sealOldestBlock(
  trx: Trx,
  head: SealedHeader | undefined,
  nowMs: number,
  book: SealedBook,
): Promise<SealedHeader | undefined> {
  const oldest = await oldestGroup(trx);
  if (!oldest) return undefined;
  const endMs = blockEndMs(oldest.committed_at);
  if (endMs > nowMs) return undefined;
  const groups = await groupRowsBefore(trx, endMs);
  const ticks = groups.flatMap((group) => decodeTicks(group.body, group.first_seq));
  const body = encodeTicks(ticks);
  const header: BlockHeader = {
    height: (head?.height ?? 0) + 1,
    firstSeq: oldest.first_seq,
    lastSeq: groups.at(-1)?.last_seq ?? oldest.last_seq,
    timeMs: endMs,
    bodyHash: sha256(body),
    prevHash: head?.hash ?? GENESIS_HASH,
  };
  const sealed: SealedHeader = { ...header, hash: blockHash(header) };
  await book.seal(trx, sealed, ticks);
  await insertBlock(trx, rowOf(sealed), body);
  await deleteGroupsUpTo(trx, sealed.lastSeq);
  return sealed;
}

/**
 * Forgets the bodies of blocks that ended before a time and that no fill points into or may still, but none that a reader or an account still has to
 * be judged by, nor those that its book of prices is made from; headers stay for ever.
 * Returns how many blocks it looked at.
 */
export async function pruneBodies(trx: Trx, beforeMs: number): Promise<number> {
  const needed = await oldestNeededSeq(trx);
  const aboveHeight = Number((await readFact(trx, PRUNED_FACT)) ?? 0);
  const seqMax = (await newestBookUpTo(trx, needed))?.seq ?? 0;
  const blocks = await agedBlocks(trx, { aboveHeight, beforeMs, seqMax, limit: BODIES_PER_RUN_MAX });
  const first = blocks[0];
  const last = blocks.at(-1);
  if (!first || !last) return 0;
  const filled = await fillSeqs(trx, first.first_seq, last.last_seq);
  const isFilled = (block: BlockRow) => filled.some((seq) => seq >= block.first_seq && seq <= block.last_seq);
  await deleteBodies(
    trx,
    blocks.filter((block) => !isFilled(block)).map((block) => block.height),
  );
  await writeFact(trx, PRUNED_FACT, String(last.height));
  return blocks.length;
}
