/**
 * What one account under its lock has due, in the order in which it is applied: by time, then by number. A row that is there has not been
 * applied yet, however far the account seems to be judged: its moment is where judgement goes on.
 */
import type { Trx } from '../../database/database.ts';
import { type DueWork, finishDueWork, type NextDue } from '../../repositories/due-work-repository.ts';
import { lastSeqBefore } from '../../repositories/tape-repository.ts';

/** The work that comes next, and the newest tick of the seconds before it. */
type NextWork = { readonly work: DueWork; readonly seq: number };
/** The newest tick of the seconds before a time that the tape has come to. */
type SeqBefore = (dueMs: number) => Promise<number>;

const inOrder = (a: DueWork, b: DueWork): number => a.due - b.due || a.id - b.id;

/** Asks the tape once for each time: what falls due together, with one account or with many, has one moment. */
export function seqsBefore(trx: Trx): SeqBefore {
  const known = new Map<number, Promise<number>>();
  return (dueMs) => {
    const seq = known.get(dueMs) ?? lastSeqBefore(trx, dueMs);
    known.set(dueMs, seq);
    return seq;
  };
}

export class Agenda {
  readonly #tapeMs: number;
  readonly #seqBefore: SeqBefore;
  #rows: readonly DueWork[];

  /** `rows` in their order. `tapeMs`: commit time of the newest tick that there is. */
  constructor(rows: readonly DueWork[], tapeMs: number, seqBefore: SeqBefore) {
    this.#rows = rows;
    this.#tapeMs = tapeMs;
    this.#seqBefore = seqBefore;
  }

  /** The first work that the tape has come to; undefined when there is none. */
  async next(): Promise<NextWork | undefined> {
    const work = this.#rows[0];
    return work && work.due <= this.#tapeMs ? { work, seq: await this.#seqBefore(work.due) } : undefined;
  }

  /** The first work was done. Throws when it would be due again at no later time: it would never end. */
  async finish(trx: Trx, work: DueWork, next: NextDue | undefined): Promise<void> {
    if (next && next.due <= work.due) throw new RangeError(`${work.kind} ${work.subject} due at ${work.due} again at ${next.due}`);
    await finishDueWork(trx, work.id, next);
    const others = this.#rows.filter(({ id }) => id !== work.id);
    this.#rows = next ? [...others, { ...work, ...next }].sort(inOrder) : others;
  }
}
