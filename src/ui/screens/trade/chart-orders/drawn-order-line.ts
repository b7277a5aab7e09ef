/** A line of an order as it is drawn: its words, its live net, and how it is dragged. */
import { computed } from '@preact/signals';
import { toNumber } from '#domain/decimal.ts';
import { entryPrice, type Order } from '#domain/order.ts';
import { netOf } from '#domain/order-result.ts';
import type { StopName } from '#domain/stops.ts';
import type { PriceLine, PriceLineDrag } from '../../../charts/tags/price-line.ts';
import { t } from '../../../language/i18n.ts';
import { netAt } from '../../../orders/order-position.ts';
import { showOrder } from '../../../orders/order-to-show.ts';
import { liveOrder } from '../../../state/orders.ts';
import { quoteOf } from '../../../state/quotes.ts';
import { amountTone, priceText, signedAmountText } from '../../../text/format.ts';
import { allowedStop, type OrderLine, roundedPrice, stopOfDrag } from './chart-order-lines.ts';
import { orderText } from './chart-order-texts.ts';

const isStop = (line: OrderLine): line is OrderLine & { kind: StopName } => line.kind === 'stopLoss' || line.kind === 'takeProfit';

/** The price that stops are measured by: the newest one, of a pending order the one that it waits for; NaN while there is none. */
const referenceOf = (order: Order): number =>
  order.state === 'pending' ? toNumber(order.askedPrice) : quoteOf(order.product.id).close.peek();

/** The stop that a line is, or becomes when it is dragged from the entry to this price. */
export const stopOf = (line: OrderLine, price: number): StopName | undefined =>
  isStop(line) ? line.kind : stopOfDrag(line.order.side, price, referenceOf(line.order));

export function drawnLine(line: OrderLine): PriceLine {
  const { order, kind, key, price } = line;
  const open = () => showOrder(order.state === 'pending' ? 'pending' : 'holding', order.id);
  const base = { key, kind, price, group: `order/${order.id}`, drag: dragOf(line), open };
  const at = priceText(price, order.product.pricePrecision);
  if (isStop(line)) {
    const money = netAt(order, price);
    const label = t('chart:line.stop-tag', { stop: t(`chart:${line.kind}.short`), price: at });
    return { ...base, label, ...(money === undefined ? {} : { value: signedAmountText(money, 2) }) };
  }
  if (kind === 'pending') return { ...base, label: t('chart:line.waits', { order: orderText(order) }), value: at };
  const { profit } = liveOrder(order.id);
  const net = computed(() => netOf({ ...order, profit: profit.value }));
  return {
    ...{ ...base, label: orderText(order) },
    ...{ value: computed(() => signedAmountText(net.value, 2)), tone: computed(() => amountTone(net.value, 2)) },
  };
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
      const money = netAt(order, price);
      return stop && money !== undefined ? `${t(`chart:${stop}.short`)} ${name} ${signedAmountText(money, 2)}` : name;
    },
  };
}
