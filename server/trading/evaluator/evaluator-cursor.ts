/** How far the evaluator has judged, in memory and in the table. It moves there by compare-and-set, in the transaction of the effects. */
import type { Db, Trx } from '../../database/database.ts';
import { adoptVersions } from '../../repositories/account-change-repository.ts';
import { createCursor, cursorSeq, EVALUATOR, EVALUATOR_CHANGES, moveCursor, putCursor } from '../../repositories/cursor-repository.ts';

/** Somebody else moved the cursor: memory is no longer what the tape was judged by. */
export class CursorMovedError extends Error {
  override name = 'CursorMovedError';
}

export class EvaluatorCursor {
  readonly #db: Db;
  /** Judged up to here. */
  judged = 0;
  /** Whose last change is below this version is judged up to here with everybody. */
  changesFrom = 0;
  #saved = 0;

  constructor(db: Db) {
    this.#db = db;
  }

  /** What the table says. */
  get saved(): number {
    return this.#saved;
  }

  /** Reads both from the tables; the first start begins at the tape's end, and knows of no change. */
  async load(tapeSeq: number): Promise<void> {
    await this.#db.transaction(async (trx) => {
      await createCursor(trx, EVALUATOR, tapeSeq);
      if (this.#db.dialect === 'postgres') await this.#adoptVersions(trx);
    });
    this.#saved = (await cursorSeq(this.#db.kysely, EVALUATOR)) ?? 0;
    this.judged = this.#saved;
    this.changesFrom = (await cursorSeq(this.#db.kysely, EVALUATOR_CHANGES)) ?? 0;
  }

  /** A restored dump brings transaction ids of another cluster: below them nobody would ever count as known again. */
  async #adoptVersions(trx: Trx): Promise<void> {
    const changes = (await cursorSeq(trx, EVALUATOR_CHANGES)) ?? 0;
    const next = await adoptVersions(trx, { changes, judgedSeq: (await cursorSeq(trx, EVALUATOR)) ?? 0 });
    if (changes > next) await putCursor(trx, EVALUATOR_CHANGES, 0);
  }

  /** Moves the table's cursor with the transaction. Throws `CursorMovedError` when another process moved it. */
  async move(trx: Trx, to: number): Promise<void> {
    if (to <= this.#saved) return;
    if (!(await moveCursor(trx, EVALUATOR, this.#saved, to)))
      throw new CursorMovedError('the evaluator cursor was moved by another process');
    await putCursor(trx, EVALUATOR_CHANGES, this.changesFrom);
  }

  /** The transaction was committed. */
  moved(to: number): void {
    this.#saved = Math.max(this.#saved, to);
  }

  /** Moves the table's cursor to how far memory has come. */
  async save(): Promise<void> {
    const to = this.judged;
    if (to <= this.#saved) return;
    await this.#db.transaction((trx) => this.move(trx, to));
    this.moved(to);
  }
}
