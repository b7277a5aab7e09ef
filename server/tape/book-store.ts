/** The book of prices at any tick: made from the nearest stored one and the ticks after it. The sealer stores one every 256 blocks. */
import type { Kysely } from 'kysely';
import type { TapeTick } from '#domain/tape/tape-tick.ts';
import type { Trx } from '../database/database.ts';
import type { Database } from '../database/schema.ts';
import { allQuotes } from '../repositories/quote-repository.ts';
import { firstSeqOfHeight, heightOfSeq, insertBook, newestBookUpTo } from '../repositories/tape-repository.ts';
import { blockSecond, PriceBook } from './price-book.ts';
import { readGroupsAfter } from './tape-reader.ts';

/** Blocks from one stored book to the next. */
export const BOOK_EVERY_BLOCKS = 256;
const GROUPS_READ_MAX = 100;

/** Where a reader of the tape must begin to have the book at a tick. */
async function startOf(db: Kysely<Database>, seq: number): Promise<{ seq: number; book: PriceBook }> {
  const stored = await newestBookUpTo(db, seq);
  if (stored) return { seq: stored.seq, book: PriceBook.fromText(stored.book) };
  // A tape from before books were stored: confirm marks repeat the price of everything that lives within seconds.
  const height = (await heightOfSeq(db, seq)) ?? 0;
  const firstSeq = height > BOOK_EVERY_BLOCKS ? ((await firstSeqOfHeight(db, height - BOOK_EVERY_BLOCKS)) ?? 1) : 1;
  return { seq: firstSeq - 1, book: new PriceBook() };
}

/** The book as the tick `seq` left it. Bodies from the nearest stored book up to it must still be kept. */
export async function bookAt(db: Kysely<Database>, seq: number): Promise<PriceBook> {
  const start = await startOf(db, seq);
  const { book } = start;
  for (let from = start.seq; from < seq; ) {
    const groups = await readGroupsAfter(db, from, GROUPS_READ_MAX);
    for (const group of groups) {
      const second = blockSecond(group.committedAtMs);
      for (const tick of group.ticks) if (tick.seq <= seq) book.take(tick, second);
    }
    const last = groups.at(-1);
    if (!last) break;
    from = last.lastSeq;
  }
  // What has been silent since before the start is as its quote says.
  for (const quote of await allQuotes(db)) {
    const { product_id: productId, price, time_ms: aliveTimeMs, alive_seq: aliveSeq } = quote;
    if (quote.seq === 0 || aliveSeq > seq || book.at(productId)) continue;
    book.put(productId, { price, seq: quote.seq, aliveSeq, aliveTimeMs, aliveSecond: blockSecond(quote.alive_at) });
  }
  return book;
}

/** Where a block lies that is being sealed. */
type SealedHeader = { readonly height: number; readonly firstSeq: number; readonly lastSeq: number; readonly timeMs: number };

/** The book that goes along with the sealed blocks, so that storing it costs no reading. */
export class SealedBook {
  #book: PriceBook | undefined;
  #seq = 0;
  #hasStored = false;

  /** Takes the ticks of a block that is being sealed, and stores the book where it is time. Safe to run again for the same block. */
  async seal(trx: Trx, block: SealedHeader, ticks: readonly TapeTick[]): Promise<void> {
    if (this.#book === undefined || (this.#seq !== block.firstSeq - 1 && this.#seq !== block.lastSeq)) {
      this.#book = await bookAt(trx, block.firstSeq - 1);
      this.#seq = block.firstSeq - 1;
      this.#hasStored = (await newestBookUpTo(trx, block.lastSeq)) !== undefined;
    }
    if (this.#seq < block.lastSeq) {
      const second = blockSecond(block.timeMs - 1);
      for (const tick of ticks) this.#book.take(tick, second);
      this.#seq = block.lastSeq;
    }
    // The first block of all has one too, and so has the first after this was introduced.
    if (this.#hasStored && block.height % BOOK_EVERY_BLOCKS !== 0) return;
    await insertBook(trx, { height: block.height, seq: block.lastSeq, book: this.#book.toText() });
    this.#hasStored = true;
  }

  /** A seal failed: nobody knows what of it came through. */
  forget(): void {
    this.#book = undefined;
  }
}
