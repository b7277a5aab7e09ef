/**
 * The first prices, for a page whose app is still on its way: those of the first look that are live, as soon as the socket has brought one
 * and then now and again, until the app takes frames. What is not live is not told, nor what is behind it in the list (decision D9.514).
 */
import { staleAfterMs } from '#domain/freshness.ts';
import type { GlanceRow } from '#protocol/engine-api.ts';
import { QUOTE_STATE } from '#protocol/frame.ts';
import type { EngineParts, Stop } from './engine-parts.ts';
import type { FramePump } from './frames/frame-pump.ts';
import type { FrameSource } from './frames/frame-source.ts';
import type { Market } from './quotes/market.ts';

/** A page without its app has better to do than to follow every tick. */
const AGAIN_AFTER_MS = 250;

/** `source` says which products are looked at, in their order; `pump` whether the page takes frames. */
type Around = {
  readonly market: Pick<Market, 'book' | 'life'>;
  readonly source: Pick<FrameSource, 'watchedIds'>;
  readonly pump: Pick<FramePump, 'hasPage'>;
};

export class FirstPrices {
  readonly #parts: Pick<EngineParts, 'clock' | 'glance'>;
  readonly #around: Around;
  #toldAt = Number.NEGATIVE_INFINITY;
  #stop: Stop | undefined;

  constructor(parts: Pick<EngineParts, 'clock' | 'glance'>, around: Around) {
    this.#parts = parts;
    this.#around = around;
  }

  /** Prices have come over the socket. */
  want(): void {
    if (this.#around.pump.hasPage || this.#stop) return;
    const { clock } = this.#parts;
    this.#stop = clock.after(Math.max(0, this.#toldAt + AGAIN_AFTER_MS - clock.steady()), () => {
      this.#stop = undefined;
      this.#tell();
    });
  }

  #tell(): void {
    if (this.#around.pump.hasPage) return;
    const rows: GlanceRow[] = [];
    for (const id of this.#around.source.watchedIds) {
      const row = this.#rowOf(id);
      // What comes behind would stand where another will.
      if (!row) break;
      rows.push(row);
    }
    if (rows.length === 0) return;
    this.#toldAt = this.#parts.clock.steady();
    this.#parts.glance?.(rows);
  }

  #rowOf(id: number): GlanceRow | undefined {
    const { market } = this.#around;
    const { book } = market;
    const index = book.indexOfId(id);
    const product = index === undefined ? undefined : book.products[index];
    const [steadyMs, life] = [this.#parts.clock.steady(), market.life()];
    if (index === undefined || !product || book.state(index, steadyMs, life) !== QUOTE_STATE.live) return undefined;
    // Where the link vouches for all prices together, none has an age of its own.
    const liveMs = life.judgesEach ? book.staleAt(index) - steadyMs : staleAfterMs(product.categoryId);
    const { code, showCode: name, pricePrecision: digits } = product;
    return { code, name, digits, price: book.close[index] as number, liveMs };
  }
}
