/**
 * Reads the tape at its own persisted cursor and sees to it that every account is judged by every tick. Effects move the cursor in their
 * transaction by compare-and-set, to just before their tick; what a crash makes it judge twice finds nothing left to do.
 */
import { GroupRunner, type GroupWork } from '../../tape/group-runner.ts';
import type { TapeGroup } from '../../tape/tape.ts';
import { CursorMovedError } from '../../tape/tape-cursor.ts';
import type { DeskParts } from '../desk-parts.ts';
import type { EvaluatorCursor } from './evaluator-cursor.ts';
import { TickJudge } from './tick-judge.ts';

/** `cursor`: over the same database as `parts`. `committed` is called after each transaction that may have left events in the outbox. */
export const createEvaluator = (parts: DeskParts, cursor: EvaluatorCursor, committed: () => void): GroupRunner =>
  new GroupRunner(parts, new JudgingWork(parts, cursor, committed));

class JudgingWork implements GroupWork {
  readonly name = 'the evaluator';
  readonly cursor: EvaluatorCursor;
  readonly #parts: DeskParts;
  readonly #judge: TickJudge;
  #learnedTo = 0;

  constructor(parts: DeskParts, cursor: EvaluatorCursor, committed: () => void) {
    this.cursor = cursor;
    this.#parts = parts;
    this.#judge = new TickJudge(parts, cursor, committed);
  }

  async load(): Promise<void> {
    await this.cursor.load(this.#parts.tape.lastSeq());
    this.#learnedTo = 0;
    await this.#judge.load();
  }

  async take(group: TapeGroup): Promise<void> {
    await this.#learn(group);
    for (const tick of group.ticks) {
      if (tick.seq <= this.cursor.judged) continue;
      await this.#judge.judge(tick, group);
      this.cursor.judged = tick.seq;
    }
    this.cursor.judged = Math.max(this.cursor.judged, group.lastSeq);
  }

  isLost(error: unknown): boolean {
    return error instanceof CursorMovedError;
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
}
