/**
 * Conflates ticks into one row per changed product until the next flush. There are two lanes: products that a client asked for by
 * name ten times a second, all others once a second. A row is put into words once, however many sockets get it.
 */
import { toNumber } from '#domain/decimal.ts';
import type { Quotation, QuoteBatchRow } from '#protocol/socket.ts';
import type { TapeTick } from '../tape/tape.ts';

/** A product's day and market as they stand now. */
export type QuoteSource = (productId: number) => { readonly symbol: string; readonly quotation: Required<Quotation> } | undefined;

/** One changed product of a flush. */
export type QuoteRow = {
  readonly productId: number;
  readonly row: QuoteBatchRow;
  /** The same in the words of each profile, made when first asked for. */
  readonly ext: () => string;
  readonly base: () => string;
};

type Change = { hi: number; lo: number; volume: bigint; newest: TapeTick; isConfirm: boolean } | { newest: undefined };
type Day = Pick<Required<Quotation>, 'open' | 'high' | 'low' | 'change' | 'status' | 'opens_at'>;
const DAY_FIELDS = ['open', 'high', 'low', 'change', 'status', 'opens_at'] as const;

export class QuoteLane {
  readonly #source: QuoteSource;
  readonly #changes = new Map<number, Change>();
  readonly #told = new Map<number, Day>();

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
  take(): QuoteRow[] {
    const rows: QuoteRow[] = [];
    for (const [productId, change] of this.#changes) {
      const known = this.#source(productId);
      if (known) rows.push(this.#row(productId, change, known.symbol, known.quotation));
    }
    this.#changes.clear();
    return rows;
  }

  #row(productId: number, change: Change, symbol: string, quotation: Required<Quotation>): QuoteRow {
    const row = batchRow(symbol, quotation, change);
    const told = this.#told.get(productId);
    for (const field of DAY_FIELDS) if (told?.[field] !== quotation[field]) row[field] = quotation[field];
    this.#told.set(productId, quotation);
    return { productId, row, ext: once(() => JSON.stringify(row)), base: once(() => baseFrame(symbol, quotation)) };
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

export const baseFrame = (symbol: string, quotation: Quotation): string => JSON.stringify({ type: 'DAY_MARKET', symbol, quotation });

/** Later row over an earlier one that could not be sent: extremes and volume add up, a confirm never hides a tick. */
export function mergeRows(earlier: QuoteBatchRow, later: QuoteBatchRow): QuoteBatchRow {
  const day = Object.fromEntries(DAY_FIELDS.flatMap((field) => (later[field] === undefined ? [] : [[field, later[field]]])));
  if (later.c === 1) return earlier.c === 1 ? { ...earlier, ...later } : { ...earlier, ...day };
  const { c: _, ...tick } = earlier.c === 1 ? { ...earlier, hi: later.hi, lo: later.lo, v: 0 } : earlier;
  return { ...tick, ...later, hi: Math.max(tick.hi, later.hi), lo: Math.min(tick.lo, later.lo), v: tick.v + later.v };
}

function once(make: () => string): () => string {
  let text: string | undefined;
  return () => {
    text ??= make();
    return text;
  };
}
