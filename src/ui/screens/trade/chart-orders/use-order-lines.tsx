/** The orders of the product upon its chart: lines with live profit, stops that are dragged, and the question before one is moved. */
import { useSignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import type { Product } from '#domain/product.ts';
import { watchOrders } from '../../../engine/watch.ts';
import { useWhileActive } from '../../../navigation/page-active.ts';
import { openOrders } from '../../../state/orders.ts';
import type { LineSource, SharedDraft } from '../chart-lines/line-source.ts';
import { linesOfOrder, ordersOfProduct } from './chart-order-lines.ts';
import { type ChartStop, ChartStopSheet } from './chart-stop-sheet.tsx';
import { drawnLine, stopOf } from './drawn-order-line.ts';

export function useOrderLines(product: Product, draft: SharedDraft): LineSource {
  const asked = useSignal<ChartStop | undefined>(undefined);
  const all = openOrders.value ?? [];
  const orders = useMemo(() => ordersOfProduct(all, product.id), [all, product.id]);
  const own = useMemo(() => orders.flatMap(linesOfOrder), [orders]);
  const lines = useMemo(() => own.map(drawnLine), [own]);
  const hasOrders = orders.length > 0;
  useWhileActive(() => (hasOrders ? watchOrders() : undefined), [hasOrders]);
  const forget = () => {
    draft.value = undefined;
    asked.value = undefined;
  };
  const drop = (key: string, price: number) => {
    const line = own.find((found) => found.key === key);
    if (!line) return;
    const stop = stopOf(line, price);
    if (stop) asked.value = { orderId: line.order.id, stop, price };
    else forget();
  };
  return { lines, drop, sheets: <ChartStopSheet key="stops" asked={asked} orders={orders} onClose={forget} /> };
}
