/** The lists of the server behind the three tabs, and the live ones kept true by the engine between reads. */
import { type ReadonlySignal, signal, useComputed } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { isLive, type Order, type OrderList } from '#domain/order.ts';
import type { OrderPage } from '#protocol/order-replies.ts';
import { orderPage } from '#rest/orders.ts';
import { request } from '../../../requests/request.ts';
import { listen } from '../../../state/events.ts';
import { openOrders } from '../../../state/orders.ts';
import { type Page, type Pages, usePages } from '../../../state/pages.ts';
import { invalidate } from '../../../state/query.ts';
import type { DayRange } from '../dates/day-range.ts';
import { liveOrders } from './live-orders.ts';
import { noteEnds } from './order-ends.ts';

/** First part of the keys; then the list, then the range. */
const RECORDS_KEY = 'records';
/** Ids of orders that are over and are remembered while a list may still hold them. */
const GONE_MAX = 1_000;

export type RecordPage = Page<Order> & Pick<OrderPage, 'profit' | 'charges'>;
type Records = Pages<Order, RecordPage>;

/** One of the three lists, page by page, newest first; with a range only the orders of those days (decision D1.2.31). */
export function useRecords(list: OrderList, range: DayRange | undefined): Records {
  return usePages<Order, RecordPage>({
    key: [RECORDS_KEY, list, range?.startS ?? 0, range?.endS ?? 0],
    keyOf: (order) => order.id,
    read: async (page, abort) => {
      const { orders: items, ...sums } = await orderPage(request, { list, page, days: range }, { signal: abort, silent: true });
      return { items, ...sums };
    },
  });
}

/** Orders that are closed or cancelled for certain, whatever an older list says. */
const goneIds = signal<ReadonlySet<number>>(new Set());

export function noteGone(ids: readonly number[]): void {
  goneIds.value = new Set([...goneIds.peek(), ...ids].slice(-GONE_MAX));
  void invalidate(RECORDS_KEY, 'closed');
}
/** All three lists may be old. */
export const reloadRecords = (): void => void invalidate(RECORDS_KEY);

// A close is news whether the records are on screen or not.
listen('closed', ({ ids, reasons }) => {
  noteEnds(ids, (id) => reasons[id] ?? 'manual');
  noteGone(ids);
});
listen('order', (event) => {
  if (!isLive(event)) {
    // Why a position was closed has its own event.
    if (event.state === 'cancelled') noteEnds([event.id], () => 'cancelled');
    noteGone([event.id]);
  }
  reloadRecords();
});

/** The holding or the pending list as it should be shown at this moment. */
export function useLiveOrders(list: 'pending' | 'holding', pages: Records, range: DayRange | undefined): ReadonlySignal<readonly Order[]> {
  const source = useMemo(() => signal({ pages, range }), []);
  useEffect(() => {
    source.value = { pages, range };
  }, [pages, range]);
  return useComputed(() => {
    const { items } = source.value.pages;
    const isTaken = (order: Order) => isInRange(order, source.value.range);
    return liveOrders({ list, pages: items.value, engine: openOrders.value, gone: goneIds.value, isTaken });
  });
}

function isInRange(order: Order, range: DayRange | undefined): boolean {
  if (!range) return true;
  const createdS = order.createdAtMs / 1000;
  return createdS >= range.startS && createdS < range.endS;
}
