/** The order that its list is to open in place, asked for from elsewhere: by the "View" of a toast, by its tag upon the chart. */
import { signal } from '@preact/signals';
import type { OrderList } from '#domain/order.ts';
import { navigate } from '../navigation/navigate.ts';
import { ordersPath } from '../paths.ts';

/** `id`: 0 for the list alone. `undefined`: none, or its list has taken it. */
export const orderToShow = signal<{ readonly list: OrderList; readonly id: number } | undefined>(undefined);

const LIST_TYPES: Readonly<Record<OrderList, 0 | 1 | 3>> = { pending: 0, holding: 1, closed: 3 };

/** Goes to the list, and to the order in it; without an id to the list alone. */
export function showOrder(list: OrderList, id = 0): void {
  orderToShow.value = { list, id };
  navigate(ordersPath(LIST_TYPES[list]));
}
