/** Price and profit of an order as they move; until the engine has sent the first ones, as the server's list had them. */
import { type ReadonlySignal, useComputed } from '@preact/signals';
import { decimal, decimalFromNumber, type Money, type Price } from '#domain/decimal.ts';
import { contractProfit } from '#domain/profit.ts';
import type { OrderRow } from '#protocol/rest/forex.ts';
import { toneOf } from '../../format.ts';
import { liveOrder } from '../../state/orders.ts';
import { quoteOf } from '../../state/quotes.ts';
import { positionOf } from './order-position.ts';
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

/** The newest price of an order's product: of a position as the engine values it, of a pending order the quote itself. */
export function useMarketPrice(row: OrderRow): { readonly price: ReadonlySignal<number>; readonly text: ReadonlySignal<string> } {
  const live = liveOrder(row.Id);
  const quote = quoteOf(row.ForexTradeLists.Id);
  const price = useComputed(() => {
    const moving = row.Status === 1 ? live.price.value : quote.close.value;
    return Number.isNaN(moving) ? row.UpdatePrice || row.Price : moving;
  });
  return { price, text: useComputed(() => orderPriceText(row, price.value)) };
}

/** What an order would come to at a price; `undefined` for no price or for more than an account can hold. */
export function profitAt(row: OrderRow, price: number, lots?: bigint): Money | undefined {
  const at = decimalFromNumber<Price>(price);
  if (at === undefined || at <= 0n) return undefined;
  try {
    return contractProfit({ ...positionOf(row, lots), price: at });
  } catch {
    return undefined;
  }
}
