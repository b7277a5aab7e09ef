/** The orders of the product upon its chart: lines with live profit, stops that are dragged, and the question before one is moved. */
import { type ReadonlySignal, type Signal, useComputed, useSignal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import type { StopName } from '#domain/wrong-stops.ts';
import type { OrderRow, ProductRow } from '#protocol/rest/forex.ts';
import { type LineDraft, type PriceLine, type PriceLineDrag, PriceLines } from '../../charts/price-lines.tsx';
import type { PriceScale } from '../../charts/price-range.ts';
import { priceText, signedMoneyText } from '../../format.ts';
import { t } from '../../i18n.ts';
import { useWhileActive } from '../../page-active.ts';
import { liveOrder, openOrders } from '../../state/orders.ts';
import { quoteOf } from '../../state/quotes.ts';
import { watchOrders } from '../../watch.ts';
import {
  allowedStop,
  entryPrice,
  isPendingRow,
  linesOfOrder,
  type OrderLine,
  ordersOfProduct,
  profitAt,
  roundedPrice,
  sideOfRow,
  stopAt,
} from './chart-order-lines.ts';
import { orderText } from './chart-order-texts.ts';
import { createStopEdit } from './chart-stop-edit.ts';
import { ChartStopSheet } from './chart-stop-sheet.tsx';

type ChartOrdersProps = {
  /** True since the product had an order: then this code was fetched. */
  open: Signal<boolean>;
  product: ProductRow;
  scale: ReadonlySignal<PriceScale | undefined>;
  /** Set here: prices that the scale should take in. */
  marks: Signal<readonly number[]>;
};

export function ChartOrders({ product, scale, marks }: ChartOrdersProps) {
  const state = useMemo(createStopEdit, []);
  const draft = useSignal<LineDraft | undefined>(undefined);
  const rows = ordersOfProduct(openOrders.value ?? [], product.Id);
  const lines = rows.flatMap(linesOfOrder);
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
    state.edit.value = undefined;
  };
  const drop = (key: string, price: number) => {
    const line = lines.find((found) => found.key === key);
    const stop = line && stopOf(line, price);
    if (line && stop) state.ask({ orderId: line.row.Id, stop, price });
    else forget();
  };
  const draftedKey = useComputed(() => draft.value?.key).value;
  const shown = lines.flatMap((line) => {
    const drawn = drawnLine(line);
    // What is dragged from the entry is a new line: the entry stays.
    return line.key === draftedKey && !isStop(line) ? [plain(drawn), drawn] : [drawn];
  });
  const asked = state.edit.value;
  return (
    <>
      <PriceLines
        lines={shown}
        scale={scale}
        draft={draft}
        formatPrice={(price) => priceText(price, product.PricePrecision)}
        onDrop={drop}
      />
      <ChartStopSheet state={state} row={rows.find((row) => row.Id === asked?.orderId)} onClose={forget} />
    </>
  );
}

const isStop = (line: OrderLine): line is OrderLine & { kind: StopName } => line.kind === 'stopLoss' || line.kind === 'takeProfit';
const plain = ({ key, kind, price, label }: PriceLine): PriceLine => ({ key: `${key}/kept`, kind, price, label });

/** The price that stops are measured by: the newest one, of a pending order the one that it waits for; NaN while there is none. */
const referenceOf = (row: OrderRow): number => (isPendingRow(row) ? row.OriginPrice : quoteOf(row.ForexTradeLists.Id).close.peek());

/** The stop that a line is, or becomes when it is dragged from the entry to this price. */
const stopOf = (line: OrderLine, price: number): StopName | undefined =>
  isStop(line) ? line.kind : stopAt(sideOfRow(line.row), price, referenceOf(line.row));

function drawnLine(line: OrderLine): PriceLine {
  const { row, kind, key, price } = line;
  const base = { key, kind, price, drag: dragOf(line) };
  if (isStop(line)) {
    const money = profitAt(row, price);
    const label = `${t(`chart:${line.kind}.short`)} ${orderText(row)}`;
    return { ...base, label, ...(money === undefined ? {} : { value: signedMoneyText(money, 2) }) };
  }
  if (kind === 'pending') return { ...base, label: orderText(row) };
  const live = liveOrder(row.Id);
  return { ...base, label: orderText(row), value: live.profitText, tone: live.tone };
}

function dragOf(line: OrderLine): PriceLineDrag {
  const { row } = line;
  const digits = row.ForexTradeLists.PricePrecision;
  const order = orderText(row);
  return {
    name: isStop(line)
      ? t('chart:line.stop', { stop: t(`chart:${line.kind}`), order })
      : t('chart:line.entry', { order, price: priceText(entryPrice(row), digits) }),
    allow(price) {
      const reference = referenceOf(row);
      if (!Number.isFinite(reference)) return line.price;
      const wanted = roundedPrice(price, digits);
      const stop = stopOf(line, wanted);
      return stop ? allowedStop(sideOfRow(row), stop, wanted, { reference, digits }) : wanted;
    },
    describe(price) {
      const stop = stopOf(line, price);
      const money = profitAt(row, price);
      return stop && money !== undefined ? `${t(`chart:${stop}.short`)} ${order} ${signedMoneyText(money, 2)}` : order;
    },
  };
}
