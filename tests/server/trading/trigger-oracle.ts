/**
 * When an order's stops and triggers must fire, found by looking through all ticks: an offline oracle that imports nothing of ours.
 * Prices are whole numbers of the product's step. Decisions D1.4.05 and D1.4.06.
 */
export type OracleTick = { readonly seq: number; readonly product: number; readonly price: number };
/** Stops as they stood from the tick after `from`; 0: none. */
export type OracleStops = { readonly from: number; readonly stopLoss: number; readonly takeProfit: number };
export type OracleOrder = {
  readonly product: number;
  readonly sign: 1 | -1;
  /** Newest tick at the submission. */
  readonly from: number;
  /** Of a pending order; 0: it was a market order. */
  readonly target: number;
  /** Price of the product at the submission. */
  readonly price: number;
  /** In the order in which they were set. */
  readonly stops: readonly OracleStops[];
};
type OracleEnd = { openSeq: number; open: number; closeSeq: number; close: number; reason: '' | 'sl' | 'tp' };

/** Where the order is after all ticks. `openSeq` 0: still pending (or opened before the first tick); `closeSeq` 0: still held. */
export function oracle(order: OracleOrder, ticks: readonly OracleTick[]): OracleEnd {
  const end: OracleEnd = { openSeq: 0, open: 0, closeSeq: 0, close: 0, reason: '' };
  let heldFrom = order.target === 0 ? order.from : Number.POSITIVE_INFINITY;
  for (const { seq, product, price } of ticks) {
    if (product !== order.product || seq <= order.from) continue;
    if (heldFrom === Number.POSITIVE_INFINITY) {
      const isMet = order.target < order.price ? price <= order.target : price >= order.target;
      if (!isMet) continue;
      heldFrom = seq;
      end.openSeq = seq;
      end.open = price;
      continue;
    }
    const stops = order.stops.filter((it) => it.from < seq).at(-1);
    if (!stops) continue;
    const isLoss = stops.stopLoss > 0 && (price - stops.stopLoss) * order.sign <= 0;
    const isProfit = stops.takeProfit > 0 && (price - stops.takeProfit) * order.sign >= 0;
    if (isLoss || isProfit) return { ...end, closeSeq: seq, close: price, reason: isLoss ? 'sl' : 'tp' };
  }
  return end;
}
