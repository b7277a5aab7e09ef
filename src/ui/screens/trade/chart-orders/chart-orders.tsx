/** The orders of the product upon its chart: lines with live profit, stops that are dragged, and the question before one is moved. */
import { type ReadonlySignal, type Signal, useSignal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import type { Product } from '#domain/product.ts';
import type { ChartMarks } from '../../../charts/chart-extra.ts';
import type { PriceScale } from '../../../charts/price-range.ts';
import { lineMarks } from '../../../charts/tags/line-painter.ts';
import type { LineDraft, PriceLine } from '../../../charts/tags/price-line.ts';
import { PriceTags } from '../../../charts/tags/price-tags.tsx';
import { watchOrders } from '../../../engine/watch.ts';
import { t } from '../../../language/i18n.ts';
import { useWhileActive } from '../../../navigation/page-active.ts';
import { openOrders } from '../../../state/orders.ts';
import { priceText } from '../../../text/format.ts';
import { linesOfOrder, ordersOfProduct } from './chart-order-lines.ts';
import { ChartOrderList } from './chart-order-list.tsx';
import { type ChartStop, ChartStopSheet } from './chart-stop-sheet.tsx';
import { drawnLine, stopOf } from './drawn-order-line.ts';

type ChartOrdersProps = {
  product: Product;
  scale: ReadonlySignal<PriceScale | undefined>;
  /** Set here: what stands at prices. */
  marks: Signal<ChartMarks | undefined>;
};

export function ChartOrders({ product, scale, marks }: ChartOrdersProps) {
  const asked = useSignal<ChartStop | undefined>(undefined);
  const draft = useSignal<LineDraft | undefined>(undefined);
  const chosenId = useSignal(0);
  const listed = useSignal<readonly string[]>([]);
  const all = openOrders.value ?? [];
  const orders = useMemo(() => ordersOfProduct(all, product.id), [all, product.id]);
  const lines = useMemo(() => orders.flatMap(linesOfOrder), [orders]);
  const drawn = useMemo(() => lines.map((line) => drawnLine(line, line.order.id === chosenId.value)), [lines, chosenId.value]);
  useWhileActive(watchOrders);
  useMarks(marks, drawn);
  const forget = () => {
    draft.value = undefined;
    asked.value = undefined;
  };
  const drop = (key: string, price: number) => {
    const line = lines.find((found) => found.key === key);
    const stop = line && stopOf(line, price);
    if (line && stop) asked.value = { orderId: line.order.id, stop, price };
    else forget();
  };
  const formatPrice = (price: number) => priceText(price, product.pricePrecision);
  return (
    <>
      <PriceTags
        lines={drawn}
        scale={scale}
        draft={draft}
        formatPrice={formatPrice}
        onDrop={drop}
        manyText={(many) => manyText(many, formatPrice)}
        onMany={(many) => (listed.value = many.map(({ key }) => key))}
      />
      <ChartOrderList
        listed={listed}
        lines={drawn}
        formatPrice={formatPrice}
        onChoose={(key) => (chosenId.value = lines.find((line) => line.key === key)?.order.id ?? 0)}
      />
      <ChartStopSheet asked={asked} orders={orders} onClose={forget} />
    </>
  );
}

/** Lines are painted by the chart, anew when one of them is another; profits that move change none. */
function useMarks(marks: Signal<ChartMarks | undefined>, lines: readonly PriceLine[]): void {
  const places = lines.map(({ kind, price }) => `${kind}${price}`).join();
  useEffect(() => {
    marks.value = lines.length > 0 ? lineMarks(lines) : undefined;
  }, [places]);
  useEffect(
    () => () => {
      marks.value = undefined;
    },
    [],
  );
}

/** '3 orders', or '3 stops'; for those who do not see where it is, from which price to which. */
function manyText(lines: readonly PriceLine[], formatPrice: (price: number) => string): { text: string; name: string } {
  const prices = lines.map(({ price }) => price);
  const isOrders = lines.every(({ kind }) => kind === 'entry' || kind === 'pending');
  const text = t(isOrders ? 'chart:tags.orders' : 'chart:tags.stops', { count: lines.length });
  const [from, to] = [formatPrice(Math.min(...prices)), formatPrice(Math.max(...prices))];
  return { text, name: t('chart:tags.open', { text, from, to }) };
}
