/**
 * Forgets the bodies of blocks past their time; leaves and summaries stay for ever. The blocks that prove a fill are kept longer: its tick's,
 * and those up to the newest tick that its execution knew that the longest
 * silence of any category goes back: seven of 5 s.
 */
import { longestStaleMs } from '#domain/freshness.ts';
import { SUMMARY_BLOCKS } from '#domain/tape/block-entry.ts';
import { newestBlocks } from '#domain/tape/silence.ts';
import { DAY_MS } from '#domain/time-units.ts';
import type { Trx } from '../../database/database.ts';
import { agedBlocks, deleteBodies, proofHeights, quotedHeights } from '../../repositories/body-repository.ts';
import { PRUNED_FACT, PRUNED_PROOFS_FACT, readFact, writeFact } from '../../repositories/fact-repository.ts';
import { leafCount } from '../../repositories/tape-log-repository.ts';
import { heightOfSeq, newestBookUpTo, oldestNeededSeq } from '../../repositories/tape-repository.ts';

/** Bodies that one run looks at, at most, so that it never holds the database for long. */
export const BODIES_PER_RUN_MAX = 1_000;
/** How long bodies are kept that prove no fill (decision D9.291). */
export const BODY_KEEP_MS = { demo: 2 * DAY_MS, production: 7 * DAY_MS } as const;
/** How long the blocks that prove a fill are kept. */
const PROOF_KEEP_MS = 400 * DAY_MS;

/** Blocks up to here are needed by nobody: not to judge, not for a book of prices, not for the fills that are judged late or the tile that is being filled. */
async function freeUpTo(trx: Trx): Promise<{ readonly height: number; readonly seqMax: number }> {
  const needed = await oldestNeededSeq(trx);
  const seqMax = (await newestBookUpTo(trx, needed))?.seq ?? 0;
  const known = ((await heightOfSeq(trx, Math.min(needed, Number.MAX_SAFE_INTEGER))) ?? 0) - newestBlocks(longestStaleMs());
  const leaves = await leafCount(trx);
  return { height: Math.min(known, leaves - (leaves % SUMMARY_BLOCKS)), seqMax };
}

/** One stretch of blocks that ended before a time, from where the last run came to; returns how many blocks it looked at. */
async function pruneStretch(
  trx: Trx,
  fact: string,
  beforeMs: number,
  keptOf: (from: number, to: number) => Promise<readonly number[]>,
): Promise<number> {
  const aboveHeight = Number((await readFact(trx, fact)) ?? 0);
  const { height: upToHeight, seqMax } = await freeUpTo(trx);
  const blocks = await agedBlocks(trx, { aboveHeight, upToHeight, beforeMs, seqMax, limit: BODIES_PER_RUN_MAX });
  const last = blocks.at(-1);
  if (!last) return 0;
  const kept = new Set(await keptOf(aboveHeight + 1, last.height));
  await deleteBodies(
    trx,
    blocks.map(({ height }) => height).filter((height) => !kept.has(height)),
  );
  await writeFact(trx, fact, String(last.height));
  return blocks.length;
}

/** Forgets bodies that are older than `keepMs` and prove nothing, and those that do after 400 days. Returns how many blocks it looked at. */
export async function pruneBodies(trx: Trx, nowMs: number, keepMs: number): Promise<number> {
  const proofs = async (from: number, to: number) => [
    ...(await proofHeights(trx, from, to, newestBlocks(longestStaleMs()))),
    ...(await quotedHeights(trx)),
  ];
  const looked = await pruneStretch(trx, PRUNED_FACT, nowMs - keepMs, proofs);
  return Math.max(looked, await pruneStretch(trx, PRUNED_PROOFS_FACT, nowMs - PROOF_KEEP_MS, () => quotedHeights(trx)));
}
