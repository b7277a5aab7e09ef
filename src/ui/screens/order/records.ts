/** The lists of the server behind the three tabs, and the holding list kept true by the engine between reads. */
import { type ReadonlySignal, signal, useComputed } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import type { OrderRow } from '#protocol/rest/forex.ts';
import { myDeal } from '#rest/forex.ts';
import { request } from '../../request.ts';
import { listen } from '../../state/events.ts';
import { openOrders } from '../../state/orders.ts';
import { invalidate, type Page, type Pages, usePages } from '../../state/query.ts';
import { heldRows } from './held-rows.ts';
import type { RecordType } from './order-query.ts';

/** First part of the keys; another part is the type. */
export const RECORDS_KEY = 'records';
/** Ids of closed orders that are remembered while a list may still hold them. */
const CLOSED_MAX = 1_000;

export type RecordPage = Page<OrderRow> & { factProfits: string };

/** One of the three lists, page by page, newest first. */
export function useRecords(type: RecordType): Pages<OrderRow, RecordPage> {
  return usePages<OrderRow, RecordPage>({
    key: [RECORDS_KEY, type],
    keyOf: (row) => row.Id,
    read: async (page, abort) => {
      const reply = await myDeal(request, { status: type, page }, { signal: abort, silent: true });
      return { items: reply.data, total: reply.total, factProfits: reply.all_fact_profits };
    },
  });
}

/** Orders that are closed for certain, whatever an older list says. */
const closedIds = signal<ReadonlySet<number>>(new Set());

export function noteClosed(ids: readonly number[]): void {
  closedIds.value = new Set([...[...closedIds.peek()].slice(ids.length - CLOSED_MAX), ...ids]);
  void invalidate(RECORDS_KEY, 3);
}
// A close is news whether the records are on screen or not.
listen('closed', (event) => noteClosed(event.ids));
listen('order', () => void invalidate(RECORDS_KEY));

/** The holding list as it should be shown at this moment. */
export function useHeldRows(pages: Pages<OrderRow, RecordPage>): ReadonlySignal<readonly OrderRow[]> {
  const source = useMemo(() => signal(pages), []);
  useEffect(() => {
    source.value = pages;
  }, [pages]);
  return useComputed(() => heldRows(source.value.items.value, openOrders.value, closedIds.value));
}
