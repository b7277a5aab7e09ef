/**
 * Runs a reader of the tape: every committed group once and in order from its cursor on, the cursor saved now and then, and after a failure
 * a pause and another try. What the groups mean to it is the reader's.
 */
import type { Clock, Stop } from '../clock/clock.ts';
import type { Db } from '../database/database.ts';
import type { Log } from '../log.ts';
import { GroupQueue } from './group-queue.ts';
import type { Tape, TapeGroup } from './tape.ts';
import type { ReadingPoint } from './tape-cursor.ts';

/** A cursor that moved without effects is saved this often: re-reading a second of ticks after a crash changes nothing. */
const CURSOR_SAVE_MS = 1_000;
/** Pause after a failure of the database. */
const RETRY_MS = 1_000;

type RunnerParts = { readonly db: Db; readonly clock: Clock; readonly tape: Tape; readonly log: Log };

/** What a reader does. Never called side by side. */
export type GroupWork = {
  /** As the log calls it: 'the evaluator'. */
  readonly name: string;
  readonly cursor: ReadingPoint & { save(): Promise<void> };
  /** Makes its memory anew, as of the cursor in the table. What it has made counts for nothing once it is wanted no more. */
  load(isWanted: () => boolean): Promise<void>;
  /** Takes in the ticks of a group after the cursor, and moves it. */
  take(group: TapeGroup): Promise<void>;
  /** True when its memory is worth nothing after this failure. */
  isLost(error: unknown): boolean;
};

export class GroupRunner {
  readonly #parts: RunnerParts;
  readonly #work: GroupWork;
  readonly #queue: GroupQueue;
  #savedAtMs = 0;
  #running: Promise<void> | undefined;
  #stops: Stop[] = [];
  #isStarted = false;
  #isPausing = false;
  /** Its memory is not what the table says. */
  #isLost = false;

  constructor(parts: RunnerParts, work: GroupWork) {
    this.#parts = parts;
    this.#work = work;
    this.#queue = new GroupQueue(parts, work.cursor);
  }

  /** Loads the reader's memory and reads from its cursor on; resolves when it has read to the end of the tape. Starting twice does nothing. */
  async start(): Promise<void> {
    if (this.#isStarted) return;
    this.#isStarted = true;
    try {
      await this.#load();
    } catch (error) {
      this.#isStarted = false;
      throw error;
    }
    // Stopped while it was loading.
    if (!this.#isStarted) return;
    this.#listen();
    await this.#run();
  }

  /**
   * The same, and nobody waits for it: a load that fails is told to the log and tried again after the pause, as a group is. For a reader that
   * may come late. Beginning twice does nothing.
   */
  begin(): void {
    if (this.#isStarted) return;
    this.#isStarted = true;
    this.#isLost = true;
    this.#listen();
    void this.#run();
  }

  async stop(): Promise<void> {
    if (!this.#isStarted) return;
    this.#isStarted = false;
    this.#isPausing = false;
    for (const stop of this.#stops) stop();
    this.#stops = [];
    await this.#running;
    const { name, cursor } = this.#work;
    await cursor.save().catch((error: unknown) => this.#parts.log.warn({ err: error }, `the cursor of ${name} was not saved`));
  }

  /** Resolves when every committed tick has been taken in. */
  async caughtUp(): Promise<void> {
    const isBehind = () => this.#running || this.#work.cursor.judged < this.#parts.tape.lastSeq();
    while (this.#isStarted && !this.#isPausing && isBehind()) await (this.#running ?? this.#run());
  }

  #listen(): void {
    this.#stops.push(
      this.#parts.tape.onGroup((group) => {
        this.#queue.push(group);
        void this.#run();
      }),
    );
  }

  async #takeAll(): Promise<void> {
    const { clock } = this.#parts;
    for (let group = await this.#queue.next(); group && this.#isStarted; group = await this.#queue.next()) {
      await this.#work.take(group);
      if (clock.monotonicMs() - this.#savedAtMs < CURSOR_SAVE_MS) continue;
      await this.#work.cursor.save();
      this.#savedAtMs = clock.monotonicMs();
    }
  }

  async #load(): Promise<void> {
    this.#savedAtMs = this.#parts.clock.monotonicMs();
    this.#queue.clear();
    await this.#work.load(() => this.#isStarted);
    this.#isLost = false;
  }

  /** After a failure the rest waits for the pause, whoever asks. */
  async #takeOrPause(): Promise<void> {
    const { clock, log } = this.#parts;
    try {
      if (this.#isLost) await this.#load();
      await this.#takeAll();
    } catch (error) {
      this.#isLost ||= this.#work.isLost(error);
      if (!this.#isStarted) return;
      log.error({ err: error }, `${this.#work.name} could not go on and will try again`);
      this.#isPausing = true;
      const stopPause = clock.after(RETRY_MS, () => {
        this.#stops = this.#stops.filter((stop) => stop !== stopPause);
        this.#isPausing = false;
        return this.#run();
      });
      this.#stops.push(stopPause);
    }
  }

  #run(): Promise<void> {
    if (!this.#isStarted || this.#isPausing) return Promise.resolve();
    this.#running ??= this.#takeOrPause().finally(() => {
      this.#running = undefined;
      // A group that came while the last look found none.
      if (this.#queue.hasNews) void this.#run();
    });
    return this.#running;
  }
}
