/** Which lines an order has on its chart, where its stops may be dragged to, and what they come to; all by the server's own formulas. */
import type { Side } from '#domain/contract.ts';
import { decimal, decimalFromNumber, type Lots, type Money, type Price, type Ratio } from '#domain/decimal.ts';
import { contractProfit } from '#domain/profit.ts';
import { type StopName, standsBelow } from '#domain/wrong-stops.ts';
import type { OrderRow } from '#protocol/rest/forex.ts';

/** Orders with lines on one chart, newest first: more would hide the candles. */
export const CHART_ORDERS_MAX = 12;

export type OrderLineKind = 'entry' | 'pending' | StopName;
export type OrderLine = { readonly key: string; readonly kind: OrderLineKind; readonly price: number; readonly row: OrderRow };

export const isPendingRow = (row: OrderRow): boolean => row.Status === 0;
export const sideOfRow = (row: OrderRow): Side => (row.OrderType === 1 ? 'buy' : 'sell');
/** Price that a position was opened at, or that a pending order waits for. */
export const entryPrice = (row: OrderRow): number => (isPendingRow(row) ? row.OriginPrice : row.Price);
/** The stop that the order has now; 0: none. */
export const stopPrice = (row: OrderRow, stop: StopName): number => (stop === 'stopLoss' ? row.TargetLossPrice : row.TargetProfitPrice);

/** Open and pending orders of a product, the newest ones. */
export const ordersOfProduct = (rows: readonly OrderRow[], productId: number): OrderRow[] =>
  rows
    .filter((row) => row.ForexTradeLists.Id === productId && row.Status <= 1)
    .sort((a, b) => b.Id - a.Id)
    .slice(0, CHART_ORDERS_MAX);

/** The lines of one order: where it began, and its stops. */
export function linesOfOrder(row: OrderRow): OrderLine[] {
  const lines: OrderLine[] = [
    { key: `${row.Id}/entry`, kind: isPendingRow(row) ? 'pending' : 'entry', price: entryPrice(row), row },
    { key: `${row.Id}/stopLoss`, kind: 'stopLoss', price: row.TargetLossPrice, row },
    { key: `${row.Id}/takeProfit`, kind: 'takeProfit', price: row.TargetProfitPrice, row },
  ];
  return lines.filter((line) => line.price > 0);
}

/** Profit at a price, exact, the fee not in it; undefined where a number makes no sense. Example: buy 0.1 lot at 1.08342, 1.07900: −44.2. */
export function profitAt(row: OrderRow, price: number): Money | undefined {
  const at = decimalFromNumber<Price>(price);
  const openPrice = decimalFromNumber<Price>(entryPrice(row));
  if (at === undefined || openPrice === undefined) return undefined;
  return contractProfit({
    side: sideOfRow(row),
    lots: decimal<Lots>(row.Quantity),
    openPrice,
    contractNumber: decimal<Ratio>(row.ForexContNum),
    marginMode: row.MarginMode === 1 ? 1 : 0,
    quoteRate: decimal<Ratio>(row.QuoteRate),
    price: at,
  });
}

/** Which stop a line dragged from the entry becomes: by the side of the reference that it stands on; none at the reference itself. */
export function stopAt(side: Side, price: number, reference: number): StopName | undefined {
  if (price === reference) return undefined;
  return price < reference === standsBelow(side, 'stopLoss') ? 'stopLoss' : 'takeProfit';
}

/** A price rounded to the product's digits. */
export const roundedPrice = (price: number, digits: number): number => Number(price.toFixed(digits));

/** The price nearest to the wanted one that a stop may have: on its side of the reference, at least one step away, above zero. */
export function allowedStop(
  side: Side,
  stop: StopName,
  price: number,
  { reference, digits }: { reference: number; digits: number },
): number {
  const step = 10 ** -digits;
  const isBelow = standsBelow(side, stop);
  const edge = isBelow ? Math.ceil(reference / step - 1e-6) - 1 : Math.floor(reference / step + 1e-6) + 1;
  const wanted = Math.round(price / step);
  const steps = isBelow ? Math.min(wanted, edge) : Math.max(wanted, edge);
  return roundedPrice(Math.max(steps, 1) * step, digits);
}
