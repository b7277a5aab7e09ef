/** How far the evaluator has judged, in memory and in the table. It moves there by compare-and-set, in the transaction of the effects. */
import type { Db, Trx } from '../database/database.ts';
import { CHANGES_CURSOR, createCursor, cursorSeq, moveCursor, putCursor } from '../repositories/cursor-repository.ts';

const CURSOR = 'evaluator';

/** Somebody else moved the cursor: memory is no longer what the tape was judged by. */
export class CursorMovedError extends Error {
  override name = 'CursorMovedError';
}

export class EvaluatorCursor {
  readonly #db: Db;
  /** Judged up to here. */
  judged = 0;
  /** Changes below this version have been judged. */
  changesFrom = 0;
  #saved = 0;

  constructor(db: Db) {
    this.#db = db;
  }

  /** What the table says. */
  get saved(): number {
    return this.#saved;
  }

  /** Reads both from the tables; the first start begins at the tape's end. Returns the version from which changes must be looked at again. */
  async load(tapeSeq: number): Promise<number | undefined> {
    await this.#db.transaction((trx) => createCursor(trx, CURSOR, tapeSeq));
    this.#saved = (await cursorSeq(this.#db.kysely, CURSOR)) ?? 0;
    this.judged = this.#saved;
    return cursorSeq(this.#db.kysely, CHANGES_CURSOR);
  }

  /** Moves the table's cursor with the transaction. Throws `CursorMovedError` when another process moved it. */
  async move(trx: Trx, to: number): Promise<void> {
    if (to <= this.#saved) return;
    if (!(await moveCursor(trx, CURSOR, this.#saved, to))) throw new CursorMovedError('the evaluator cursor was moved by another process');
    await putCursor(trx, CHANGES_CURSOR, this.changesFrom);
  }

  /** The transaction was committed. */
  moved(to: number): void {
    this.#saved = Math.max(this.#saved, to);
  }

  /** Moves the table's cursor to where memory stands. */
  async save(): Promise<void> {
    const to = this.judged;
    if (to <= this.#saved) return;
    await this.#db.transaction((trx) => this.move(trx, to));
    this.moved(to);
  }
}
