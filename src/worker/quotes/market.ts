/**
 * Products and their quotations as the engine holds them: the trade list from REST, pushes from the channel, and how alive each price
 * is. It promises that a price is shown live only while `src/domain/freshness.ts` allows it, and that it says so by itself when that ends.
 */
import type { Product } from '#domain/product.ts';
import { HOUR_MS } from '#domain/time-units.ts';
import type { EngineEvent } from '#protocol/engine-api.ts';
import type { QuoteBatch } from '#protocol/quote-batch.ts';
import type { EngineClock, Stop } from '../engine-parts.ts';
import { type LinkLook, QuoteBook } from './quote-book.ts';

/** Calls of `refresh` within this are one. */
const REFRESH_EVERY_MS = 1_000;
/** A trade list that failed is asked for again. */
const PRODUCTS_RETRY_MS = 3_000;
/** Against a back end that does not repeat quotations: a link silent for so long, ping and its answer included, is stale. */
const SILENT_LINK_MS = 7_500;
/** A tick so far ahead of the server's clock is broken; it would make every later one late. */
const FUTURE_MAX_MS = HOUR_MS;

export type LinkLife = {
  readonly isOpen: boolean;
  readonly heardAt: number;
  /** Each product is judged by its own signs of life, since the back end repeats quotations. */
  readonly judgesEach: boolean;
  /** The server's time minus our steady count, ms, and whether it was measured. */
  readonly offsetMs: number;
  readonly isOffsetKnown: boolean;
};
type MarketParts = {
  readonly clock: EngineClock;
  fetchProducts(): Promise<readonly Product[]>;
  link(): LinkLife;
  emit(event: EngineEvent): void;
  onProducts(): void;
  /** A tick, or a run of them, of a product: a row of a batch, which is gone after the call; never a confirm. */
  onTick(product: Product, batch: QuoteBatch, row: number, timeMs: number): void;
  /** When the next price on screen turns stale by itself. */
  nextStaleAt(): number | undefined;
  onStale(): void;
};

export class Market {
  readonly book = new QuoteBook();
  /** Quotations taken in and rows dropped since the start. */
  ticks = 0;
  dropped = 0;
  /** The browser says that there is no network: nothing is live until it says otherwise. */
  offline = false;
  readonly #parts: MarketParts;
  #refreshedAt = Number.NEGATIVE_INFINITY;
  #stopRefresh: Stop | undefined;
  #stopStale: Stop | undefined;
  #staleAt = Number.POSITIVE_INFINITY;

  constructor(parts: MarketParts) {
    this.#parts = parts;
  }

  get isAnyOpen(): boolean {
    return this.book.products.some((_, index) => this.book.isOpen(index));
  }

  codeOf(productId: number | undefined): string | undefined {
    const index = productId === undefined ? undefined : this.book.indexOfId(productId);
    return index === undefined ? undefined : this.book.products[index]?.code;
  }

  /** Whether the link is silent as a whole, and whether each product is judged by itself. */
  life(): LinkLook {
    const { isOpen, heardAt, judgesEach } = this.#parts.link();
    const isSilent = !judgesEach && (!isOpen || this.#parts.clock.steady() - heardAt >= SILENT_LINK_MS);
    return { silent: this.offline || isSilent, judgesEach, heardAt };
  }

  /** Reads the trade list again, soon; the first one at once, so that whatever a socket opened behind it brings is newer. */
  refresh(): void {
    const waitMs = this.#refreshedAt + REFRESH_EVERY_MS - this.#parts.clock.steady();
    const read = () => {
      this.#stopRefresh = undefined;
      this.#refreshedAt = this.#parts.clock.steady();
      void this.#load();
    };
    if (waitMs === Number.NEGATIVE_INFINITY) read();
    else this.#stopRefresh ??= this.#parts.clock.after(Math.max(0, waitMs), read);
  }

  /** Takes the quotations of a frame that was heard at `steadyMs`. The one way in, whatever the frame's encoding was. */
  take(batch: QuoteBatch, steadyMs: number): void {
    const at = { steadyMs, serverMs: this.#serverMs() };
    for (let row = 0; row < batch.count; row++) this.#takeRow(batch, row, at);
    // A timer that is armed is early enough: what was heard now turns stale later.
    if (this.#staleAt === Number.POSITIVE_INFINITY) this.watchStale();
  }

  /** One timer for the next price that turns stale by itself. */
  watchStale(): void {
    const nextAt = this.#nextStaleAt();
    if (nextAt === undefined || nextAt >= this.#staleAt) return;
    this.#stopStale?.();
    this.#staleAt = nextAt;
    this.#stopStale = this.#parts.clock.after(Math.max(0, nextAt - this.#parts.clock.steady()), () => {
      this.#staleAt = Number.POSITIVE_INFINITY;
      this.#parts.onStale();
      this.watchStale();
    });
  }

  async #load(): Promise<void> {
    try {
      const rows = await this.#parts.fetchProducts();
      const { isOffsetKnown } = this.#parts.link();
      const serverMs = this.#serverMs();
      const ageMs = (confirmedMs: number) => (isOffsetKnown ? serverMs - confirmedMs : Number.POSITIVE_INFINITY);
      this.book.setProducts(rows, this.#parts.clock.steady(), ageMs);
      this.#parts.emit({ type: 'products', rows });
      this.#parts.onProducts();
    } catch {
      this.#parts.emit({ type: 'products-failed' });
      if (this.book.products.length === 0) this.#parts.clock.after(PRODUCTS_RETRY_MS, () => this.refresh());
    }
  }

  #takeRow(batch: QuoteBatch, row: number, at: { readonly steadyMs: number; readonly serverMs: number }): void {
    const saidMs = batch.timeMs[row] as number;
    if (saidMs > at.serverMs + FUTURE_MAX_MS) {
      this.dropped++;
      return;
    }
    const { book } = this;
    const index = batch.index[row] as number;
    const product = book.products[index];
    if (!product) return;
    const wasOpen = book.isOpen(index);
    const taken = book.update(index, batch, row, at);
    this.ticks++;
    // The list also says when a closed market opens.
    if (book.isOpen(index) !== wasOpen) this.refresh();
    if (taken !== 'repeat') this.#parts.onTick(product, batch, row, Number.isNaN(saidMs) ? at.serverMs : saidMs);
  }

  #nextStaleAt(): number | undefined {
    const { silent, judgesEach } = this.life();
    if (silent) return undefined;
    return judgesEach ? this.#parts.nextStaleAt() : this.#parts.link().heardAt + SILENT_LINK_MS;
  }

  #serverMs(): number {
    return this.#parts.clock.steady() + this.#parts.link().offsetMs;
  }
}
