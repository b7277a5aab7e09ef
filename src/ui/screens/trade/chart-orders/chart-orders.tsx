/** The orders of the product upon its chart: lines with live profit, stops that are dragged, and the question before one is moved. */
import { type ReadonlySignal, type Signal, useComputed, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { toNumber } from '#domain/decimal.ts';
import { entryPrice, type Order } from '#domain/order.ts';
import type { Product } from '#domain/product.ts';
import type { StopName } from '#domain/stops.ts';
import { type LineDraft, type PriceLine, type PriceLineDrag, PriceLines } from '../../../charts/price-lines.tsx';
import type { PriceScale } from '../../../charts/price-range.ts';
import { watchOrders } from '../../../engine/watch.ts';
import { t } from '../../../language/i18n.ts';
import { useWhileActive } from '../../../navigation/page-active.ts';
import { profitAt } from '../../../orders/order-position.ts';
import { liveOrder, openOrders } from '../../../state/orders.ts';
import { quoteOf } from '../../../state/quotes.ts';
import { priceText, signedAmountText } from '../../../text/format.ts';
import { allowedStop, linesOfOrder, type OrderLine, ordersOfProduct, roundedPrice, stopOfDrag } from './chart-order-lines.ts';
import { orderText } from './chart-order-texts.ts';
import { type ChartStop, ChartStopSheet } from './chart-stop-sheet.tsx';

type ChartOrdersProps = {
  product: Product;
  scale: ReadonlySignal<PriceScale | undefined>;
  /** Set here: prices that the scale should take in. */
  marks: Signal<readonly number[]>;
};

export function ChartOrders({ product, scale, marks }: ChartOrdersProps) {
  const asked = useSignal<ChartStop | undefined>(undefined);
  const draft = useSignal<LineDraft | undefined>(undefined);
  const orders = ordersOfProduct(openOrders.value ?? [], product.id);
  const lines = orders.flatMap(linesOfOrder);
  const prices = lines.map((line) => line.price).join();
  useWhileActive(watchOrders);
  useEffect(() => {
    marks.value = lines.map((line) => line.price);
  }, [prices]);
  useEffect(
    () => () => {
      marks.value = [];
    },
    [],
  );
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
  const draftedKey = useComputed(() => draft.value?.key).value;
  const shown = lines.flatMap((line) => {
    const drawn = drawnLine(line);
    // What is dragged from the entry is a new line: the entry stays.
    return line.key === draftedKey && !isStop(line) ? [plain(drawn), drawn] : [drawn];
  });
  return (
    <>
      <PriceLines
        lines={shown}
        scale={scale}
        draft={draft}
        formatPrice={(price) => priceText(price, product.pricePrecision)}
        onDrop={drop}
      />
      <ChartStopSheet asked={asked} orders={orders} onClose={forget} />
    </>
  );
}

const isStop = (line: OrderLine): line is OrderLine & { kind: StopName } => line.kind === 'stopLoss' || line.kind === 'takeProfit';
const plain = ({ key, kind, price, label }: PriceLine): PriceLine => ({ key: `${key}/kept`, kind, price, label });

/** The price that stops are measured by: the newest one, of a pending order the one that it waits for; NaN while there is none. */
const referenceOf = (order: Order): number =>
  order.state === 'pending' ? toNumber(order.askedPrice) : quoteOf(order.product.id).close.peek();

/** The stop that a line is, or becomes when it is dragged from the entry to this price. */
const stopOf = (line: OrderLine, price: number): StopName | undefined =>
  isStop(line) ? line.kind : stopOfDrag(line.order.side, price, referenceOf(line.order));

function drawnLine(line: OrderLine): PriceLine {
  const { order, kind, key, price } = line;
  const base = { key, kind, price, drag: dragOf(line) };
  if (isStop(line)) {
    const money = profitAt(order, price);
    const label = `${t(`chart:${line.kind}.short`)} ${orderText(order)}`;
    return { ...base, label, ...(money === undefined ? {} : { value: signedAmountText(money, 2) }) };
  }
  if (kind === 'pending') return { ...base, label: orderText(order) };
  const live = liveOrder(order.id);
  return { ...base, label: orderText(order), value: live.profitText, tone: live.tone };
}

function dragOf(line: OrderLine): PriceLineDrag {
  const { order } = line;
  const digits = order.product.pricePrecision;
  const name = orderText(order);
  return {
    name: isStop(line)
      ? t('chart:line.stop', { stop: t(`chart:${line.kind}`), order: name })
      : t('chart:line.entry', { order: name, price: priceText(toNumber(entryPrice(order)), digits) }),
    allow(price) {
      const reference = referenceOf(order);
      if (!Number.isFinite(reference)) return line.price;
      const wanted = roundedPrice(price, digits);
      const stop = stopOf(line, wanted);
      return stop ? allowedStop(order.side, stop, wanted, { reference, digits }) : wanted;
    },
    describe(price) {
      const stop = stopOf(line, price);
      const money = profitAt(order, price);
      return stop && money !== undefined ? `${t(`chart:${stop}.short`)} ${name} ${signedAmountText(money, 2)}` : name;
    },
  };
}
