/** Which row of a list stands open: one at a time. A toast may have asked for one before the list was on screen. */
import { type ReadonlySignal, type Signal, useSignal, useSignalEffect } from '@preact/signals';
import type { OrderList } from '#domain/order.ts';
import { orderToShow } from '../../../orders/order-to-show.ts';

export type RowOpening = {
  /** 0: none. */
  readonly id: ReadonlySignal<number>;
  /** Opens the row of an order, or closes it. */
  toggle(id: number): void;
};

/** `range`: days that the list is cut down to; all of them again when an order is asked for, which they might hide. */
export function useRowOpening(list: OrderList, range: Signal<unknown>): RowOpening {
  const id = useSignal(0);
  useSignalEffect(() => {
    if (orderToShow.value?.list !== list) return;
    id.value = orderToShow.value.id;
    orderToShow.value = range.value = undefined;
  });
  return { id, toggle: (next) => (id.value = id.peek() === next ? 0 : next) };
}
