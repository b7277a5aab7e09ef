/** How far a reader of the tape has come, in memory and in the table. It moves there by compare-and-set, in the transaction of the effects. */
import type { Db, Trx } from '../database/database.ts';
import { createCursor, cursorSeq, moveCursor } from '../repositories/cursor-repository.ts';

/** Somebody else moved the cursor: memory is no longer what the tape was read by. */
export class CursorMovedError extends Error {
  override name = 'CursorMovedError';
}

/** Every tick up to here has had its effects. */
export type ReadingPoint = { judged: number };

export class TapeCursor implements ReadingPoint {
  judged = 0;
  readonly #db: Db;
  readonly #name: string;
  #saved = 0;

  constructor(db: Db, name: string) {
    this.#db = db;
    this.#name = name;
  }

  /** What the table says. */
  get saved(): number {
    return this.#saved;
  }

  /** Reads the table; the first start begins at the tape's end. */
  async load(tapeSeq: number): Promise<void> {
    await this.#db.transaction((trx) => createCursor(trx, this.#name, tapeSeq));
    this.#saved = (await cursorSeq(this.#db.kysely, this.#name)) ?? 0;
    this.judged = this.#saved;
  }

  /** Moves the table's cursor with the transaction; never back. Throws `CursorMovedError` when another process moved it. */
  async move(trx: Trx, to: number): Promise<void> {
    if (to <= this.#saved) return;
    if (!(await moveCursor(trx, this.#name, this.#saved, to)))
      throw new CursorMovedError(`the cursor ${this.#name} was moved by another process`);
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
