/** The lists of the server behind the three tabs, and the live ones kept true by the engine between reads. */
import { type ReadonlySignal, signal, useComputed } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import type { OrderRow } from '#protocol/rest/forex.ts';
import { myDeal } from '#rest/forex.ts';
import { request } from '../../request.ts';
import { listen } from '../../state/events.ts';
import { openOrders } from '../../state/orders.ts';
import { invalidate, type Page, type Pages, usePages } from '../../state/query.ts';
import { stampMs } from '../../time.ts';
import type { DayRange } from './day-range.ts';
import { liveRows } from './live-rows.ts';
import type { RecordType } from './order-query.ts';

/** First part of the keys; then the type, then the range. */
const RECORDS_KEY = 'records';
/** Ids of orders that are over and are remembered while a list may still hold them. */
const GONE_MAX = 1_000;

export type RecordPage = Page<OrderRow> & { factProfits: string };
export type Records = Pages<OrderRow, RecordPage>;

/** One of the three lists, page by page, newest first; with a range only the orders of those days (decision D1.2.31). */
export function useRecords(type: RecordType, range: DayRange | undefined): Records {
  const times = range && { startTime: range.startTime, endTime: range.endTime };
  return usePages<OrderRow, RecordPage>({
    key: [RECORDS_KEY, type, range?.startTime ?? 0, range?.endTime ?? 0],
    keyOf: (row) => row.Id,
    read: async (page, abort) => {
      const reply = await myDeal(request, { status: type, page, ...times }, { signal: abort, silent: true });
      return { items: reply.data, total: reply.total, factProfits: reply.all_fact_profits };
    },
  });
}

/** Orders that are closed or cancelled for certain, whatever an older list says. */
const goneIds = signal<ReadonlySet<number>>(new Set());

export function noteGone(ids: readonly number[]): void {
  goneIds.value = new Set([...[...goneIds.peek()].slice(ids.length - GONE_MAX), ...ids]);
  void invalidate(RECORDS_KEY, 3);
}
/** All three lists may be old. */
export const reloadRecords = (): void => void invalidate(RECORDS_KEY);

// A close is news whether the records are on screen or not.
listen('closed', (event) => noteGone(event.ids));
listen('order', (event) => {
  if (event.status >= 3) noteGone([event.id]);
  reloadRecords();
});

/** The holding or the pending list as it should be shown at this moment. */
export function useLiveRows(status: 0 | 1, pages: Records, range: DayRange | undefined): ReadonlySignal<readonly OrderRow[]> {
  const source = useMemo(() => signal({ pages, range }), []);
  useEffect(() => {
    source.value = { pages, range };
  }, [pages, range]);
  return useComputed(() => {
    const { items } = source.value.pages;
    const isTaken = (row: OrderRow) => isInRange(row, source.value.range);
    return liveRows({ status, pages: items.value, engine: openOrders.value, gone: goneIds.value, isTaken });
  });
}

function isInRange(row: OrderRow, range: DayRange | undefined): boolean {
  if (!range) return true;
  const createdS = stampMs(row.CreateTimeHandler) / 1000;
  return createdS >= range.startTime && createdS < range.endTime;
}
