/**
 * Writes the tape: ticks are committed in groups and published after their commit, in order; what could not be committed stays in a
 * bounded queue and is seen by nobody. Seconds that have ended are sealed between commits (`log/seal-loop.ts`). One process writes at a time.
 */

import { BLOCK_MS, blockEndMs } from '#domain/tape/block-time.ts';
import type { FeedTick, TapeTick } from '#domain/tape/tape-tick.ts';
import { encodeTicks } from '#domain/tape/tick-codec.ts';
import type { Clock, Stop } from '../clock/clock.ts';
import type { ClockWatch } from '../clock/clock-watch.ts';
import type { Db, Trx } from '../database/database.ts';
import type { Log } from '../log.ts';
import { beginAlertChanges } from '../repositories/alert-change-repository.ts';
import { beginRuleChanges } from '../repositories/rule-change-repository.ts';
import { groupAt, insertGroup, upsertQuotes } from '../repositories/tape-repository.ts';
import { BODIES_PER_RUN_MAX, pruneBodies } from './log/prune-bodies.ts';
import { SealLoop } from './log/seal-loop.ts';
import type { TapeLog } from './log/tape-log.ts';
import { noteOwnGroup } from './own-groups.ts';
import { GROUP_MS_MAX, GROUP_TICKS_MAX, type HeardTick, type TapeGroup } from './tape.ts';
import { NEVER, quoteRow, type TapeMemory } from './tape-memory.ts';
import type { TapeTime } from './tape-time.ts';
import { TickQueue } from './tick-queue.ts';

/** A failed commit is tried again after so long. */
const RETRY_MS = 500;
const PRUNE_EVERY_MS = 60_000;

type WriterParts = {
  readonly db: Db;
  readonly clock: Clock;
  readonly time: TapeTime;
  readonly watch: ClockWatch;
  readonly log: Log;
  readonly bodyKeepMs: number;
  readonly memory: TapeMemory;
  readonly tapeLog: TapeLog;
  readonly publish: (group: TapeGroup) => void;
};

export class TapeWriter {
  readonly #parts: WriterParts;
  readonly #memory: TapeMemory;
  readonly #queue = new TickQueue();
  readonly #seals: SealLoop;
  /** Ticks at the front of the queue that a commit works on, or tried and must try again as they are. */
  #busy = 0;
  /** The last commit failed, and on a lost connection nobody knows whether it came through. */
  #isUnsure = false;
  #isScheduled = false;
  #isOpen = true;
  #isAbandoned = false;
  #nextFlush: Promise<void> | undefined;
  /** Commits and seals run one after another. */
  #turn: Promise<void> = Promise.resolve();
  #stops: Stop[] = [];

  constructor(parts: WriterParts) {
    this.#parts = parts;
    this.#memory = parts.memory;
    this.#seals = new SealLoop(parts);
  }

  get waiting(): number {
    return this.#queue.length;
  }

  get dropped(): number {
    return this.#queue.dropped + (this.#isAbandoned ? this.#queue.length : 0);
  }

  /** Begins to seal and to prune. */
  start(): void {
    if (this.#stops.length > 0) return;
    const { clock } = this.#parts;
    this.#stops = [clock.every(BLOCK_MS, () => this.#takeTurn(() => this.#seal())), clock.every(PRUNE_EVERY_MS, () => this.#prune())];
  }

  /** Commits what waits, and takes nothing any more. */
  async stop(): Promise<void> {
    for (const stop of this.#stops.splice(0)) stop();
    await this.flush();
    this.#isOpen = false;
    await this.#seals.stop();
  }

  /** Takes nothing and writes nothing any more: what waits was seen by nobody. What is being committed may still come through. */
  async abandon(): Promise<void> {
    this.#isOpen = false;
    this.#isAbandoned = true;
    for (const stop of this.#stops.splice(0)) stop();
    await Promise.all([this.#turn, this.#seals.stop()]);
  }

  push(tick: FeedTick): void {
    // A confirm repeats a price; without one there is nothing to repeat.
    if (!this.#isOpen || (tick.confirm && !this.#memory.quote(tick.productId))) return;
    const { time, watch } = this.#parts;
    const countMs = watch.look();
    // As old as what it says: a source that was stopped while it spoke, or that catches up, has not seen the time since.
    this.#queue.push({ tick, heardMs: countMs - Math.max(0, time.nowMs() - tick.timeMs) }, this.#busy);
    if (this.#queue.length >= GROUP_TICKS_MAX && !this.#isUnsure) void this.flush();
    else this.#schedule(GROUP_MS_MAX);
  }

  /** When the tick or confirm of a product was heard that is being committed now. */
  committingHeardMs(productId: number): number {
    const waiting = this.#queue.peek(this.#busy).filter(({ tick }) => tick.productId === productId);
    return Math.max(NEVER, ...waiting.map(({ heardMs }) => heardMs));
  }

  flush(): Promise<void> {
    this.#nextFlush ??= this.#takeTurn(() => {
      this.#nextFlush = undefined;
      return this.#commitAll();
    });
    return this.#nextFlush;
  }

  #schedule(delayMs: number): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    this.#parts.clock.after(delayMs, () => {
      this.#isScheduled = false;
      return this.flush();
    });
  }

  #takeTurn(work: () => Promise<void>): Promise<void> {
    this.#turn = this.#turn.then(work);
    return this.#turn;
  }

  async #commitAll(): Promise<void> {
    while (this.#isOpen && this.#queue.length > 0) {
      const ticks = this.#queue.peek(this.#isUnsure ? this.#busy : GROUP_TICKS_MAX);
      this.#busy = ticks.length;
      const group = await this.#commit(ticks);
      if (!group) {
        if (this.#isOpen) this.#schedule(RETRY_MS);
        return;
      }
      this.#busy = 0;
      this.#queue.shift(ticks.length);
      this.#parts.publish(group);
    }
  }

  /** Commits one group; `undefined` when the database did not take it: its ticks wait, and quotes go stale by themselves. */
  async #commit(waiting: readonly HeardTick[]): Promise<TapeGroup | undefined> {
    const { db, log } = this.#parts;
    const firstSeq = this.#memory.lastSeq + 1;
    const ticks: TapeTick[] = waiting.map(({ tick }, at) => ({ ...tick, seq: firstSeq + at }));
    const heard = waiting.map(({ heardMs }) => heardMs);
    try {
      const group = await db.transaction((trx) => this.#write(trx, ticks, heard));
      if (this.#isUnsure) log.info({ dropped: this.#queue.dropped }, 'ticks are committed again');
      this.#isUnsure = false;
      this.#memory.take(group, heard);
      return group;
    } catch (error) {
      if (!this.#isUnsure) log.error({ err: error, waiting: this.#queue.length }, 'ticks could not be committed and wait');
      this.#isUnsure = true;
      return undefined;
    }
  }

  async #write(trx: Trx, ticks: readonly TapeTick[], heard: readonly number[]): Promise<TapeGroup> {
    const memory = this.#memory;
    const firstSeq = memory.lastSeq + 1;
    const lastSeq = memory.lastSeq + ticks.length;
    const kept = this.#isUnsure ? await groupAt(trx, firstSeq) : undefined;
    // A connection that died while it committed may have done so: then the same ticks are there already.
    if (kept) return { firstSeq, lastSeq, committedAtMs: kept.committed_at, ticks };
    // Never back: another node's estimate would otherwise put ticks into a second that is sealed.
    const committedAtMs = Math.max(this.#parts.time.nowMs(), memory.lastCommitMs, memory.sealedMs);
    const group = { firstSeq, lastSeq, committedAtMs, ticks };
    await insertGroup(trx, { first_seq: firstSeq, last_seq: lastSeq, committed_at: committedAtMs, body: encodeTicks(ticks) });
    await beginRuleChanges(trx, firstSeq);
    await beginAlertChanges(trx, firstSeq, committedAtMs);
    await upsertQuotes(trx, [...memory.quotesAfter(group, heard).values()].map(quoteRow));
    noteOwnGroup(trx, group);
    return group;
  }

  async #seal(): Promise<void> {
    const { lastCommitMs, sealedMs } = this.#memory;
    if (!this.#isOpen || this.#isUnsure || blockEndMs(lastCommitMs) <= sealedMs) return;
    await this.#seals.run(this.#parts.time.nowMs());
  }

  async #prune(): Promise<void> {
    const { db, time, log, bodyKeepMs } = this.#parts;
    if (!this.#isOpen) return;
    try {
      const nowMs = time.nowMs();
      const looked = await db.transaction((trx) => pruneBodies(trx, nowMs, bodyKeepMs));
      if (looked === BODIES_PER_RUN_MAX) log.info({ looked }, 'more bodies of the tape wait to be forgotten');
    } catch (error) {
      log.error({ err: error }, 'old bodies of the tape could not be forgotten');
    }
  }
}
