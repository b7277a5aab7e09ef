/**
 * The price tape over the database. Ticks are committed in groups and published after their commit, in order; what could not be
 * committed stays in a bounded queue and is seen by nobody. Seconds are sealed into hash-chained blocks.
 */
import type { Clock, Stop } from '../clock.ts';
import type { Db, Trx } from '../database/database.ts';
import type { Log } from '../log.ts';
import { allQuotes, type QuoteRow } from '../repositories/quote-repository.ts';
import { groupAt, insertGroup, newestBlock, newestGroup, upsertQuotes } from '../repositories/tape-repository.ts';
import { BLOCK_MS, blockEndMs, GENESIS_HASH, type SealedHeader } from './block-chain.ts';
import { BODIES_PER_RUN_MAX, headerOf, pruneBodies, sealOldestBlock } from './block-sealer.ts';
import { type FeedTick, GROUP_MS_MAX, GROUP_TICKS_MAX, STALE_AFTER_MS, type Tape, type TapeGroup, type TapeTick } from './tape.ts';
import { readGroupsAfter, tapeProblem } from './tape-reader.ts';
import { encodeTicks } from './tick-codec.ts';
import { TickQueue } from './tick-queue.ts';

const DAY_MS = 86_400_000;
/** How long bodies are kept; the demo keeps 2 days. */
export const BODY_KEEP_MS = 7 * DAY_MS;
export const DEMO_BODY_KEEP_MS = 2 * DAY_MS;
/** A failed commit is tried again after so long. */
const RETRY_MS = 500;
const PRUNE_EVERY_MS = 60_000;
/** Blocks that one run seals at most; only a start after a crash has more than one. */
const SEAL_BLOCKS_MAX = 20;
const LISTENERS_MAX = 64;

type Quote = { newest: TapeTick; aliveSeq: number; aliveAtMs: number };
/** `dropped`: ticks that found no room while the database did not take them. */
export type PriceTape = Tape & { start(): void; stop(): Promise<void>; dropped(): number };

const quoteOf = (row: QuoteRow): Quote => ({
  newest: { productId: row.product_id, price: row.price, volume: 0n, timeMs: row.time_ms, confirm: false, seq: row.seq },
  aliveSeq: row.alive_seq,
  aliveAtMs: row.alive_at,
});
const rowOf = ({ newest, aliveSeq, aliveAtMs }: Quote): QuoteRow => ({
  product_id: newest.productId,
  seq: newest.seq,
  price: newest.price,
  time_ms: newest.timeMs,
  alive_seq: aliveSeq,
  alive_at: aliveAtMs,
});

class DatabaseTape implements PriceTape {
  readonly #db: Db;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #bodyKeepMs: number;
  readonly #queue = new TickQueue();
  readonly #listeners = new Set<(group: TapeGroup) => void>();
  readonly #quotes = new Map<number, Quote>();
  #head: SealedHeader | undefined;
  #lastSeq = 0;
  #lastCommitMs = 0;
  #newestMs = 0;
  /** Ticks at the front of the queue that a commit works on, or tried and must try again as they are. */
  #busy = 0;
  /** The last commit failed, and on a lost connection nobody knows whether it came through. */
  #isUnsure = false;
  #isScheduled = false;
  #nextFlush: Promise<void> | undefined;
  #isStopped = false;
  /** Commits and seals run one after another. */
  #turn: Promise<void> = Promise.resolve();
  #stops: Stop[] = [];

  constructor(options: { db: Db; clock: Clock; log: Log; bodyKeepMs: number }) {
    this.#db = options.db;
    this.#clock = options.clock;
    this.#log = options.log;
    this.#bodyKeepMs = options.bodyKeepMs;
  }

  async load(): Promise<void> {
    const [quotes, block, group] = await Promise.all([
      allQuotes(this.#db.kysely),
      newestBlock(this.#db.kysely),
      newestGroup(this.#db.kysely),
    ]);
    for (const row of quotes) {
      this.#quotes.set(row.product_id, quoteOf(row));
      this.#newestMs = Math.max(this.#newestMs, row.time_ms);
    }
    this.#head = block ? headerOf(block) : undefined;
    this.#lastSeq = Math.max(block?.last_seq ?? 0, group?.last_seq ?? 0);
    this.#lastCommitMs = Math.max(block?.time_ms ?? 0, group?.committed_at ?? 0);
  }

  start(): void {
    if (this.#stops.length > 0) return;
    this.#stops = [
      this.#clock.every(BLOCK_MS, () => this.#takeTurn(() => this.#seal())),
      this.#clock.every(PRUNE_EVERY_MS, () => this.#prune()),
    ];
  }

  async stop(): Promise<void> {
    for (const stop of this.#stops.splice(0)) stop();
    await this.flush();
    this.#isStopped = true;
  }

  push(tick: FeedTick): void {
    // A confirm repeats a price; without one there is nothing to repeat.
    if (this.#isStopped || (tick.confirm && !this.#quotes.has(tick.productId))) return;
    this.#queue.push(tick, this.#busy);
    if (this.#queue.length >= GROUP_TICKS_MAX && !this.#isUnsure) void this.flush();
    else this.#schedule(GROUP_MS_MAX);
  }

  flush(): Promise<void> {
    this.#nextFlush ??= this.#takeTurn(() => {
      this.#nextFlush = undefined;
      return this.#commitAll();
    });
    return this.#nextFlush;
  }

  newest(productId: number): TapeTick | undefined {
    return this.#quotes.get(productId)?.newest;
  }

  aliveAtMs(productId: number): number {
    return this.#quotes.get(productId)?.aliveAtMs ?? 0;
  }

  quoteAliveAtMs(quote: { alive_at: number }): number {
    return quote.alive_at;
  }

  watermarkMs(): number {
    return Math.max(this.#newestMs, this.#clock.now() - STALE_AFTER_MS);
  }

  lastSeq(): number {
    return this.#lastSeq;
  }

  dropped(): number {
    return this.#queue.dropped;
  }

  onGroup(listener: (group: TapeGroup) => void): Stop {
    if (this.#listeners.size >= LISTENERS_MAX) throw new RangeError(`tape listeners: at most ${LISTENERS_MAX}`);
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  groupsAfter(trx: Trx, seq: number, limit: number): Promise<TapeGroup[]> {
    return readGroupsAfter(trx, seq, limit);
  }

  head(): { height: number; hash: string; timeMs: number } {
    return { height: this.#head?.height ?? 0, hash: this.#head?.hash ?? GENESIS_HASH, timeMs: this.#head?.timeMs ?? 0 };
  }

  verify(): Promise<string | undefined> {
    return tapeProblem(this.#db.kysely);
  }

  #schedule(delayMs: number): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    this.#clock.after(delayMs, () => {
      this.#isScheduled = false;
      return this.flush();
    });
  }

  #takeTurn(work: () => Promise<void>): Promise<void> {
    this.#turn = this.#turn.then(work);
    return this.#turn;
  }

  async #commitAll(): Promise<void> {
    while (this.#queue.length > 0) {
      const ticks = this.#queue.peek(this.#isUnsure ? this.#busy : GROUP_TICKS_MAX);
      this.#busy = ticks.length;
      const group = await this.#commit(ticks);
      if (!group) {
        this.#schedule(RETRY_MS);
        return;
      }
      this.#busy = 0;
      this.#queue.shift(ticks.length);
      this.#publish(group);
    }
  }

  /** Commits one group; `undefined` when the database did not take it: its ticks wait, and quotes go stale by themselves. */
  async #commit(ticks: readonly FeedTick[]): Promise<TapeGroup | undefined> {
    const firstSeq = this.#lastSeq + 1;
    const sequenced: TapeTick[] = ticks.map((tick, at) => ({ ...tick, seq: firstSeq + at }));
    const aliveAtMs = this.#clock.now();
    try {
      const group = await this.#db.transaction((trx) => this.#write(trx, sequenced, aliveAtMs));
      if (this.#isUnsure) this.#log.info({ dropped: this.#queue.dropped }, 'ticks are committed again');
      this.#isUnsure = false;
      this.#lastSeq = group.lastSeq;
      this.#lastCommitMs = group.committedAtMs;
      for (const [productId, quote] of this.#quotesAfter(sequenced, aliveAtMs)) this.#quotes.set(productId, quote);
      for (const tick of sequenced) this.#newestMs = Math.max(this.#newestMs, tick.timeMs);
      return group;
    } catch (error) {
      if (!this.#isUnsure) this.#log.error({ err: error, waiting: this.#queue.length }, 'ticks could not be committed and wait');
      this.#isUnsure = true;
      return undefined;
    }
  }

  async #write(trx: Trx, ticks: readonly TapeTick[], aliveAtMs: number): Promise<TapeGroup> {
    const firstSeq = this.#lastSeq + 1;
    const lastSeq = this.#lastSeq + ticks.length;
    const kept = this.#isUnsure ? await groupAt(trx, firstSeq) : undefined;
    // A connection that died while it committed may have done so: then the same ticks are there already.
    if (kept) return { firstSeq, lastSeq, committedAtMs: kept.committed_at, ticks };
    // Never back: a clock set back would otherwise put ticks into a second that is sealed.
    const committedAtMs = Math.max(aliveAtMs, this.#lastCommitMs, this.#head?.timeMs ?? 0);
    await insertGroup(trx, { first_seq: firstSeq, last_seq: lastSeq, committed_at: committedAtMs, body: encodeTicks(ticks) });
    await upsertQuotes(trx, [...this.#quotesAfter(ticks, aliveAtMs).values()].map(rowOf));
    return { firstSeq, lastSeq, committedAtMs, ticks };
  }

  /** The quotes that a group changes, as they stand after it. */
  #quotesAfter(ticks: readonly TapeTick[], aliveAtMs: number): Map<number, Quote> {
    const changed = new Map<number, Quote>();
    for (const tick of ticks) {
      const before = changed.get(tick.productId) ?? this.#quotes.get(tick.productId);
      const newest = tick.confirm ? before?.newest : tick;
      if (newest) changed.set(tick.productId, { newest, aliveSeq: tick.seq, aliveAtMs });
    }
    return changed;
  }

  #publish(group: TapeGroup): void {
    for (const listener of this.#listeners) {
      try {
        listener(group);
      } catch (error) {
        this.#log.error({ err: error, firstSeq: group.firstSeq }, 'a reader of the tape failed');
      }
    }
  }

  async #seal(): Promise<void> {
    const nowMs = this.#clock.now();
    if (this.#isUnsure || blockEndMs(this.#lastCommitMs) <= (this.#head?.timeMs ?? 0)) return;
    try {
      for (let count = 0; count < SEAL_BLOCKS_MAX; count++) {
        const sealed = await this.#db.transaction((trx) => sealOldestBlock(trx, this.#head, nowMs));
        if (!sealed) return;
        this.#head = sealed;
      }
    } catch (error) {
      this.#log.error({ err: error }, 'a block could not be sealed and waits');
      await this.#reloadHead();
    }
  }

  /** After a failure nobody knows whether the block came through. */
  async #reloadHead(): Promise<void> {
    try {
      const block = await newestBlock(this.#db.kysely);
      this.#head = block ? headerOf(block) : undefined;
    } catch (error) {
      this.#log.error({ err: error }, 'the head of the tape could not be read');
    }
  }

  async #prune(): Promise<void> {
    try {
      const beforeMs = this.#clock.now() - this.#bodyKeepMs;
      const looked = await this.#db.transaction((trx) => pruneBodies(trx, beforeMs));
      if (looked === BODIES_PER_RUN_MAX) this.#log.info({ looked }, 'more bodies of the tape wait to be forgotten');
    } catch (error) {
      this.#log.error({ err: error }, 'old bodies of the tape could not be forgotten');
    }
  }
}

/** Opens the tape where it ended. `bodyKeepMs`: how long bodies are kept (7 days; the demo profile passes `DEMO_BODY_KEEP_MS`). */
export async function createPriceTape(options: { db: Db; clock: Clock; log: Log; bodyKeepMs?: number }): Promise<PriceTape> {
  const tape = new DatabaseTape({ bodyKeepMs: BODY_KEEP_MS, ...options });
  await tape.load();
  return tape;
}
