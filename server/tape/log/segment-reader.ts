/**
 * The part of the tape that a deal is rechecked by, from the tables: what a receipt carries, without the proofs. Blocks that several deals
 * need are kept a while, since those of a time need the same.
 */
import { SUMMARY_BLOCKS } from '#domain/tape/block-entry.ts';
import { type PriceRange, readSummary } from '#domain/tape/price-summary.ts';
import { SINCE_BLOCKS_MAX, SUMMARIES_MAX, TOUCHED_MAX } from '#domain/tape/receipt-limits.ts';
import { neededTape, type TapeNeed } from '#domain/tape/receipt-segment.ts';
import { touches } from '#domain/tape/recheck-waited.ts';
import type { SignedDeal } from '#domain/tape/signed-deal.ts';
import type { SegmentBlock, SegmentSummary, TapeSegment } from '#domain/tape/tape-segment.ts';
import { decodeTicks } from '#domain/tape/tick-codec.ts';
import type { Db } from '../../database/database.ts';
import { leafCount, leavesWithBodies, summaryRows } from '../../repositories/tape-log-repository.ts';
import { heightOfSeq } from '../../repositories/tape-repository.ts';

/** Blocks that are kept. */
const BLOCKS_MAX = 2_048;

type Span = { readonly first: number; readonly last: number };
const tileOf = (height: number): number => Math.floor((height - 1) / SUMMARY_BLOCKS);
const startOf = (tile: number): number => tile * SUMMARY_BLOCKS + 1;

export class SegmentReader {
  readonly #db: Pick<Db, 'kysely'>;
  readonly #blocks = new Map<number, SegmentBlock>();

  constructor(db: Pick<Db, 'kysely'>) {
    this.#db = db;
  }

  /** What a deal needs, as far as it is there; undefined where its newest tick is not sealed yet. */
  async of(deal: SignedDeal): Promise<TapeSegment | undefined> {
    const spans: Span[] = [];
    const summaries: SegmentSummary[] = [];
    for (const need of neededTape(deal)) {
      const last = await this.#heightOf(need.kind === 'back' ? need.seq : need.toSeq);
      if (last === undefined) return undefined;
      if (need.kind === 'back') spans.push({ first: last - need.blocks + 1, last });
      else if (need.kind === 'since') spans.push(await this.#since(need, last));
      else await this.#stretch(need, last, deal, { spans, summaries });
    }
    const blocks = new Map<number, SegmentBlock>();
    for (const span of spans) for (const block of await this.#span(span)) blocks.set(block.entry.height, block);
    return { blocks: [...blocks.values()].sort((one, other) => one.entry.height - other.entry.height), summaries };
  }

  /** Only what is a leaf is in the log. */
  async #heightOf(seq: number): Promise<number | undefined> {
    const height = await heightOfSeq(this.#db.kysely, seq);
    if (height === undefined || height > (await leafCount(this.#db.kysely))) return undefined;
    const [block] = await this.#span({ first: height, last: height });
    return block && block.entry.lastSeq >= seq ? height : undefined;
  }

  /** All blocks later than a time, and the one before them. */
  async #since({ sinceMs }: TapeNeed & { kind: 'since' }, last: number): Promise<Span> {
    const blocks = await this.#span({ first: last - SINCE_BLOCKS_MAX, last });
    const before = blocks.filter(({ entry }) => entry.timeMs <= sinceMs).at(-1);
    return { first: before?.entry.height ?? last - SINCE_BLOCKS_MAX, last };
  }

  /** Both ends with their ticks, and summaries between; ticks too where a summary reaches the level. */
  async #stretch(
    need: TapeNeed & { kind: 'stretch' },
    last: number,
    deal: SignedDeal,
    { spans, summaries }: { spans: Span[]; summaries: SegmentSummary[] },
  ): Promise<void> {
    const first = await this.#heightOf(need.fromSeq);
    if (first === undefined) return;
    const [fromTile, toTile] = [tileOf(first), tileOf(last)];
    spans.push({ first, last: Math.min(last, startOf(fromTile + 1) - 1) });
    if (toTile > fromTile) spans.push({ first: startOf(toTile), last });
    if (toTile - fromTile - 1 > SUMMARIES_MAX) return;
    let touched = 0;
    let carried: PriceRange | undefined;
    for (const { tile, body } of await summaryRows(this.#db.kysely, fromTile + 1, toTile)) {
      const summary = readSummary(body);
      if (!summary) continue;
      summaries.push({ tile, summary });
      const isNear = touches(deal, { summary, lastSeq: Number.POSITIVE_INFINITY }, carried);
      const isTouched = isNear && touches(deal, { summary, lastSeq: await this.#lastSeqOf(tile) }, carried);
      if (isTouched && touched++ < TOUCHED_MAX) spans.push({ first: startOf(tile), last: startOf(tile + 1) - 1 });
      // Ticks say themselves with which price the next tile begins.
      carried = isTouched ? undefined : (summary.get(deal.product) ?? carried);
    }
  }

  async #lastSeqOf(tile: number): Promise<number> {
    const last = startOf(tile + 1) - 1;
    const [block] = await this.#span({ first: last, last });
    return block?.entry.lastSeq ?? Number.POSITIVE_INFINITY;
  }

  /** The blocks of a span that there are, by height, with the ticks of those whose bodies are kept. */
  async #span({ first, last }: Span): Promise<SegmentBlock[]> {
    const heights = Array.from({ length: last - Math.max(1, first) + 1 }, (_, at) => Math.max(1, first) + at);
    const missing = heights.filter((height) => !this.#blocks.has(height));
    const [from, to] = [missing[0], missing.at(-1)];
    if (from !== undefined && to !== undefined) {
      for (const { body, ...row } of await leavesWithBodies(this.#db.kysely, from - 1, to - from + 1)) {
        const { height, first_seq: firstSeq, last_seq: lastSeq, time_ms: timeMs, body_hash: bodyHash } = row;
        const ticks = body ? decodeTicks(body, firstSeq) : undefined;
        this.#blocks.delete(height);
        this.#blocks.set(height, { entry: { height, firstSeq, lastSeq, timeMs, bodyHash }, ticks });
      }
    }
    const found = heights.flatMap((height) => this.#blocks.get(height) ?? []);
    for (const height of this.#blocks.keys()) {
      if (this.#blocks.size <= BLOCKS_MAX) break;
      this.#blocks.delete(height);
    }
    return found;
  }
}
