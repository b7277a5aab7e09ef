/**
 * Reads the tape at its own persisted cursor and sees to it that every account is judged by every tick. Effects move the cursor in their
 * transaction by compare-and-set, to just before their tick; what a crash makes it judge twice finds nothing left to do.
 */
import type { Stop } from '../clock.ts';
import type { TapeGroup } from '../tape/tape.ts';
import type { DeskParts } from './desk-parts.ts';
import { CursorMovedError, type EvaluatorCursor } from './evaluator-cursor.ts';
import { TickJudge } from './tick-judge.ts';

/** A cursor that moved without effects is saved this often: re-reading a second of ticks after a crash changes nothing. */
const CURSOR_SAVE_MS = 1_000;
/** Groups kept in memory for a busy evaluator; beyond it they are read from the tape again. */
const GROUPS_WAITING_MAX = 256;
const GROUPS_READ_MAX = 100;
/** Pause after a failure of the database. */
const RETRY_MS = 1_000;

export interface Evaluator {
  /** Loads its memory and judges from the cursor on; resolves when it stands at the tape's end. Starting twice does nothing. */
  start(): Promise<void>;
  stop(): Promise<void>;
  /** The user's account was changed by something that leaves no trace for the evaluator. */
  touch(userId: number): void;
  /** Resolves when every committed tick has been judged. */
  caughtUp(): Promise<void>;
}

/** `cursor`: over the same database as `parts`. `committed` is called after each transaction that may have left events in the outbox. */
export function createEvaluator(parts: DeskParts, cursor: EvaluatorCursor, committed: () => void): Evaluator {
  const { db, tape, clock, log } = parts;
  const judge = new TickJudge(parts, cursor, committed);
  let waiting: TapeGroup[] = [];
  let savedAtMs = 0;
  let learnedTo = 0;
  let running: Promise<void> | undefined;
  let stops: Stop[] = [];
  let isStarted = false;
  let isPausing = false;

  async function judgeGroup(group: TapeGroup): Promise<void> {
    for (const tick of group.ticks) {
      if (tick.seq <= cursor.judged) continue;
      await judge.judge(tick, group);
      cursor.judged = tick.seq;
    }
    cursor.judged = Math.max(cursor.judged, group.lastSeq);
  }

  /** The next group: from memory when it follows on, otherwise from the tape. */
  async function nextGroup(): Promise<TapeGroup | undefined> {
    while (waiting[0] && waiting[0].lastSeq <= cursor.judged) waiting.shift();
    const first = waiting[0];
    // It stays in memory until it is judged, so that a failure in the middle of it loses nothing.
    if (first && first.firstSeq <= cursor.judged + 1) return first;
    const tapeEnd = tape.lastSeq();
    if (tapeEnd <= cursor.judged) return undefined;
    const groups = await db.transaction((trx) => tape.groupsAfter(trx, cursor.judged, GROUPS_READ_MAX));
    const known = new Set(groups.map((group) => group.firstSeq));
    waiting = [...groups, ...waiting.filter((group) => !known.has(group.firstSeq))].slice(0, GROUPS_WAITING_MAX);
    const next = waiting[0];
    // Numbers up to then that no group holds were never committed: there is nothing to judge in them.
    if (next === undefined) cursor.judged = Math.max(cursor.judged, tapeEnd);
    return next;
  }

  /**
   * Reads what was changed, unless the last look covers the group: it saw all that was committed while the tape ended at or before
   * `learnedTo`, and what came later is not judged by ticks up to there. So whoever has fallen behind looks once for many groups.
   */
  async function learn(group: TapeGroup): Promise<void> {
    if (group.lastSeq <= learnedTo && !judge.isTouched) return;
    const tapeEnd = tape.lastSeq();
    await judge.refresh();
    learnedTo = tapeEnd;
  }

  async function work(): Promise<void> {
    for (let group = await nextGroup(); group && isStarted; group = await nextGroup()) {
      await learn(group);
      await judgeGroup(group);
      if (clock.monotonicMs() - savedAtMs < CURSOR_SAVE_MS) continue;
      await cursor.save();
      savedAtMs = clock.monotonicMs();
    }
  }

  async function load(): Promise<void> {
    await cursor.load(tape.lastSeq());
    savedAtMs = clock.monotonicMs();
    waiting = [];
    learnedTo = 0;
    await judge.load();
  }

  /** After a failure the rest waits for the pause, whoever asks. */
  async function workOrPause(): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!isStarted) return;
      log.error({ err: error }, 'the evaluator could not go on and will try again');
      isPausing = true;
      const stopPause = clock.after(RETRY_MS, async () => {
        stops = stops.filter((stop) => stop !== stopPause);
        isPausing = false;
        if (error instanceof CursorMovedError)
          await load().catch((reason: unknown) => log.error({ err: reason }, 'the evaluator has no state'));
        await run();
      });
      stops.push(stopPause);
    }
  }

  function run(): Promise<void> {
    if (!isStarted || isPausing) return Promise.resolve();
    running ??= workOrPause().finally(() => {
      running = undefined;
      // A group that came while the last look found none.
      if (waiting.some((group) => group.lastSeq > cursor.judged)) void run();
    });
    return running;
  }

  return {
    async start() {
      if (isStarted) return;
      isStarted = true;
      try {
        await load();
      } catch (error) {
        isStarted = false;
        throw error;
      }
      // Stopped while it was loading.
      if (!isStarted) return;
      stops.push(
        tape.onGroup((group) => {
          if (waiting.length < GROUPS_WAITING_MAX) waiting.push(group);
          void run();
        }),
      );
      await run();
    },

    async stop() {
      if (!isStarted) return;
      isStarted = false;
      isPausing = false;
      for (const stop of stops) stop();
      stops = [];
      await running;
      await cursor.save().catch((error: unknown) => log.warn({ err: error }, 'the evaluator cursor was not saved'));
    },

    touch: (userId) => judge.touch(userId),

    async caughtUp() {
      while (isStarted && !isPausing && (running || cursor.judged < tape.lastSeq())) await (running ?? run());
    },
  };
}
