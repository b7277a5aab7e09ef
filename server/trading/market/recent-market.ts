/**
 * The last half minute of the tape in memory, by product: anyone who judges an account finds there what passed since. It is bounded by the
 * time of the commits, not by their number: a busy market fills it faster and makes it no shorter.
 */

import type { TapeTick } from '#domain/tape/tape-tick.ts';
import type { Stop } from '../../clock/clock.ts';
import type { Db } from '../../database/database.ts';
import { bookAt } from '../../tape/book-store.ts';
import { type BookEntry, blockSecond, entryAfter, type PriceBook } from '../../tape/price-book.ts';
import type { Tape, TapeGroup } from '../../tape/tape.ts';

/** Twice as long as any statement may run. */
const RECENT_SECONDS = 30;
/** Against a source gone mad: beyond so many the older half goes, and the tape is read instead. */
const RECENT_TICKS_MAX = 400_000;

/** A tick of the past with the second of its block. */
export type PassedTick = { readonly tick: TapeTick; readonly second: number };
/** `entry`: the product after the tick; the first of a product has no tick. */
type Passed = { readonly seq: number; readonly second: number; readonly tick: TapeTick | undefined; readonly entry: BookEntry };

/** Index of the first element after a sequence. */
function indexAfter(passed: readonly Passed[], seq: number): number {
  let low = 0;
  let high = passed.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((passed[middle] as Passed).seq <= seq) low = middle + 1;
    else high = middle;
  }
  return low;
}

export class RecentMarket {
  readonly #products = new Map<number, Passed[]>();
  /** Every tick after `#from` up to `#to` is here, and every price as of `#from`, once it is whole. */
  #from = 0;
  #to = 0;
  #isWhole = false;
  #count = 0;
  #trimmedSecond = 0;
  /** Counts the restarts: a load that began before the last one is of no use. */
  #restarts = 0;
  #isLoading = false;

  /** Follows the tape from its end on. Resolves when it knows every price there. */
  async start(db: Db, tape: Tape): Promise<Stop> {
    const stop = tape.onGroup((group) => {
      // A hole: what was before it is of no use any more.
      if (!this.#take(group)) this.#restart(group.lastSeq);
      // Until it is whole the tape is read instead; a database that was away is asked again with the next group.
      if (!this.#isWhole && !this.#isLoading) void this.#load(db).catch(() => {});
    });
    this.#restart(tape.lastSeq());
    await this.#load(db);
    return () => {
      stop();
      this.#isWhole = false;
    };
  }

  /** Newest tick that is known here. */
  get lastSeq(): number {
    return this.#to;
  }

  /** True when everything after a tick, and the book at it, is in memory. */
  covers(seq: number): boolean {
    return this.#isWhole && seq >= this.#from && seq <= this.#to;
  }

  /** A product as a tick left it. Only for what is covered. */
  entryAt(productId: number, seq: number): BookEntry | undefined {
    const passed = this.#products.get(productId) ?? [];
    return passed[indexAfter(passed, seq) - 1]?.entry;
  }

  /** Ticks of a product after `from` up to `to`, in order. */
  ticksOf(productId: number, from: number, to: number): PassedTick[] {
    const passed = this.#products.get(productId) ?? [];
    const found = passed.slice(indexAfter(passed, from), indexAfter(passed, to));
    return found.flatMap(({ tick, second }) => (tick ? [{ tick, second }] : []));
  }

  #restart(seq: number): void {
    this.#products.clear();
    this.#from = seq;
    this.#to = seq;
    this.#count = 0;
    this.#isWhole = false;
    this.#restarts++;
  }

  async #load(db: Db): Promise<void> {
    const restarts = this.#restarts;
    this.#isLoading = true;
    try {
      const base = await bookAt(db.kysely, this.#from);
      if (restarts === this.#restarts) this.#begin(base);
    } finally {
      this.#isLoading = false;
    }
  }

  /** Puts the prices of the beginning before what has come since. */
  #begin(base: PriceBook): void {
    for (const [productId, known] of base.entries()) {
      const since = (this.#products.get(productId) ?? []).flatMap(({ tick, second }) => (tick ? [{ tick, second }] : []));
      let entry = known;
      const passed: Passed[] = [{ seq: known.aliveSeq, second: known.aliveSecond, tick: undefined, entry }];
      for (const { tick, second } of since) {
        entry = entryAfter(entry, tick, second);
        passed.push({ seq: tick.seq, second, tick, entry });
      }
      this.#products.set(productId, passed);
    }
    this.#isWhole = true;
  }

  /** False when ticks are missing before the group. */
  #take(group: TapeGroup): boolean {
    if (group.lastSeq <= this.#to) return true;
    if (group.firstSeq > this.#to + 1) return false;
    const second = blockSecond(group.committedAtMs);
    for (const tick of group.ticks) {
      if (tick.seq <= this.#to) continue;
      const passed = this.#products.get(tick.productId);
      const entry = entryAfter(passed?.at(-1)?.entry, tick, second);
      if (passed) passed.push({ seq: tick.seq, second, tick, entry });
      else this.#products.set(tick.productId, [{ seq: tick.seq, second, tick, entry }]);
      this.#count++;
    }
    this.#to = group.lastSeq;
    if (this.#isWhole) this.#trim(second);
    return true;
  }

  #trim(second: number): void {
    const isFull = this.#count > RECENT_TICKS_MAX;
    if (second < this.#trimmedSecond + RECENT_SECONDS && !isFull) return;
    this.#trimmedSecond = second;
    let from = isFull ? Math.floor((this.#from + this.#to) / 2) : this.#from;
    for (const passed of this.#products.values()) {
      for (const one of passed) if (one.second < second - RECENT_SECONDS) from = Math.max(from, one.seq);
    }
    this.#count = 0;
    for (const [productId, passed] of this.#products) {
      // The last before the window stays: it is the price that the window begins with.
      const kept = passed.slice(Math.max(0, indexAfter(passed, from) - 1));
      this.#products.set(productId, kept);
      this.#count += kept.length;
    }
    this.#from = from;
  }
}
