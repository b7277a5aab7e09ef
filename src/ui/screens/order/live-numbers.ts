/** Price and profit of an open order as they move; until the engine has sent the first ones, as the server's list had them. */
import { type ReadonlySignal, useComputed } from '@preact/signals';
import { decimal, type Money } from '#domain/decimal.ts';
import type { OrderRow } from '#protocol/rest/forex.ts';
import { toneOf } from '../../format.ts';
import { liveOrder } from '../../state/orders.ts';
import { orderPriceText, recordProfitText } from './order-texts.ts';

export type LiveNumbers = {
  readonly price: ReadonlySignal<number>;
  readonly priceText: ReadonlySignal<string>;
  readonly profitText: ReadonlySignal<string>;
  readonly tone: ReadonlySignal<'' | 'up' | 'down'>;
};

export function useLiveNumbers(row: OrderRow): LiveNumbers {
  const live = liveOrder(row.Id);
  const price = useComputed(() => (Number.isNaN(live.price.value) ? row.UpdatePrice || row.Price : live.price.value));
  const profit = useComputed(() => (Number.isNaN(live.price.value) ? decimal<Money>(row.FactProfits) : live.profit.value));
  return {
    price,
    priceText: useComputed(() => orderPriceText(row, price.value)),
    profitText: useComputed(() => recordProfitText(profit.value)),
    tone: useComputed(() => toneOf(profit.value)),
  };
}
