/** Hands ticks to the tape and says, by confirm marks, that a source lives where it is quiet: an open product is never silent for 2 s (decision D9.03). */
import type { FeedTick, Tape } from '../tape/tape.ts';

/** So long after its last mark a quiet product gets a confirm; with the pump's 50 ms and a commit's 50 ms that stays below 2 s. */
export const QUIET_MS = 1_500;

export class SourceLife {
  readonly #tape: Tape;
  readonly #markedMs = new Map<number, number>();

  constructor(tape: Tape) {
    this.#tape = tape;
  }

  tick(tick: FeedTick): void {
    this.#markedMs.set(tick.productId, tick.timeMs);
    this.#tape.push(tick);
  }

  /** The source begins anew: no product has been heard of. */
  begin(): void {
    this.#markedMs.clear();
  }

  /** The market of a product is closed: it is silent until its next tick. */
  silence(productId: number): void {
    this.#markedMs.delete(productId);
  }

  /**
   * Repeats the newest price of a product when nothing was said of it for a while; never before its first tick since a start or an
   * opening, since the price from before is not what the market says now.
   */
  confirmIfQuiet(productId: number, nowMs: number): void {
    const markedMs = this.#markedMs.get(productId);
    if (markedMs === undefined || nowMs - markedMs < QUIET_MS) return;
    const newest = this.#tape.newest(productId);
    if (!newest) return;
    this.#markedMs.set(productId, nowMs);
    this.#tape.push({ productId, price: newest.price, volume: 0n, timeMs: nowMs, confirm: true });
  }
}
