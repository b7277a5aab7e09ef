/**
 * Reads the tape at its own persisted cursor and sees to it that every account is judged by every tick. Effects move the cursor in their
 * transaction by compare-and-set, to just before their tick; what a crash makes it judge twice finds nothing left to do.
 */
import type { Stop } from '../../clock/clock.ts';
import type { TapeGroup } from '../../tape/tape.ts';
import type { DeskParts } from '../desk-parts.ts';
import { CursorMovedError, type EvaluatorCursor } from './evaluator-cursor.ts';
import { GroupQueue } from './group-queue.ts';
import { TickJudge } from './tick-judge.ts';

/** A cursor that moved without effects is saved this often: re-reading a second of ticks after a crash changes nothing. */
const CURSOR_SAVE_MS = 1_000;
/** Pause after a failure of the database. */
const RETRY_MS = 1_000;

interface Evaluator {
  /** Loads its memory and judges from the cursor on; resolves when it stands at the tape's end. Starting twice does nothing. */
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Resolves when every committed tick has been judged. */
  caughtUp(): Promise<void>;
}

/** `cursor`: over the same database as `parts`. `committed` is called after each transaction that may have left events in the outbox. */
export const createEvaluator = (parts: DeskParts, cursor: EvaluatorCursor, committed: () => void): Evaluator =>
  new TapeEvaluator(parts, cursor, committed);

class TapeEvaluator implements Evaluator {
  readonly #parts: DeskParts;
  readonly #cursor: EvaluatorCursor;
  readonly #judge: TickJudge;
  readonly #queue: GroupQueue;
  #savedAtMs = 0;
  #learnedTo = 0;
  #running: Promise<void> | undefined;
  #stops: Stop[] = [];
  #isStarted = false;
  #isPausing = false;

  constructor(parts: DeskParts, cursor: EvaluatorCursor, committed: () => void) {
    this.#parts = parts;
    this.#cursor = cursor;
    this.#judge = new TickJudge(parts, cursor, committed);
    this.#queue = new GroupQueue(parts, cursor);
  }

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
    this.#stops.push(
      this.#parts.tape.onGroup((group) => {
        this.#queue.push(group);
        void this.#run();
      }),
    );
    await this.#run();
  }

  async stop(): Promise<void> {
    if (!this.#isStarted) return;
    this.#isStarted = false;
    this.#isPausing = false;
    for (const stop of this.#stops) stop();
    this.#stops = [];
    await this.#running;
    await this.#cursor.save().catch((error: unknown) => this.#parts.log.warn({ err: error }, 'the evaluator cursor was not saved'));
  }

  async caughtUp(): Promise<void> {
    const isBehind = () => this.#running || this.#cursor.judged < this.#parts.tape.lastSeq();
    while (this.#isStarted && !this.#isPausing && isBehind()) await (this.#running ?? this.#run());
  }

  async #judgeGroup(group: TapeGroup): Promise<void> {
    for (const tick of group.ticks) {
      if (tick.seq <= this.#cursor.judged) continue;
      await this.#judge.judge(tick, group);
      this.#cursor.judged = tick.seq;
    }
    this.#cursor.judged = Math.max(this.#cursor.judged, group.lastSeq);
  }

  /**
   * Reads what was changed, unless the last look covers the group: it saw all that was committed while the tape ended at or before
   * `#learnedTo`, and what came later is not judged by ticks up to there. So whoever has fallen behind looks once for many groups.
   */
  async #learn(group: TapeGroup): Promise<void> {
    if (group.lastSeq <= this.#learnedTo && !this.#judge.isBehindChanges) return;
    const tapeEnd = this.#parts.tape.lastSeq();
    await this.#judge.refresh();
    this.#learnedTo = tapeEnd;
  }

  async #work(): Promise<void> {
    const { clock } = this.#parts;
    for (let group = await this.#queue.next(); group && this.#isStarted; group = await this.#queue.next()) {
      await this.#learn(group);
      await this.#judgeGroup(group);
      if (clock.monotonicMs() - this.#savedAtMs < CURSOR_SAVE_MS) continue;
      await this.#cursor.save();
      this.#savedAtMs = clock.monotonicMs();
    }
  }

  async #load(): Promise<void> {
    await this.#cursor.load(this.#parts.tape.lastSeq());
    this.#savedAtMs = this.#parts.clock.monotonicMs();
    this.#queue.clear();
    this.#learnedTo = 0;
    await this.#judge.load();
  }

  /** After a failure the rest waits for the pause, whoever asks. */
  async #workOrPause(): Promise<void> {
    const { clock, log } = this.#parts;
    try {
      await this.#work();
    } catch (error) {
      if (!this.#isStarted) return;
      log.error({ err: error }, 'the evaluator could not go on and will try again');
      this.#isPausing = true;
      const stopPause = clock.after(RETRY_MS, async () => {
        this.#stops = this.#stops.filter((stop) => stop !== stopPause);
        this.#isPausing = false;
        if (error instanceof CursorMovedError)
          await this.#load().catch((reason: unknown) => log.error({ err: reason }, 'the evaluator has no state'));
        await this.#run();
      });
      this.#stops.push(stopPause);
    }
  }

  #run(): Promise<void> {
    if (!this.#isStarted || this.#isPausing) return Promise.resolve();
    this.#running ??= this.#workOrPause().finally(() => {
      this.#running = undefined;
      // A group that came while the last look found none.
      if (this.#queue.hasNews) void this.#run();
    });
    return this.#running;
  }
}
