/** Conflates ticks into one row per changed product until the next flush: the newest price, the run's extremes and its volume. */
import { toNumber } from '#domain/decimal.ts';
import type { TapeTick } from '#domain/tape/tape-tick.ts';
import { type Day, type QuoteRun, quoteRowToWire, tellDay, type WholeQuotation } from '#protocol/quote-wire.ts';
import { ChangedQuote, type SymbolPlace } from './changed-quote.ts';

/** A product's day and market as they are now, and its place in the table of binary rows. */
export type ProductQuote = { readonly symbol: string; readonly quotation: WholeQuotation; readonly place: SymbolPlace };
type QuoteSource = (productId: number) => ProductQuote | undefined;

type Change = { high: number; low: number; volume: bigint; newest: TapeTick; isConfirm: boolean } | { newest: undefined };

export class QuoteLane {
  readonly #source: QuoteSource;
  readonly #changes = new Map<number, Change>();
  readonly #sentDays = new Map<number, Day>();

  constructor(source: QuoteSource) {
    this.#source = source;
  }

  add(tick: TapeTick): void {
    const old = this.#changes.get(tick.productId);
    const price = toNumber(tick.price);
    if (!old?.newest || (old.isConfirm && !tick.confirm)) {
      this.#changes.set(tick.productId, { high: price, low: price, volume: tick.volume, newest: tick, isConfirm: tick.confirm });
    } else if (tick.confirm) {
      // A confirm says only that the source lives, which the ticks beside it say too; alone, the newest one counts.
      if (old.isConfirm) old.newest = tick;
    } else {
      old.high = Math.max(old.high, price);
      old.low = Math.min(old.low, price);
      old.volume += tick.volume;
      old.newest = tick;
    }
  }

  /** The market of a product opened or closed: a row is due even without a tick. */
  touch(productId: number): void {
    if (!this.#changes.has(productId)) this.#changes.set(productId, { newest: undefined });
  }

  /** Rows since the last call; the lane is empty afterwards. */
  take(): ChangedQuote[] {
    const rows: ChangedQuote[] = [];
    for (const [productId, change] of this.#changes) {
      const known = this.#source(productId);
      if (!known) continue;
      const row = quoteRowToWire(known.symbol, runOf(known.quotation, change));
      tellDay(row, known.quotation, this.#sentDays.get(productId));
      this.#sentDays.set(productId, known.quotation);
      rows.push(new ChangedQuote(productId, known.place, row, known.quotation));
    }
    this.#changes.clear();
    return rows;
  }
}

/** A market that opened or closed without a tick says its last price again, as a confirm. */
function runOf({ close, time }: WholeQuotation, change: Change): QuoteRun {
  if (!change.newest) return { close, high: close, low: close, volume: 0, n: 0, timeMs: time, isConfirm: true };
  const { newest, high, low, volume, isConfirm } = change;
  return { close: toNumber(newest.price), high, low, volume: toNumber(volume), n: newest.seq, timeMs: newest.timeMs, isConfirm };
}
