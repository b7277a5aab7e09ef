/** The ticks of a segment by their numbers, and what a recheck says when they are not there or not what they should be. */
import { SUMMARY_BLOCKS } from './block-entry.ts';
import type { PriceSummary } from './price-summary.ts';
import type { SegmentBlock, TapeSegment } from './tape-segment.ts';
import type { TapeTick } from './tape-tick.ts';
import { type RuleReason, ruled, type Verdict } from './verdict.ts';

/** Ends a recheck with an answer. */
export class Told extends Error {
  readonly answer: Verdict['rule'];

  constructor(reason: RuleReason, detail = '') {
    super(reason);
    this.answer = ruled(reason, detail);
  }
}

/** Ends a recheck unless something holds. */
export function must(isKept: boolean, reason: RuleReason, detail = ''): asserts isKept {
  if (!isKept) throw new Told(reason, detail);
}

/**
 * A part of a stretch of blocks, within one tile. `blocks`: which, in words. `held`: the ticks of blocks that follow each other. `lacks`: that these
 * are not all; of a whole tile between what its prices were, and the last tick that it may have.
 */
type Part = { readonly blocks: string; readonly held: readonly (readonly TapeTick[])[]; readonly lacks?: Lack };
type Lack = { readonly whole?: { readonly summary: PriceSummary; readonly lastSeq: number } | undefined };

const tileOf = (height: number): number => Math.floor((height - 1) / SUMMARY_BLOCKS);

export class CoveredTape {
  readonly segment: TapeSegment;
  readonly #byHeight: ReadonlyMap<number, SegmentBlock>;
  readonly #summaries: ReadonlyMap<number, PriceSummary>;
  /** Those of which the file has anything, ascending: between two of them there may be more than anybody could go through. */
  readonly #tiles: readonly number[];

  constructor(segment: TapeSegment) {
    this.segment = segment;
    this.#byHeight = new Map(segment.blocks.map((block) => [block.entry.height, block]));
    this.#summaries = new Map(segment.summaries.map(({ tile, summary }) => [tile, summary]));
    const tiles = [...segment.blocks.map(({ entry }) => tileOf(entry.height)), ...this.#summaries.keys()];
    this.#tiles = [...new Set(tiles)].sort((one, other) => one - other);
  }

  at(height: number): SegmentBlock | undefined {
    return this.#byHeight.get(height);
  }

  /** The block with a tick; ends the recheck where the file has none. */
  blockOf(seq: number): SegmentBlock {
    const found = this.#first(({ entry }) => entry.lastSeq >= seq);
    if (!found || found.entry.firstSeq > seq) throw new Told('segment', `tick ${seq}`);
    return found;
  }

  /** The first block of the file from which on something holds of all. */
  #first(holds: (block: SegmentBlock) => boolean): SegmentBlock | undefined {
    const { blocks } = this.segment;
    let [low, high] = [0, blocks.length];
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      if (holds(blocks[middle] as SegmentBlock)) high = middle;
      else low = middle + 1;
    }
    return blocks[low];
  }

  /** End of the second in which a tick was committed, unix ms: all that judgement knows of the time of a commit. */
  secondOf(seq: number): number {
    return this.blockOf(seq).entry.timeMs;
  }

  /** The ticks of blocks from one height to another, all of which have to be there with their bodies. */
  ticksOf(firstHeight: number, lastHeight: number): TapeTick[] {
    const ticks: TapeTick[] = [];
    for (let height = firstHeight; height <= lastHeight; height++) {
      const block = this.at(height);
      if (!block?.ticks) throw new Told('segment', `block ${height}`);
      for (const tick of block.ticks) ticks.push(tick);
    }
    return ticks;
  }

  /**
   * The blocks from that of one tick to that of another, tile by tile, with what the file has of them: a no that can be told goes before what
   * cannot. Tiles that follow each other of which it has nothing are one part. Ends the recheck where it has no block of the last one.
   */
  *partsOf(firstSeq: number, lastSeq: number): Generator<Part, void, void> {
    const last = this.blockOf(lastSeq).entry.height;
    const begun = this.#first(({ entry }) => entry.lastSeq >= firstSeq)?.entry;
    const first = begun?.height ?? last;
    if (begun && begun.firstSeq > firstSeq) yield { blocks: `tick ${firstSeq}`, held: [], lacks: {} };
    const [firstTile, lastTile] = [tileOf(first), tileOf(last)];
    let due = firstTile;
    for (const tile of this.#tiles.filter((one) => firstTile <= one && one <= lastTile)) {
      if (tile > due) yield { blocks: `blocks ${due * SUMMARY_BLOCKS + 1} to ${tile * SUMMARY_BLOCKS}`, held: [], lacks: {} };
      due = tile + 1;
      const start = Math.max(first, tile * SUMMARY_BLOCKS + 1);
      const end = Math.min(last, (tile + 1) * SUMMARY_BLOCKS);
      const blocks = `blocks ${start} to ${end}`;
      if (this.#hasTicks(start, end)) yield { blocks, held: [this.ticksOf(start, end)] };
      else {
        const summary = firstTile < tile && tile < lastTile ? this.#summaries.get(tile) : undefined;
        const whole = summary && { summary, lastSeq: this.#lastSeqTo(end) };
        yield { blocks, held: this.#heldFrom(start, end), lacks: { whole } };
      }
    }
  }

  /** The ticks of the bodies that are there, a list for each stretch of blocks that follow each other. */
  #heldFrom(firstHeight: number, lastHeight: number): TapeTick[][] {
    const held: TapeTick[][] = [];
    for (let height = firstHeight; height <= lastHeight; height++) {
      const ticks = this.at(height)?.ticks;
      if (!ticks) continue;
      if (height === firstHeight || !this.at(height - 1)?.ticks) held.push([]);
      for (const tick of ticks) held.at(-1)?.push(tick);
    }
    return held;
  }

  /** The last tick that a block may have, which the file need not have: the next one that it has begins behind it. */
  #lastSeqTo(height: number): number {
    const behind = this.#first(({ entry }) => entry.height > height);
    return behind ? behind.entry.firstSeq - 1 : Number.POSITIVE_INFINITY;
  }

  #hasTicks(firstHeight: number, lastHeight: number): boolean {
    for (let height = firstHeight; height <= lastHeight; height++) if (!this.at(height)?.ticks) return false;
    return true;
  }

  /** Whether the body with a tick is in the file. */
  hasTick(seq: number): boolean {
    return this.blockOf(seq).ticks !== undefined;
  }

  /** Ends the recheck unless a tick is still its product's newest at another: else confirms between could carry on a price that it had long ago. */
  mustStay(productId: number, tickSeq: number, knownSeq: number): void {
    const lacks = this.lackToStay(productId, tickSeq, knownSeq);
    if (lacks) throw lacks;
  }

  /** Ends the recheck where that tick is not the newest; what lacks to tell that it is. */
  lackToStay(productId: number, tickSeq: number, knownSeq: number): Told | undefined {
    must(tickSeq <= knownSeq, 'wrong-tick', `tick ${tickSeq}`);
    const isLater = ({ productId: id, seq, confirm }: TapeTick) => id === productId && !confirm && seq > tickSeq && seq <= knownSeq;
    let lack: Told | undefined;
    for (const { blocks, held, lacks } of this.partsOf(tickSeq, knownSeq)) {
      const isOther = held.some((ticks) => ticks.some(isLater)) || lacks?.whole?.summary.has(productId);
      must(!isOther, 'wrong-tick', blocks);
      if (lacks && !lacks.whole) lack ??= new Told('segment', blocks);
    }
    return lack;
  }

  /** The ticks of so many blocks up to that of a tick, or of as many as there are, without those after it. */
  ticksBefore(knownSeq: number, blocks: number): TapeTick[] {
    const { height } = this.blockOf(knownSeq).entry;
    return this.ticksOf(Math.max(1, height - blocks + 1), height).filter(({ seq }) => seq <= knownSeq);
  }
}

/** The newest tick or confirm of a product among ticks. */
export const newestLife = (ticks: readonly TapeTick[], productId: number): TapeTick | undefined =>
  ticks.filter((tick) => tick.productId === productId).at(-1);
/** Price of a product among its ticks and confirms: of its newest tick; a confirm repeats one, and counts where there is no tick. */
export const newestPrice = (ticks: readonly TapeTick[], productId: number): bigint | undefined =>
  (newestTick(ticks, productId) ?? newestLife(ticks, productId))?.price;
/** The newest tick of a product among ticks, never a confirm. */
export const newestTick = (ticks: readonly TapeTick[], productId: number): TapeTick | undefined =>
  ticks.filter((tick) => tick.productId === productId && !tick.confirm).at(-1);
