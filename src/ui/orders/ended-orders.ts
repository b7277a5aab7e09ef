/** Orders as they ended without their owner: how, and for what money, is read from the history, since only the server knows at which tick it was. */
import { signal } from '@preact/signals';
import type { Order } from '#domain/order.ts';
import { orderPage } from '#rest/orders.ts';
import { request } from '../requests/request.ts';

/** Orders of the history that are looked through for what has just ended, and of them that are remembered. */
const HISTORY_MAX = 50;

const ended = signal<ReadonlyMap<number, Order>>(new Map());

/** `undefined` until it was read. */
export const endedOrder = (id: number): Order | undefined => ended.value.get(id);

/** The orders as they ended; fewer where the history cannot be read. */
export async function endedOrders(orders: readonly Order[]): Promise<Order[]> {
  const ids = new Set(orders.map(({ id }) => id));
  try {
    const page = await orderPage(request, { list: 'closed', page: 1, limit: HISTORY_MAX }, { silent: true });
    const found = page.orders.filter(({ id }) => ids.has(id));
    ended.value = new Map([...ended.peek(), ...found.map((order) => [order.id, order] as const)].slice(-HISTORY_MAX));
    return found;
  } catch {
    return [];
  }
}
