/**
 * Turns the groups of an ended second into a block, its leaf and the checkpoint over it, in the caller's one transaction. Deterministic: a
 * crash at any step changes nothing but when it is done. What it keeps between blocks (the edge of the tree, the prices of the tile that is
 * being filled) is made anew whenever a transaction may not have come through.
 */
import { blockEntryText, SUMMARY_BLOCKS } from '#domain/tape/block-entry.ts';
import { BLOCK_MS, blockEndMs } from '#domain/tape/block-time.ts';
import { checkpointText } from '#domain/tape/checkpoint.ts';
import { leafHash, TreeEdge } from '#domain/tape/merkle.ts';
import { nextRanges, PriceRanges } from '#domain/tape/price-summary.ts';
import type { TapeTick } from '#domain/tape/tape-tick.ts';
import { decodeTicks, encodeTicks } from '#domain/tape/tick-codec.ts';
import type { Trx } from '../../database/database.ts';
import { CHAIN_MOVED_FACT, readFact } from '../../repositories/fact-repository.ts';
import { bodyRows, insertNodes, insertSummary, leafCount, leafRows, moveCheckpoint } from '../../repositories/tape-log-repository.ts';
import { insertBlock, takeOldestSecond } from '../../repositories/tape-repository.ts';
import { SealedBook } from '../book-store.ts';
import { nodeSha256 } from './node-crypto.ts';
import type { TapeLog } from './tape-log.ts';
import { STORED_LEVELS, TreeReader } from './tree-reader.ts';

/** A checkpoint with its block, as it was committed. */
type SealedBlock = { readonly size: number; readonly note: string; readonly time_ms: number };
/** `summarizedFrom`: blocks above this height have summaries. */
type Edge = { readonly tree: TreeEdge; prices: PriceRanges; ranges: Uint8Array | undefined; readonly summarizedFrom: number };

export class BlockSealer {
  readonly #log: TapeLog;
  readonly #book = new SealedBook();
  /** Undefined whenever nobody knows whether it is what the tables say. */
  #edge: Edge | undefined;

  constructor(log: TapeLog) {
    this.#log = log;
  }

  /** Seals the oldest second that has ended by `nowMs`; `undefined` when there is none. Call `committed` once it is. */
  async seal(trx: Trx, nowMs: number): Promise<{ readonly block: SealedBlock; readonly committed: () => void } | undefined> {
    const groups = await takeOldestSecond(trx, BLOCK_MS, nowMs);
    const [oldest] = groups;
    if (!oldest) return undefined;
    const endMs = blockEndMs(oldest.committed_at);
    const edge = this.#edge ?? (await this.#load(trx));
    this.#edge = undefined;
    const ticks = groups.flatMap((group) => decodeTicks(group.body, group.first_seq));
    const header = {
      height: edge.tree.size + 1,
      firstSeq: oldest.first_seq,
      lastSeq: groups.at(-1)?.last_seq ?? oldest.last_seq,
      timeMs: endMs,
    };
    const note = await this.#write(trx, edge, header, ticks);
    return {
      block: { size: header.height, note, time_ms: endMs },
      committed: () => {
        this.#edge = edge;
      },
    };
  }

  /** Block, body, book, leaf, nodes, summary, checkpoint. Returns the note. */
  async #write(
    trx: Trx,
    edge: Edge,
    header: { height: number; firstSeq: number; lastSeq: number; timeMs: number },
    ticks: TapeTick[],
  ): Promise<string> {
    const { height, firstSeq, lastSeq, timeMs } = header;
    const body = encodeTicks(ticks);
    const bodyHash = nodeSha256(body);
    const ranges = await this.#summarize(trx, edge, height, ticks);
    await this.#book.seal(trx, header, ticks);
    await insertBlock(
      trx,
      { height, first_seq: firstSeq, last_seq: lastSeq, time_ms: timeMs, body_hash: bodyHash, ranges: ranges ?? null },
      body,
    );
    const made = edge.tree.append(leafHash(nodeSha256, Buffer.from(blockEntryText({ ...header, bodyHash, ranges }))));
    const stored = made.filter(({ level }) => level % STORED_LEVELS === 0);
    await insertNodes(
      trx,
      stored.map(({ level, index, hash }) => ({ level: level / STORED_LEVELS, idx: index, hash })),
    );
    const note = this.#log.signLog(checkpointText({ origin: this.#log.keys.origin, size: height, root: edge.tree.root() }));
    const move = { size: height, note, before: this.#log.head?.note ?? '', known: this.#log.keys.fact };
    if (!(await moveCheckpoint(trx, move)))
      throw new Error(`the checkpoint was not moved to block ${height}: another is there, it is objected to, or another log was begun`);
    return note;
  }

  /** Takes the ticks of a block into its tile's prices; at the end of a tile stores them and gives the `ranges` of the block. */
  async #summarize(trx: Trx, edge: Edge, height: number, ticks: readonly TapeTick[]): Promise<Uint8Array | undefined> {
    if (height <= edge.summarizedFrom) return undefined;
    edge.prices.add(ticks);
    if (height % SUMMARY_BLOCKS !== 0) return undefined;
    const summary = edge.prices.bytes();
    await insertSummary(trx, height / SUMMARY_BLOCKS - 1, summary);
    edge.prices = new PriceRanges();
    edge.ranges = nextRanges(nodeSha256, edge.ranges, summary);
    return edge.ranges;
  }

  async #load(trx: Trx): Promise<Edge> {
    this.#book.forget();
    const size = await leafCount(trx);
    const leavesBefore = Number((await readFact(trx, CHAIN_MOVED_FACT)) ?? 0);
    // From the first tile on that was sealed whole.
    const summarizedFrom = Math.ceil(leavesBefore / SUMMARY_BLOCKS) * SUMMARY_BLOCKS;
    const tileStart = size - (size % SUMMARY_BLOCKS);
    const prices = new PriceRanges();
    const rows = tileStart >= summarizedFrom ? await bodyRows(trx, tileStart, size) : [];
    const blocks = await leafRows(trx, Math.max(0, tileStart - 1), size);
    for (const { height, body } of rows) prices.add(decodeTicks(body, blocks.find((block) => block.height === height)?.first_seq ?? 0));
    if (tileStart >= summarizedFrom && rows.length !== size - tileStart)
      throw new Error(`the blocks from ${tileStart + 1} to ${size} have ${rows.length} bodies: their prices cannot be summarized`);
    const ranges = tileStart > 0 ? (blocks[0]?.ranges ?? undefined) : undefined;
    return { tree: new TreeEdge(nodeSha256, size, await new TreeReader(trx).edge(size)), prices, ranges, summarizedFrom };
  }
}
