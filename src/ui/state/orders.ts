/**
 * Open and pending orders as the engine holds them, and the live price and profit of each that is open.
 *   openOrders.value: OrderRow[]   const live = liveOrder(row.Id);  <b data-tone={live.tone}>{live.profitText}</b>
 */
import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { decimalFromWire, type Money } from '#domain/decimal.ts';
import type { OrderRow } from '#protocol/rest/forex.ts';
import { priceText, signedMoneyText, toneOf } from '../format.ts';

/** Whole rows, positions (Status 1) before pending orders (Status 0); `undefined` until the engine has told once since the login. */
export const openOrders = signal<readonly OrderRow[] | undefined>(undefined);

export type LiveOrder = {
  readonly price: Signal<number>;
  readonly profit: Signal<Money>;
  /** Padded to the product's precision. */
  readonly priceText: ReadonlySignal<string>;
  /** With sign and 2 digits; records show 6 (`signedMoneyText(profit.value, 6)`). */
  readonly profitText: ReadonlySignal<string>;
  readonly tone: ReadonlySignal<'' | 'up' | 'down'>;
};
type Entry = LiveOrder & { precision: Signal<number> };

/** Bounded by what is open: entries of orders that closed go when the next list comes. */
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
      profitText: computed(() => signedMoneyText(profit.value, 2)),
      tone: computed(() => toneOf(profit.value)),
    };
    live.set(id, found);
  }
  return found;
}

/** Takes the whole list of open orders. A row's own numbers stand until the first live ones. */
export function putOrders(rows: readonly OrderRow[]): void {
  const open = new Set(rows.map((row) => row.Id));
  for (const id of live.keys()) if (!open.has(id)) live.delete(id);
  for (const row of rows) {
    const item = entry(row.Id);
    item.precision.value = row.ForexTradeLists.PricePrecision;
    if (!Number.isNaN(item.price.peek())) continue;
    item.price.value = row.UpdatePrice || row.Price;
    item.profit.value = decimalFromWire<Money>(row.FactProfits) ?? 0n;
  }
  openOrders.value = rows;
}

/** Takes live numbers out of a frame; only called inside a batch. */
export function writeOrder(id: number, price: number, profit: Money): void {
  const item = live.get(id);
  if (!item) return;
  item.price.value = price;
  item.profit.value = profit;
}

/** A logout or a switch of the account. */
export function forgetOrders(): void {
  live.clear();
  openOrders.value = undefined;
}
