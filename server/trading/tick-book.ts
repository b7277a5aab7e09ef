/**
 * What the evaluator knows of the market at one point of the tape: each product's price, and when its source was last alive. It is
 * moved only by ticks in their order, so the same ticks give the same judgement in any grouping.
 */
import type { Price } from '#domain/decimal.ts';
import { STALE_AFTER_MS, type TapeTick } from '../tape/tape.ts';

export type BookQuote = {
  /** Newest tick that was no confirm. */
  readonly price: Price;
  readonly seq: number;
  /** Tape time at the commit of the newest tick or confirm. */
  readonly aliveAtMs: number;
  /** Whether the market was open at that tick or confirm. */
  readonly isOpen: boolean;
};

export class TickBook {
  readonly #quotes: Map<number, BookQuote>;

  constructor(quotes: Iterable<readonly [number, BookQuote]> = []) {
    this.#quotes = new Map(quotes);
  }

  copy(): TickBook {
    return new TickBook(this.#quotes);
  }

  at(productId: number): BookQuote | undefined {
    return this.#quotes.get(productId);
  }

  put(productId: number, quote: BookQuote): void {
    this.#quotes.set(productId, quote);
  }

  /** True when neither tick nor confirm came within 5 s before `nowMs`. */
  isStale(productId: number, nowMs: number): boolean {
    const quote = this.#quotes.get(productId);
    return quote === undefined || nowMs - quote.aliveAtMs >= STALE_AFTER_MS;
  }

  /**
   * Takes the next tick. Returns true when it may change a judgement: a price, or the first sign of life after a silence or a closed
   * market.
   */
  advance(tick: TapeTick, committedAtMs: number, isOpen: boolean): boolean {
    const known = this.#quotes.get(tick.productId);
    if (!tick.confirm || known === undefined) {
      this.#quotes.set(tick.productId, { price: tick.price, seq: tick.seq, aliveAtMs: committedAtMs, isOpen });
      return true;
    }
    const wasStale = committedAtMs - known.aliveAtMs >= STALE_AFTER_MS;
    this.#quotes.set(tick.productId, { ...known, aliveAtMs: committedAtMs, isOpen });
    return wasStale || (isOpen && !known.isOpen);
  }
}
