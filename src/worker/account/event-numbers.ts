/**
 * Which of a person's numbered events are known (extended profile). Topics are replayed one after another, so events may come before
 * earlier ones: each is taken at once, and once, since what it says is compared by its number. A number that is left out after everything
 * was replayed is a gap, and is told once. No clock: nothing is waited for.
 */

/** Events known beyond a missing one; more, and the missing ones are given up. */
const AHEAD_MAX = 400;

export type EventPosition = { readonly epoch: string; readonly seq: number; readonly t: number };
/** What goes along when a topic is asked for: where the user's events go on, or how often checkpoints of the tape come and the newest that is held. */
export type Position = EventPosition | { readonly pace: number; readonly note?: string };
/** The answer to the subscription of an event topic. `isLast`: all topics are answered on this connection. */
export type PositionAnswer = {
  readonly epoch: string;
  readonly seq: number;
  readonly atMs: number;
  readonly recovered: boolean | undefined;
  readonly isLast: boolean;
};

export class EventNumbers {
  #epoch = '';
  /** Every event up to this one is known; -1 before anything is. */
  #solid = { seq: -1, atMs: 0 };
  /** Known events beyond it: number to time. */
  readonly #ahead = new Map<number, number>();
  /** The newest number that was heard of. */
  #newest = -1;
  /** All topics flow: a number that is left out now is lost. */
  #isFlowing = false;
  /** Gaps up to here have been told. */
  #toldTo = -1;

  /** Where to go on from after a break; undefined before there is anything to go on from. */
  get position(): EventPosition | undefined {
    const { seq, atMs } = this.#solid;
    return seq < 0 ? undefined : { epoch: this.#epoch, seq, t: atMs };
  }

  get epoch(): string {
    return this.#epoch;
  }

  reset(): void {
    this.#epoch = '';
    this.#solid = { seq: -1, atMs: 0 };
    this.#ahead.clear();
    this.#newest = -1;
    this.#toldTo = -1;
    this.#isFlowing = false;
  }

  /**
   * Takes the answer to a subscription: 'goes on' where what was missed follows, 'skips' where events up to its number will not come, and
   * 'begins' where, besides, its numbers may be of another history than those known so far.
   */
  answered({ epoch, seq, atMs, recovered, isLast }: PositionAnswer): 'goes on' | 'skips' | 'begins' {
    this.#isFlowing = isLast;
    const isOther = this.#epoch !== '' && (epoch !== this.#epoch || recovered === false || seq < this.#solid.seq);
    if (isOther) this.reset();
    this.#isFlowing = isLast;
    this.#epoch = epoch;
    this.#newest = Math.max(this.#newest, seq);
    if (recovered === true && !isOther) return 'goes on';
    if (seq > this.#solid.seq) this.#solid = { seq, atMs };
    this.#advance();
    return isOther ? 'begins' : 'skips';
  }

  /** True for a number beyond all that was heard of while every topic flows: events up to it are lost, or not here yet. */
  isAhead(seq: number): boolean {
    return this.#isFlowing && seq > this.#newest;
  }

  /** Takes an event: whether it is new, and whether numbers before it were left out. */
  take({ seq, atMs }: { readonly seq: number; readonly atMs: number }): { isNew: boolean; hasGap: boolean } {
    if (seq <= this.#solid.seq || this.#ahead.has(seq)) return { isNew: false, hasGap: false };
    const before = this.#newest;
    this.#newest = Math.max(before, seq);
    this.#ahead.set(seq, atMs);
    this.#advance();
    // What is replayed comes before what is live, so a live event shows the gaps below it.
    const isLive = this.#isFlowing && seq > before;
    const hasGap = isLive && this.#ahead.size > 0 && (seq > before + 1 || this.#solid.seq >= this.#toldTo);
    if (hasGap) this.#toldTo = seq;
    if (this.#ahead.size > AHEAD_MAX) this.#giveUp();
    return { isNew: true, hasGap };
  }

  #advance(): void {
    for (const seq of this.#ahead.keys()) if (seq <= this.#solid.seq) this.#ahead.delete(seq);
    for (let next = this.#solid.seq + 1; this.#ahead.has(next); next++) {
      this.#solid = { seq: next, atMs: this.#ahead.get(next) ?? 0 };
      this.#ahead.delete(next);
    }
  }

  #giveUp(): void {
    const seq = Math.max(...this.#ahead.keys());
    this.#solid = { seq, atMs: this.#ahead.get(seq) ?? 0 };
    this.#ahead.clear();
  }
}
