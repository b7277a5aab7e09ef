/**
 * Open and pending orders as the engine holds them, and the live price and profit of each that is open.
 *   openOrders.value: Order[]   const live = liveOrder(order.id);  <b data-tone={live.tone}>{live.profitText}</b>
 */
import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { type Money, toNumber } from '#domain/decimal.ts';
import type { Order } from '#domain/order.ts';
import { amountTone, priceText, signedAmountText } from '../text/format.ts';

/** Positions before pending orders; `undefined` until the engine has told once since the login. */
export const openOrders = signal<readonly Order[] | undefined>(undefined);

type LiveOrder = {
  readonly price: Signal<number>;
  readonly profit: Signal<Money>;
  /** Padded to the product's precision. */
  readonly priceText: ReadonlySignal<string>;
  /** With sign and 2 digits; records show 6 (`signedAmountText(profit.value, 6)`). */
  readonly profitText: ReadonlySignal<string>;
  readonly tone: ReadonlySignal<'' | 'up' | 'down'>;
};
type Entry = LiveOrder & { precision: Signal<number> };

/** Bounded by what is open: entries of orders that closed go when the next list comes. Micro trades have a minus before their id. */
const live = new Map<number, Entry>();

/** The live numbers of an order; the same object as long as it is open. */
export function liveOrder(id: number): LiveOrder {
  return entry(id);
}

function entry(id: number): Entry {
  let found = live.get(id);
  if (!found) {
    const price = signal(Number.NaN);
    const profit = signal<Money>(0n);
    const precision = signal(2);
    found = {
      price,
      profit,
      precision,
      priceText: computed(() => priceText(price.value, precision.value)),
      profitText: computed(() => signedAmountText(profit.value, 2)),
      tone: computed(() => amountTone(profit.value, 2)),
    };
    live.set(id, found);
  }
  return found;
}

/** Takes the whole list of open orders. An order's own numbers stand until the first live ones. */
export function putOrders(orders: readonly Order[]): void {
  const open = new Set(orders.map((order) => order.id));
  for (const id of live.keys()) if (id > 0 && !open.has(id)) live.delete(id);
  for (const order of orders) {
    const item = entry(order.id);
    item.precision.value = order.product.pricePrecision;
    if (!Number.isNaN(item.price.peek())) continue;
    item.price.value = toNumber(order.price || order.openPrice);
    item.profit.value = order.profit;
  }
  openOrders.value = orders;
}

/** Takes live numbers out of a frame; only called inside a batch. */
export function writeOrder(id: number, price: number, profit: Money): void {
  const item = live.get(id);
  if (!item) return;
  item.price.value = price;
  item.profit.value = profit;
}

/** An order of another kind has ended. */
export const forgetLive = (id: number): unknown => live.delete(id);

/** A logout or a switch of the account. */
export function forgetOrders(): void {
  live.clear();
  openOrders.value = undefined;
}
