/**
 * How quotes look on the wire as the server sends them: the quotation of base, and the rows of ext that hold what changed since the batch
 * before. A row is built once per changed product and flush, however many sockets get it; the client reads them without making objects
 * (`scan-quotes.ts`, `quote-rows.ts`).
 */
import type { MarketNow, Quotation } from '#domain/product.ts';
import { MARKET_STATUS } from './market-status.ts';
import { type QuotationRow, type QuoteBatchRow, TOPIC } from './socket.ts';

/** A quotation with all that base may say. */
export type WholeQuotation = Required<QuotationRow>;

/** What happened to a product since the last batch. `n`: sequence of the newest tick, 0 for none; a confirm moved no price. */
export type QuoteRun = {
  readonly [K in 'close' | 'high' | 'low' | 'volume' | 'n' | 'timeMs']: number;
} & { readonly isConfirm: boolean };

const DAY_FIELDS = ['open', 'high', 'low', 'change', 'status', 'opens_at'] as const;
export type Day = Pick<WholeQuotation, (typeof DAY_FIELDS)[number]>;

export const quotationToWire = (
  { open, close, high, low, change, timeMs }: Omit<Quotation, 'confirmedMs'>,
  { marketStatus, opensAtMs }: MarketNow,
): WholeQuotation => ({ open, close, high, low, change, time: timeMs, status: MARKET_STATUS[marketStatus], opens_at: opensAtMs });

export const baseFrame = (symbol: string, quotation: QuotationRow): string => JSON.stringify({ type: TOPIC.quotes, symbol, quotation });

export function quoteRowToWire(symbol: string, { close, high, low, volume, n, timeMs, isConfirm }: QuoteRun): QuoteBatchRow {
  const row: QuoteBatchRow = { symbol, close, hi: high, lo: low, v: volume, n, t: timeMs };
  if (isConfirm) row.c = 1;
  return row;
}

/** The whole state of a product, as the snapshot of an ext subscription has it. `seq`: of its newest tick. */
export const snapshotRow = (symbol: string, quotation: WholeQuotation, seq: number): QuoteBatchRow => ({
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

/** Adds what of the day is not what was told last; extremes that drew together are a new day's, which says its open even if it is the same. */
export function tellDay(row: QuoteBatchRow, quotation: Day, sent: Day | undefined): void {
  for (const field of DAY_FIELDS) if (sent?.[field] !== quotation[field]) row[field] = quotation[field];
  if (sent && (quotation.high < sent.high || quotation.low > sent.low)) row.open = quotation.open;
}

/** Later row over an earlier one that was not sent: extremes and volume add up, a confirm never hides a tick. */
export function mergedRow(earlier: QuoteBatchRow, later: QuoteBatchRow): QuoteBatchRow {
  const day = Object.fromEntries(DAY_FIELDS.flatMap((field) => (later[field] === undefined ? [] : [[field, later[field]]])));
  if (later.c === 1) return earlier.c === 1 ? { ...earlier, ...later } : { ...earlier, ...day };
  const { c: _, ...tick } = earlier.c === 1 ? { ...earlier, hi: later.hi, lo: later.lo, v: 0 } : earlier;
  return { ...tick, ...later, hi: Math.max(tick.hi, later.hi), lo: Math.min(tick.lo, later.lo), v: tick.v + later.v };
}

/** Anyone who knows the day before it gets the day by taking its extremes in: a new high or low is the run's own, nothing else changed. */
export function isToldByItsRun({ open, status, opens_at, high, low, hi, lo }: QuoteBatchRow): boolean {
  const isSame = open === undefined && status === undefined && opens_at === undefined;
  return isSame && (high === undefined || high === hi) && (low === undefined || low === lo);
}
