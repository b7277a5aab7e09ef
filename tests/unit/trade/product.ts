/** A product of the trade list for tests of the page. */
import { decimal } from '#domain/decimal.ts';
import type { Product } from '#domain/product.ts';

export const product = (own: Partial<Product> = {}): Product => ({
  ...{
    id: 7,
    code: 'EURUSD',
    showCode: 'EUR/USD',
    name: '',
    logo: '',
    categoryId: 1,
    marketStatus: 'open',
    opensAtMs: 0,
    pricePrecision: 5,
  },
  quotation: { open: 1, close: 1, change: 0, high: 1, low: 1, timeMs: 1, confirmedMs: 1 },
  leverages: [{ value: 100, isDefault: true }],
  lots: { pip: decimal('0.01'), min: decimal('0.1'), max: decimal('50') },
  ...{ contractNumber: decimal('100000'), feeRate: decimal('6'), marginMode: 0, quoteRate: decimal('1'), financing: undefined },
  ...own,
});
