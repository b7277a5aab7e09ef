/**
 * What one account under its lock has due, in the order in which it is applied: by its moment, then by time and number. A row that is there has
 * not been applied yet, however far the account seems to be judged: its moment is where judgement goes on.
 */
import type { Trx } from '../../database/database.ts';
import { type DueWork, EXACT_KIND, finishDueWork, type NextDue } from '../../repositories/due-work-repository.ts';
import type { Moments } from './moments.ts';

/** The work that comes next, and the tick after which it is applied. */
type NextWork = { readonly work: DueWork; readonly seq: number };

const inOrder = (a: DueWork, b: DueWork): number => a.due - b.due || a.id - b.id;

export class Agenda {
  readonly #tapeMs: number;
  readonly #moments: Moments;
  #rows: readonly DueWork[];
  #next: Promise<NextWork | undefined> | undefined;

  /** `rows` in their order. `tapeMs`: commit time of the newest tick that there is. */
  constructor(rows: readonly DueWork[], tapeMs: number, moments: Moments) {
    this.#rows = rows;
    this.#tapeMs = tapeMs;
    this.#moments = moments;
  }

  /** The first work that the tape has come to; undefined when there is none. */
  next(): Promise<NextWork | undefined> {
    this.#next ??= this.#first();
    return this.#next;
  }

  async #first(): Promise<NextWork | undefined> {
    let first: NextWork | undefined;
    for (const work of this.#rows) {
      if (work.due > this.#tapeMs) break;
      const seq = await this.#moments.of(work);
      if (seq !== undefined && (first === undefined || seq < first.seq)) first = { work, seq };
      // Behind work of whole seconds nothing has an earlier moment; exact work may come after what is due in a later second.
      if (work.kind !== EXACT_KIND) break;
    }
    return first;
  }

  /** The first work was done. Throws when it would be due again at no later time: it would never end. */
  async finish(trx: Trx, work: DueWork, next: NextDue | undefined): Promise<void> {
    if (next && next.due <= work.due) throw new RangeError(`${work.kind} ${work.subject} due at ${work.due} again at ${next.due}`);
    await finishDueWork(trx, work.id, next);
    const others = this.#rows.filter(({ id }) => id !== work.id);
    this.#rows = next ? [...others, { ...work, ...next }].sort(inOrder) : others;
    this.#next = undefined;
  }
}
