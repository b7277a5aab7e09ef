/**
 * The tradable products, as the engine's last trade list had them, and the one that is selected.
 *   products.value: Product[]   productMap.value: Map<id, Product>   productsStatus.value: 'loading' | 'ready' | 'failed'
 *   selectedProduct.value: Product | undefined   selectProduct(id)
 */
import { batch, computed, signal } from '@preact/signals';
import type { Product } from '#domain/product.ts';
import { QUOTE_STATE } from '#protocol/frame.ts';
import { storage } from '../browser/storage.ts';
import { STORED } from '../browser/stored-keys.ts';
import { quoteOf, writeQuote } from './quotes.ts';

export const products = signal<readonly Product[]>([]);
/** 'failed' only while there is nothing to show: an old list is better than none. */
export const productsStatus = signal<'loading' | 'ready' | 'failed'>('loading');
export const productMap = computed(() => new Map(products.value.map((row) => [row.id, row])));

const selectedId = signal(Number(storage.get(STORED.productId)) || 0);
/** The selected product; the first one when nothing or something unknown is selected. */
export const selectedProduct = computed<Product | undefined>(() => productMap.value.get(selectedId.value) ?? products.value[0]);

export function selectProduct(id: number): void {
  selectedId.value = id;
  storage.set(STORED.productId, String(id));
}

/** A holiday is shown as closed (specification S1 section 4). */
export const isMarketOpen = (row: Product): boolean => row.marketStatus === 'open';

/** Takes a whole trade list. Its quotes fill the rows that no live quote has reached yet. */
export function putProducts(rows: readonly Product[]): void {
  batch(() => {
    products.value = rows;
    productsStatus.value = 'ready';
    for (const row of rows) seedQuote(row);
  });
}

export function productsFailed(): void {
  if (products.peek().length === 0) productsStatus.value = 'failed';
}

function seedQuote(row: Product): void {
  const quote = quoteOf(row.id);
  quote.precision.value = row.pricePrecision;
  const { close, open, high, low, change, timeMs } = row.quotation;
  const isClosed = !isMarketOpen(row);
  const isNewer = timeMs > quote.timeMs.peek();
  if (!isNewer && isClosed === (quote.state.peek() === QUOTE_STATE.closed)) return;
  if (!isNewer && quote.state.peek() !== QUOTE_STATE.none) return;
  const state = close > 0 ? (isClosed ? QUOTE_STATE.closed : QUOTE_STATE.live) : QUOTE_STATE.none;
  writeQuote(row.id, { close, open, high, low, change, timeMs, state, heardAt: quote.heardAt });
}
