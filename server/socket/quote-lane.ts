/** Conflates ticks into one row per changed product until the next flush: the newest price, the run's extremes and its volume. */
import { toNumber } from '#domain/decimal.ts';
import type { Quotation, QuoteBatchRow } from '#protocol/socket.ts';
import type { TapeTick } from '../tape/tape.ts';
import { ChangedQuote, type Day, type SymbolPlace, tellDay } from './changed-quote.ts';

/** A product's day and market as they are now, and its place in the table of binary rows. */
export type ProductQuote = { readonly symbol: string; readonly quotation: Required<Quotation>; readonly place: SymbolPlace };
type QuoteSource = (productId: number) => ProductQuote | undefined;

type Change = { hi: number; lo: number; volume: bigint; newest: TapeTick; isConfirm: boolean } | { newest: undefined };

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
      this.#changes.set(tick.productId, { hi: price, lo: price, volume: tick.volume, newest: tick, isConfirm: tick.confirm });
    } else if (tick.confirm) {
      // A confirm says only that the source lives, which the ticks beside it say too; alone, the newest one counts.
      if (old.isConfirm) old.newest = tick;
    } else {
      old.hi = Math.max(old.hi, price);
      old.lo = Math.min(old.lo, price);
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
      const row = batchRow(known.symbol, known.quotation, change);
      tellDay(row, known.quotation, this.#sentDays.get(productId));
      this.#sentDays.set(productId, known.quotation);
      rows.push(new ChangedQuote(productId, known.place, row, known.quotation));
    }
    this.#changes.clear();
    return rows;
  }
}

function batchRow(symbol: string, quotation: Quotation, change: Change): QuoteBatchRow {
  const { close, time } = quotation;
  if (!change.newest) return { symbol, close, hi: close, lo: close, v: 0, n: 0, t: time, c: 1 };
  const { newest, hi, lo, volume } = change;
  const row: QuoteBatchRow = { symbol, close: toNumber(newest.price), hi, lo, v: toNumber(volume), n: newest.seq, t: newest.timeMs };
  return change.isConfirm ? { ...row, c: 1 } : row;
}

/** The whole state of a product, as the snapshot of an ext subscription has it. */
export const snapshotRow = (symbol: string, quotation: Required<Quotation>, seq: number): QuoteBatchRow => ({
  symbol,
  close: quotation.close,
  hi: quotation.close,
  lo: quotation.close,
  v: 0,
  n: seq,
  t: quotation.time,
  open: quotation.open,
  high: quotation.high,
  low: quotation.low,
  change: quotation.change,
  status: quotation.status,
  opens_at: quotation.opens_at,
});
