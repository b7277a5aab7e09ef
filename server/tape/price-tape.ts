/**
 * The price tape over the database: this process writes it, or follows what another writes. Either way its readers get every
 * committed group once and in order, and a change of role leaves no hole in the sequence.
 */
import { STALE_AFTER_MS } from '#domain/freshness.ts';
import type { FeedTick, TapeTick } from '#domain/tape/tape-tick.ts';
import type { Clock, Stop } from '../clock/clock.ts';
import { ClockWatch } from '../clock/clock-watch.ts';
import type { Db, Trx } from '../database/database.ts';
import type { Log } from '../log.ts';
import type { SignedHead, TapeLog } from './log/tape-log.ts';
import type { Tape, TapeGroup } from './tape.ts';
import { TapeFollower } from './tape-follower.ts';
import { NEVER, TapeMemory } from './tape-memory.ts';
import { readGroupsAfter } from './tape-reader.ts';
import { TapeTime } from './tape-time.ts';
import { TapeWriter } from './tape-writer.ts';

const LISTENERS_MAX = 64;
/** So far the tape's end may be ahead of the wall clock of a start without a word. */
const AHEAD_MS_MAX = 5_000;

export type PriceTape = Tape & {
  /** Begins to seal seconds into blocks. */
  start(): void;
  /** Commits what waits, and is silent from then on. */
  stop(): Promise<void>;
  /** This process writes from now on. Nobody else may be able to write when it is called. */
  lead(): Promise<void>;
  /** Another process writes: pushed ticks are ignored, what waits is forgotten, groups come from the tables. */
  follow(): Promise<void>;
  /** Ticks that found no room while the database did not take them, or were not committed when this process stopped to write. */
  dropped(): number;
};
/**
 * `clock`: the machine's. `leaderDb`: the database as only the leading node may write to it; with it the tape writes nothing before
 * `lead`. `watch`: of that clock; one of its own without it. `tapeLog`: what the blocks are leaves of.
 */
type Options = { db: Db; clock: Clock; log: Log; tapeLog: TapeLog; bodyKeepMs: number; leaderDb?: Db | undefined; watch?: ClockWatch };

class DatabaseTape implements PriceTape {
  readonly #options: Options;
  readonly #memory = new TapeMemory();
  readonly #listeners = new Set<(group: TapeGroup) => void>();
  readonly #follower: TapeFollower;
  readonly #time: TapeTime;
  readonly #watch: ClockWatch;
  /** While this process leads. */
  #writer: TapeWriter | undefined;
  #droppedBefore = 0;

  constructor(options: Options) {
    this.#options = options;
    this.#time = new TapeTime(options.clock);
    this.#watch = options.watch ?? new ClockWatch(options);
    const publish = (group: TapeGroup) => this.#publish(group);
    this.#follower = new TapeFollower({ ...options, time: this.#time, memory: this.#memory, publish });
    if (!options.leaderDb) this.#writer = this.#newWriter();
  }

  async load(): Promise<void> {
    await this.#memory.load(this.#options.db.kysely);
    this.#time.begin(this.#memory.endMs);
    const aheadMs = this.#memory.endMs - this.#options.clock.now();
    // Tape time never goes back: a market that was once led by a clock that was ahead keeps the hours of that clock.
    if (aheadMs > AHEAD_MS_MAX)
      this.#options.log.warn({ aheadMs }, 'the tape ends ahead of the wall clock, and the market goes on from there');
  }

  start(): void {
    this.#writer?.start();
  }

  async stop(): Promise<void> {
    await this.#follower.stop();
    await this.#writer?.stop();
  }

  async lead(): Promise<void> {
    if (!this.#writer) {
      await this.#follower.stop();
      await this.#follower.catchUp();
      await this.#memory.loadEnd(this.#options.db.kysely);
      this.#time.notBefore(this.#memory.endMs);
      await this.#options.tapeLog.refresh();
      this.#writer = this.#newWriter();
    }
    this.#options.tapeLog.leads(true);
    this.#writer.start();
  }

  async follow(): Promise<void> {
    const writer = this.#writer;
    this.#writer = undefined;
    this.#options.tapeLog.leads(false);
    await writer?.abandon();
    this.#droppedBefore += writer?.dropped ?? 0;
    await this.#follower.start();
  }

  push(tick: FeedTick): void {
    this.#writer?.push(tick);
  }

  async flush(): Promise<void> {
    await this.#writer?.flush();
  }

  waiting(): number {
    return this.#writer?.waiting ?? 0;
  }

  newest(productId: number): TapeTick | undefined {
    return this.#memory.quote(productId)?.newest;
  }

  aliveAtMs(productId: number): number {
    return this.#memory.quote(productId)?.aliveAtMs ?? 0;
  }

  ageMs(productId: number): number {
    return this.#watch.ageMs(this.#memory.quote(productId)?.heardMs ?? NEVER);
  }

  quoteAgeMs(quote: { product_id: number; alive_seq: number }): number {
    const known = this.#memory.quote(quote.product_id);
    if (known && quote.alive_seq <= known.aliveSeq) return this.#watch.ageMs(known.heardMs);
    // A row that is ahead of memory was committed a moment ago: by this process, or since it looked last.
    return this.#watch.ageMs(this.#writer ? this.#writer.committingHeardMs(quote.product_id) : this.#follower.lookedMs);
  }

  nowMs(): number {
    this.#watch.look();
    return this.#time.nowMs();
  }

  watermarkMs(): number {
    return Math.max(this.#memory.newestMs, this.nowMs() - STALE_AFTER_MS);
  }

  lastSeq(): number {
    return this.#memory.lastSeq;
  }

  dropped(): number {
    return this.#droppedBefore + (this.#writer?.dropped ?? 0);
  }

  onGroup(listener: (group: TapeGroup) => void): Stop {
    if (this.#listeners.size >= LISTENERS_MAX) throw new RangeError(`tape listeners: at most ${LISTENERS_MAX}`);
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  groupsAfter(trx: Trx, seq: number, limit: number): Promise<TapeGroup[]> {
    return readGroupsAfter(trx, seq, limit);
  }

  head(): SignedHead | undefined {
    return this.#options.tapeLog.head;
  }

  receiveNote(note: string): void {
    void this.#options.tapeLog.receiveNote(note);
  }

  #newWriter(): TapeWriter {
    const { db, clock, log, tapeLog, leaderDb, bodyKeepMs } = this.#options;
    const publish = (group: TapeGroup) => this.#publish(group);
    const own = { time: this.#time, watch: this.#watch, memory: this.#memory, publish };
    return new TapeWriter({ db: leaderDb ?? db, clock, log, tapeLog, bodyKeepMs, ...own });
  }

  #publish(group: TapeGroup): void {
    for (const listener of this.#listeners) {
      try {
        listener(group);
      } catch (error) {
        this.#options.log.error({ err: error, firstSeq: group.firstSeq }, 'a reader of the tape failed');
      }
    }
  }
}

/** Opens the tape where it ended. */
export async function createPriceTape(options: Options): Promise<PriceTape> {
  const tape = new DatabaseTape(options);
  await tape.load();
  return tape;
}
