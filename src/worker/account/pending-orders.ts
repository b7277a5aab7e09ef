/** Orders that wait for their price: nothing of theirs moves with a tick. It never holds one that is held or closed. */
import type { Order } from '#domain/order.ts';

export class PendingOrders extends Map<number, Order> {
  /** Takes the list of REST. `isPut`: received since that list was asked for, so newer than it; `isOver`: open or closed by now. */
  take(orders: readonly Order[], isPut: (id: number) => boolean, isOver: (id: number) => boolean): void {
    for (const id of this.keys()) if (!isPut(id) || isOver(id)) this.delete(id);
    for (const order of orders) if (!isPut(order.id) && !isOver(order.id)) this.set(order.id, order);
  }
}
