/** How far the evaluator has judged, and which changes of accounts it knew of by then. */
import type { Db, Trx } from '../../database/database.ts';
import { adoptVersions } from '../../repositories/account-change-repository.ts';
import { createCursor, cursorSeq, EVALUATOR, EVALUATOR_CHANGES, putCursor } from '../../repositories/cursor-repository.ts';
import { TapeCursor } from '../../tape/tape-cursor.ts';

export class EvaluatorCursor extends TapeCursor {
  /** Whose last change is below this version is judged up to `judged` with everybody. */
  changesFrom = 0;
  readonly #evaluatorDb: Db;

  constructor(db: Db) {
    super(db, EVALUATOR);
    this.#evaluatorDb = db;
  }

  /** Reads both from the tables; the first start begins at the tape's end, and knows of no change. */
  override async load(tapeSeq: number): Promise<void> {
    const db = this.#evaluatorDb;
    await db.transaction(async (trx) => {
      await createCursor(trx, EVALUATOR, tapeSeq);
      if (db.dialect === 'postgres') await this.#adoptVersions(trx);
    });
    await super.load(tapeSeq);
    this.changesFrom = (await cursorSeq(db.kysely, EVALUATOR_CHANGES)) ?? 0;
  }

  /** A restored dump brings transaction ids of another cluster: below them nobody would ever count as known again. */
  async #adoptVersions(trx: Trx): Promise<void> {
    const changes = (await cursorSeq(trx, EVALUATOR_CHANGES)) ?? 0;
    const next = await adoptVersions(trx, { changes, judgedSeq: (await cursorSeq(trx, EVALUATOR)) ?? 0 });
    if (changes > next) await putCursor(trx, EVALUATOR_CHANGES, 0);
  }

  override async move(trx: Trx, to: number): Promise<void> {
    if (to <= this.saved) return;
    await super.move(trx, to);
    await putCursor(trx, EVALUATOR_CHANGES, this.changesFrom);
  }
}
