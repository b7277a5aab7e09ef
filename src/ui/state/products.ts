/**
 * The tradable products, as the engine's last trade list had them, and the one that is selected.
 *   products.value: ProductRow[]   productMap.value: Map<id, ProductRow>   productsStatus.value: 'loading' | 'ready' | 'failed'
 *   selectedProduct.value: ProductRow | undefined   selectProduct(id)
 */
import { batch, computed, signal } from '@preact/signals';
import { QUOTE_STATE } from '#protocol/frame.ts';
import type { ProductRow } from '#protocol/rest/forex.ts';
import { storage } from '../browser/storage.ts';
import { quoteOf, writeQuote } from './quotes.ts';

export const products = signal<readonly ProductRow[]>([]);
/** 'failed' only while there is nothing to show: an old list is better than none. */
export const productsStatus = signal<'loading' | 'ready' | 'failed'>('loading');
export const productMap = computed(() => new Map(products.value.map((row) => [row.Id, row])));

/** Where the selection is kept (decision D1.2.20). */
const SELECTED_KEY = 'forexId';
const selectedId = signal(Number(storage.get(SELECTED_KEY)) || 0);
/** The selected product; the first one when nothing or something unknown is selected. */
export const selectedProduct = computed<ProductRow | undefined>(() => productMap.value.get(selectedId.value) ?? products.value[0]);

export function selectProduct(id: number): void {
  selectedId.value = id;
  storage.set(SELECTED_KEY, String(id));
}

/** Market status 1 is open; anything else is shown as closed (specification S1 section 4). */
export const isMarketOpen = (row: ProductRow): boolean => row.MarketStatus === 1;

/** Takes a whole trade list. Its quotes fill the rows that no live quote has reached yet. */
export function putProducts(rows: readonly ProductRow[]): void {
  batch(() => {
    products.value = rows;
    productsStatus.value = 'ready';
    for (const row of rows) seedQuote(row);
  });
}

export function productsFailed(): void {
  if (products.peek().length === 0) productsStatus.value = 'failed';
}

function seedQuote(row: ProductRow): void {
  const quote = quoteOf(row.Id);
  quote.precision.value = row.PricePrecision;
  const { Close, Open, High, Low, Change, Time } = row.ForexQuotations;
  const isClosed = !isMarketOpen(row);
  const isNewer = Time > quote.timeMs.peek();
  if (!isNewer && isClosed === (quote.state.peek() === QUOTE_STATE.closed)) return;
  if (!isNewer && quote.state.peek() !== QUOTE_STATE.none) return;
  const state = Close > 0 ? (isClosed ? QUOTE_STATE.closed : QUOTE_STATE.live) : QUOTE_STATE.none;
  writeQuote(row.Id, { close: Close, open: Open, high: High, low: Low, change: Change, timeMs: Time, state, heardAt: quote.heardAt });
}
