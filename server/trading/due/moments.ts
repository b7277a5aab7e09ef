/**
 * The moments at which work falls due, as places on the tape: numbers of ticks, the same whenever they are asked for. Of most work it is the
 * newest tick of the seconds before its time, since of the time of a commit a sealed block keeps only the second. Exact work has a time within a
 * second: its moment is the tick before the first one, of any product, whose own time is later (decision D9.18).
 */

import type { TapeTick } from '#domain/tape/tape-tick.ts';
import { SECOND_MS } from '#domain/time-units.ts';
import type { Trx } from '../../database/database.ts';
import { type DueWork, EXACT_KIND } from '../../repositories/due-work-repository.ts';
import { lastSeqBefore } from '../../repositories/tape-repository.ts';
import { ownGroupAfter } from '../../tape/own-groups.ts';
import { readGroupsAfter } from '../../tape/tape-reader.ts';

/** Groups of one read: half a second of a busy market. */
const GROUPS_READ = 10;

/** The tape from the beginning of a second on, read as far as somebody asks. */
class TapeFromSecond {
  readonly #trx: Trx;
  readonly #ticks: Pick<TapeTick, 'seq' | 'timeMs'>[] = [];
  #seq: number;

  constructor(trx: Trx, seq: number) {
    this.#trx = trx;
    this.#seq = seq;
  }

  /** The tick before the first one that is later than a time; undefined while there is none. */
  async seqUntil(timeMs: number): Promise<number | undefined> {
    for (let from = 0; ; ) {
      for (; from < this.#ticks.length; from++) {
        const tick = this.#ticks[from];
        if (tick && tick.timeMs > timeMs) return tick.seq - 1;
      }
      if (!(await this.#readOn())) return undefined;
    }
  }

  async #readOn(): Promise<boolean> {
    const own = ownGroupAfter(this.#trx, this.#seq);
    const groups = own ? [own] : await readGroupsAfter(this.#trx, this.#seq, GROUPS_READ);
    const ticks = groups.flatMap((group) => group.ticks).filter(({ seq }) => seq > this.#seq);
    for (const { seq, timeMs } of ticks) this.#ticks.push({ seq, timeMs });
    this.#seq = groups.at(-1)?.lastSeq ?? this.#seq;
    return ticks.length > 0;
  }
}

/** Moments as one transaction sees the tape. What falls due together, of one account or of many, is looked up once. */
export class Moments {
  readonly #trx: Trx;
  readonly #before = new Map<number, Promise<number>>();
  readonly #from = new Map<number, Promise<TapeFromSecond>>();

  constructor(trx: Trx) {
    this.#trx = trx;
  }

  /** The tick after which work is applied; undefined while the tape has not come past the time of exact work. */
  async of(work: DueWork): Promise<number | undefined> {
    if (work.kind !== EXACT_KIND) return this.#seqBefore(work.due);
    // Ticks that were committed in earlier seconds are not later than it.
    const secondMs = Math.floor(work.occurrence / SECOND_MS) * SECOND_MS;
    const known = this.#from.get(secondMs) ?? this.#seqBefore(secondMs).then((seq) => new TapeFromSecond(this.#trx, seq));
    this.#from.set(secondMs, known);
    return (await known).seqUntil(work.occurrence);
  }

  #seqBefore(dueMs: number): Promise<number> {
    const seq = this.#before.get(dueMs) ?? lastSeqBefore(this.#trx, dueMs);
    this.#before.set(dueMs, seq);
    return seq;
  }
}
