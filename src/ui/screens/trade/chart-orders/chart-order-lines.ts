/** Which lines an order has on its chart, and where its stops may be dragged to. */
import type { Side } from '#domain/contract.ts';
import { decimalFromNumber, type Price, toNumber, unitOfDigits } from '#domain/decimal.ts';
import { entryPrice, isLive, type Order } from '#domain/order.ts';
import { nearestStop, type StopName, stopAt } from '#domain/stops.ts';

/** Orders with lines on one chart, newest first; tags that have no room stand together. */
export const CHART_ORDERS_MAX = 50;

type OrderLineKind = 'entry' | 'pending' | StopName;
export type OrderLine = { readonly key: string; readonly kind: OrderLineKind; readonly price: number; readonly order: Order };

/** Open and pending orders of a product, the newest ones. */
export const ordersOfProduct = (orders: readonly Order[], productId: number): Order[] =>
  orders
    .filter((order) => order.product.id === productId && isLive(order))
    .sort((a, b) => b.id - a.id)
    .slice(0, CHART_ORDERS_MAX);

/** The lines of one order: where it began, and its stops. */
export function linesOfOrder(order: Order): OrderLine[] {
  const lines: OrderLine[] = [
    { key: `${order.id}/entry`, kind: order.state === 'pending' ? 'pending' : 'entry', price: toNumber(entryPrice(order)), order },
    { key: `${order.id}/stopLoss`, kind: 'stopLoss', price: toNumber(order.stopLoss), order },
    { key: `${order.id}/takeProfit`, kind: 'takeProfit', price: toNumber(order.takeProfit), order },
  ];
  return lines.filter((line) => line.price > 0);
}

/** A price rounded to the product's digits. */
export const roundedPrice = (price: number, digits: number): number => Number(price.toFixed(digits));

/** The exact price that a point of the chart stands for; a point below the axis is nothing. */
const exact = (price: number): Price => decimalFromNumber<Price>(price) ?? 0n;

/** The stop that a line dragged from the entry to a price becomes; none at the reference itself. */
export const stopOfDrag = (side: Side, price: number, reference: number): StopName | undefined =>
  stopAt(side, exact(price), exact(reference));

/** Where a stop that is dragged to a price is held. */
export const allowedStop = (side: Side, stop: StopName, price: number, at: { reference: number; digits: number }): number =>
  toNumber(nearestStop(side, stop, exact(price), { reference: exact(at.reference), unit: unitOfDigits(at.digits) }));
