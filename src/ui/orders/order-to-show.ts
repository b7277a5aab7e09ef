/** The order that its list is to open in place, asked for from elsewhere: by the "View" of a toast. */
import { signal } from '@preact/signals';
import type { OrderList } from '#domain/order.ts';

/** `undefined`: none, or its list has taken it. */
export const orderToShow = signal<{ readonly list: OrderList; readonly id: number } | undefined>(undefined);
