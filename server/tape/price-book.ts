/**
 * The book of prices at one point of the tape: of each product the newest price and when its source was last alive. It is moved only by
 * ticks in their order, and measures time in whole seconds of blocks, so that the same ticks give the same book from groups as they were
 * committed, from sealed blocks, and at any later time.
 */

import type { Price } from '#domain/decimal.ts';
import { staleAfterMs } from '#domain/freshness.ts';
import { BLOCK_MS } from '#domain/tape/block-time.ts';
import type { TapeTick } from '#domain/tape/tape-tick.ts';

export type BookEntry = {
  readonly price: Price;
  /** Newest tick that was no confirm. */
  readonly seq: number;
  /** Newest tick or confirm: its number, its own time, and the second of its block. */
  readonly aliveSeq: number;
  readonly aliveTimeMs: number;
  readonly aliveSecond: number;
};

/** The second of the block that a commit belongs to: all that is left of its time once the block is sealed. */
export const blockSecond = (committedAtMs: number): number => Math.floor(committedAtMs / BLOCK_MS);

/** Freshness in judgement: silent when neither tick nor confirm came in so many seconds of blocks up to `second`. `categoryId`: the product's. */
export const isSilentAt = (entry: BookEntry | undefined, second: number, categoryId: number | undefined): boolean =>
  entry === undefined || (second - entry.aliveSecond) * BLOCK_MS >= staleAfterMs(categoryId);

/** The entry of a product after its next tick or confirm. */
export function entryAfter(known: BookEntry | undefined, tick: TapeTick, second: number): BookEntry {
  const isNews = !tick.confirm || known === undefined;
  return {
    price: isNews ? tick.price : known.price,
    seq: isNews ? tick.seq : known.seq,
    aliveSeq: tick.seq,
    aliveTimeMs: tick.timeMs,
    aliveSecond: second,
  };
}

export class PriceBook {
  readonly #entries: Map<number, BookEntry>;

  constructor(entries: Iterable<readonly [productId: number, entry: BookEntry]> = []) {
    this.#entries = new Map(entries);
  }

  at(productId: number): BookEntry | undefined {
    return this.#entries.get(productId);
  }

  put(productId: number, entry: BookEntry): void {
    this.#entries.set(productId, entry);
  }

  take(tick: TapeTick, second: number): void {
    this.#entries.set(tick.productId, entryAfter(this.#entries.get(tick.productId), tick, second));
  }

  entries(): IterableIterator<[number, BookEntry]> {
    return this.#entries.entries();
  }

  /** The book as text; `fromText` reads it back. */
  toText(): string {
    const rows = [...this.#entries].sort(([a], [b]) => a - b);
    return JSON.stringify(rows.map(([id, it]) => [id, String(it.price), it.seq, it.aliveSeq, it.aliveTimeMs, it.aliveSecond]));
  }

  static fromText(text: string): PriceBook {
    const rows = JSON.parse(text) as [number, string, number, number, number, number][];
    return new PriceBook(
      rows.map(([id, price, seq, aliveSeq, aliveTimeMs, aliveSecond]) => [
        id,
        { price: BigInt(price), seq, aliveSeq, aliveTimeMs, aliveSecond },
      ]),
    );
  }
}
