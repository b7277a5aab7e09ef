/** Price, profit and net of an order as they move; until the engine has sent the first ones, as the server's list had them. */
import { type ReadonlySignal, useComputed } from '@preact/signals';
import { toNumber } from '#domain/decimal.ts';
import type { Order } from '#domain/order.ts';
import { netOf } from '#domain/order-result.ts';
import { liveOrder } from '../state/orders.ts';
import { quoteOf } from '../state/quotes.ts';
import { amountTone } from '../text/format.ts';
import { moneyText } from '../text/money.ts';
import { netText, orderPriceText, returnText } from './order-texts.ts';

type LiveNumbers = {
  readonly price: ReadonlySignal<number>;
  readonly priceText: ReadonlySignal<string>;
  /** Bare, and with its currency. */
  readonly profitText: ReadonlySignal<string>;
  readonly profitMoney: ReadonlySignal<string>;
  /** Profit, nights and fee together, bare and with its currency, and what that is of the margin. */
  readonly netText: ReadonlySignal<string>;
  readonly netMoney: ReadonlySignal<string>;
  readonly returnText: ReadonlySignal<string>;
  /** By the net: a profit that is smaller than its fee is no gain. */
  readonly tone: ReadonlySignal<'' | 'up' | 'down'>;
};

/** Of an order that nobody has priced yet, the price that it was opened at. */
const priceOf = (order: Order): number => toNumber(order.price || order.openPrice);

export function useLiveNumbers(order: Order): LiveNumbers {
  const live = liveOrder(order.id);
  const price = useComputed(() => (Number.isNaN(live.price.value) ? priceOf(order) : live.price.value));
  const profit = useComputed(() => (Number.isNaN(live.price.value) ? order.profit : live.profit.value));
  const net = useComputed(() => netOf({ ...order, profit: profit.value }));
  return {
    price,
    priceText: useComputed(() => orderPriceText(order, price.value)),
    profitText: useComputed(() => netText(profit.value)),
    profitMoney: useComputed(() => moneyText(profit.value, { sign: true })),
    netText: useComputed(() => netText(net.value)),
    netMoney: useComputed(() => moneyText(net.value, { sign: true })),
    returnText: useComputed(() => returnText(net.value, order)),
    tone: useComputed(() => amountTone(net.value, 2)),
  };
}

/** The newest price of an order's product: of a position as the engine values it, of a pending order the quote itself. */
export function useMarketPrice(order: Order): { readonly price: ReadonlySignal<number>; readonly text: ReadonlySignal<string> } {
  const live = liveOrder(order.id);
  const quote = quoteOf(order.product.id);
  const price = useComputed(() => {
    const moving = order.state === 'holding' ? live.price.value : quote.close.value;
    return Number.isNaN(moving) ? priceOf(order) : moving;
  });
  return { price, text: useComputed(() => orderPriceText(order, price.value)) };
}
