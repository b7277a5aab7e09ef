/** Hands ticks to the tape and says, by confirm marks, that a source lives where it is quiet: an open product is never silent for 2 s (decision D9.03). */
import type { Price } from '#domain/decimal.ts';
import type { FeedTick } from '#domain/tape/tape-tick.ts';
import type { Tape } from '../tape/tape.ts';

/** So long after its last mark a quiet product gets a confirm; with the pump's 50 ms and a commit's 50 ms that stays below 2 s. */
const QUIET_MS = 1_500;

/** What was said of a product last, and when. */
type Mark = { readonly atMs: number; readonly price: Price };

export class SourceLife {
  readonly #tape: Tape;
  readonly #marks = new Map<number, Mark>();

  constructor(tape: Tape) {
    this.#tape = tape;
  }

  tick(tick: FeedTick): void {
    this.#marks.set(tick.productId, { atMs: tick.timeMs, price: tick.price });
    this.#tape.push(tick);
  }

  /** The source starts again, or has missed a while: no product has been heard of. */
  begin(): void {
    this.#marks.clear();
  }

  /** The market of a product is closed: it is silent until its next tick. */
  silence(productId: number): void {
    this.#marks.delete(productId);
  }

  /**
   * Repeats what was said last of a product when nothing was said for a while; never before its first tick since a start, an opening or
   * a hole, since the price from before is not what the market says now. Only for a source that has said all it had to say by `nowMs`.
   */
  confirmIfQuiet(productId: number, nowMs: number): void {
    const mark = this.#marks.get(productId);
    if (mark === undefined || nowMs - mark.atMs < QUIET_MS) return;
    this.#marks.set(productId, { atMs: nowMs, price: mark.price });
    this.#tape.push({ productId, price: mark.price, volume: 0n, timeMs: nowMs, confirm: true });
  }
}
