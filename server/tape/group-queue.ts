/** Groups of the tape that wait to be judged: from memory while they follow on, otherwise read from the tape. */
import type { Db } from '../database/database.ts';
import type { Tape, TapeGroup } from './tape.ts';
import type { ReadingPoint } from './tape-cursor.ts';

/** Groups kept in memory for a busy reader; beyond it they are read from the tape again. */
const GROUPS_WAITING_MAX = 256;
export const GROUPS_READ_MAX = 100;

export class GroupQueue {
  readonly #parts: { readonly db: Db; readonly tape: Tape };
  readonly #cursor: ReadingPoint;
  #waiting: TapeGroup[] = [];

  constructor(parts: { readonly db: Db; readonly tape: Tape }, cursor: ReadingPoint) {
    this.#parts = parts;
    this.#cursor = cursor;
  }

  /** A group that was committed. Where too many wait it is read from the tape later. */
  push(group: TapeGroup): void {
    if (this.#waiting.length < GROUPS_WAITING_MAX) this.#waiting.push(group);
  }

  clear(): void {
    this.#waiting = [];
  }

  /** True when a group waits that is not judged whole. */
  get hasNews(): boolean {
    return this.#waiting.some((group) => group.lastSeq > this.#cursor.judged);
  }

  /** The next group to judge; undefined at the end of the tape. */
  async next(): Promise<TapeGroup | undefined> {
    const { db, tape } = this.#parts;
    const cursor = this.#cursor;
    while (this.#waiting[0] && this.#waiting[0].lastSeq <= cursor.judged) this.#waiting.shift();
    const first = this.#waiting[0];
    // It stays in memory until it is judged, so that a failure in the middle of it loses nothing.
    if (first && first.firstSeq <= cursor.judged + 1) return first;
    const tapeEnd = tape.lastSeq();
    if (tapeEnd <= cursor.judged) return undefined;
    const groups = await db.transaction((trx) => tape.groupsAfter(trx, cursor.judged, GROUPS_READ_MAX));
    const known = new Set(groups.map((group) => group.firstSeq));
    this.#waiting = [...groups, ...this.#waiting.filter((group) => !known.has(group.firstSeq))].slice(0, GROUPS_WAITING_MAX);
    const next = this.#waiting[0];
    // Numbers up to then that no group holds were never committed: there is nothing to judge in them.
    if (next === undefined) cursor.judged = Math.max(cursor.judged, tapeEnd);
    return next;
  }
}
