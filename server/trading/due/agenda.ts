/**
 * What one account under its lock has due, in the order in which it is applied: by time, then by number. A row that is there has not been
 * applied yet, however far the account seems to be judged: its moment is where judgement goes on.
 */
import type { Trx } from '../../database/database.ts';
import { type DueWork, finishDueWork, type NextDue } from '../../repositories/due-work-repository.ts';
import { lastSeqBefore } from '../../repositories/tape-repository.ts';

/** The work that comes next, and the newest tick of the seconds before it. */
type NextWork = { readonly work: DueWork; readonly seq: number };

const inOrder = (a: DueWork, b: DueWork): number => a.due - b.due || a.id - b.id;

export class Agenda {
  readonly #tapeMs: number;
  #rows: readonly DueWork[];
  #head: NextWork | undefined;

  /** `rows` in their order. `tapeMs`: commit time of the newest tick that there is. */
  constructor(rows: readonly DueWork[], tapeMs: number) {
    this.#rows = rows;
    this.#tapeMs = tapeMs;
  }

  /** The first work that the tape has come to; undefined when there is none. */
  async next(trx: Trx): Promise<NextWork | undefined> {
    const work = this.#rows[0];
    if (!work || work.due > this.#tapeMs) return undefined;
    if (this.#head?.work !== work) {
      const seq = this.#head?.work.due === work.due ? this.#head.seq : await lastSeqBefore(trx, work.due);
      this.#head = { work, seq };
    }
    return this.#head;
  }

  /** The first work was done. Throws when it would be due again at no later time: it would never end. */
  async finish(trx: Trx, work: DueWork, next: NextDue | undefined): Promise<void> {
    if (next && next.due <= work.due) throw new RangeError(`${work.kind} ${work.subject} due at ${work.due} again at ${next.due}`);
    await finishDueWork(trx, work.id, next);
    const others = this.#rows.filter(({ id }) => id !== work.id);
    this.#rows = next ? [...others, { ...work, ...next }].sort(inOrder) : others;
  }
}
