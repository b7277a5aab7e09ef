/**
 * Tape time: where the tape ended, or wall time when this process first looked if that is later, and from then on by the monotonic
 * count. It follows no step of the wall clock, so nothing that the market owes can fall due by one.
 */
import type { Clock } from '../clock/clock.ts';

/** A follower's estimate may be ahead of the tape by as much as a group is late; beyond it the estimate was wrong. */
const LATE_MS_MAX = 5_000;

export class TapeTime {
  readonly #clock: Pick<Clock, 'now' | 'monotonicMs'>;
  #tapeMs = 0;
  #countMs = 0;

  constructor(clock: Pick<Clock, 'now' | 'monotonicMs'>) {
    this.#clock = clock;
  }

  /** Unix ms, whole. */
  nowMs(): number {
    return Math.floor(this.#tapeMs + (this.#clock.monotonicMs() - this.#countMs));
  }

  /** The process begins. `endMs`: the latest time that is on the tape. */
  begin(endMs: number): void {
    this.#set(Math.max(endMs, this.#clock.now()));
  }

  /** Goes on from the end of the tape where this node estimated it to be earlier. */
  notBefore(endMs: number): void {
    if (endMs > this.nowMs()) this.#set(endMs);
  }

  /** Another node committed at this tape time, a moment ago. */
  heard(committedAtMs: number): void {
    const aheadMs = this.nowMs() - committedAtMs;
    if (aheadMs < 0 || aheadMs > LATE_MS_MAX) this.#set(committedAtMs);
  }

  #set(tapeMs: number): void {
    this.#tapeMs = tapeMs;
    this.#countMs = this.#clock.monotonicMs();
  }
}
