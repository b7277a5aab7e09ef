/** Open orders as the engine keeps them: the order, its terms as the formulas take them, and what the server said of it last. */
import type { Position } from '#domain/contract.ts';
import { type Money, type Ratio, toNumber } from '#domain/decimal.ts';
import { type Order, orderPosition } from '#domain/order.ts';
import { orderPage } from '#rest/orders.ts';
import type { Request } from '#rest/request.ts';

/** Open orders of one user at most (decision D1.4.27). */
export const ORDERS_MAX = 200;
const PAGE_SIZE = 50;

/** Price and profit as the server told them. `atMs`: steady ms of the snapshot; -Infinity for what the order itself says. */
type Told = { readonly price: number; readonly profit: Money; readonly atMs: number };

export type HeldOrder = {
  readonly order: Order;
  readonly position: Position;
  /** Steady ms at which a reply or a push first brought it; 0 for what REST listed. */
  readonly putAt: number;
  told: Told;
};

/** Every order of a list, page by page; a back end that answers with others too is read for what was asked. */
export async function ordersOf(list: 'pending' | 'holding', request: Request): Promise<Order[]> {
  const found = new Map<number, Order>();
  for (let page = 1; page <= ORDERS_MAX / PAGE_SIZE; page++) {
    const { orders, total } = await orderPage(request, { list, page, limit: PAGE_SIZE }, { silent: true });
    for (const order of orders) if (order.state === list) found.set(order.id, order);
    if (orders.length === 0 || found.size >= total) break;
  }
  return [...found.values()].slice(0, ORDERS_MAX);
}

/** `contractNumber` of its product stands in where a back end does not copy it onto the order. `before`: as it was held until now. */
export function heldOrder(order: Order, putAt: number, contractNumber: Ratio | undefined, before: HeldOrder | undefined): HeldOrder {
  const own = { price: toNumber(order.price), profit: order.profit, atMs: Number.NEGATIVE_INFINITY };
  const told = before && before.told.atMs > own.atMs ? before.told : own;
  return { order, position: orderPosition(order, contractNumber), putAt, told };
}
