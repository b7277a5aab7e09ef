/** The products of the demo as the synthetic market sees them. */
import { decimal } from '#domain/decimal.ts';
import { type SyntheticProduct, syntheticProduct } from '#server/feed/synthetic-product.ts';
import products from '../../../server/seed/products.json' with { type: 'json' };

type SeededProduct = SyntheticProduct & { readonly code: string };

export const SEEDED: readonly SeededProduct[] = products.map((row) => ({
  code: row.code,
  ...syntheticProduct({
    id: row.id,
    pricePrecision: row.pricePrecision,
    seedPrice: decimal(row.seedPrice),
    quoteRate: decimal(row.quoteRate),
    marginMode: row.marginMode === 1 ? 1 : 0,
    leverages: row.multiples.map(({ value }) => ({ value, isDefault: false })),
    volatility: Number(row.volatility),
    hours: row.hours,
  }),
}));
