/**
 * The quotes that the page watches and what it has of them, row by row as they are in a frame. A row goes up when one of its figures
 * differs from what the page has. It makes no object: it is asked for every frame.
 */
import { FRAME_QUOTES_MAX, QUOTE, SECTION } from '#protocol/frame.ts';
import type { LinkLook, QuoteBook } from '../quotes/quote-book.ts';

export class SentQuotes {
  /** Ids of the watched products, each once; their order is that of the rows. */
  ids: readonly number[] = [];
  /** NaN where the page has nothing: it equals no figure. */
  #rows = new Float64Array(FRAME_QUOTES_MAX * QUOTE.slots).fill(Number.NaN);

  /** Watches these and no others. What the page has of those that stay is kept. */
  watch(productIds: readonly number[]): void {
    const before = new Map(this.ids.map((id, row) => [id, row]));
    const rows = new Float64Array(this.#rows.length).fill(Number.NaN);
    this.ids = [...new Set(productIds)].slice(0, FRAME_QUOTES_MAX);
    for (const [row, id] of this.ids.entries()) {
      const old = before.get(id);
      if (old !== undefined) rows.set(this.#rows.subarray(old * QUOTE.slots, (old + 1) * QUOTE.slots), row * QUOTE.slots);
    }
    this.#rows = rows;
  }

  /** Writes the rows that differ from what the page has, and gives their number. */
  write(slots: Float64Array, book: QuoteBook, steadyMs: number, link: LinkLook): number {
    let count = 0;
    for (let row = 0; row < this.ids.length; row++) {
      const productId = this.ids[row] as number;
      const index = book.indexOfId(productId);
      if (index === undefined) continue;
      const at = SECTION.quotes + count * QUOTE.slots;
      slots[at + QUOTE.productId] = productId;
      slots[at + QUOTE.close] = book.close[index] || 0;
      slots[at + QUOTE.open] = book.open[index] || 0;
      slots[at + QUOTE.high] = book.high[index] || 0;
      slots[at + QUOTE.low] = book.low[index] || 0;
      slots[at + QUOTE.change] = book.change(index);
      slots[at + QUOTE.timeMs] = book.timeMs[index] || 0;
      slots[at + QUOTE.state] = book.state(index, steadyMs, link);
      if (!this.#take(slots, at, row * QUOTE.slots)) continue;
      slots[at + QUOTE.ageMs] = steadyMs - (link.judgesEach ? (book.heardAt[index] as number) : link.heardAt);
      count++;
    }
    return count;
  }

  /** Keeps the figures of a row as what the page has, its age aside; false when it had them already. */
  #take(slots: Float64Array, from: number, to: number): boolean {
    let isChanged = false;
    for (let slot = 0; slot < QUOTE.ageMs; slot++) {
      const value = slots[from + slot] as number;
      if (this.#rows[to + slot] === value) continue;
      this.#rows[to + slot] = value;
      isChanged = true;
    }
    return isChanged;
  }
}
