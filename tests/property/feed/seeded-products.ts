/** The products of the demo as the synthetic market sees them. */
import { decimal } from '#domain/decimal.ts';
import { type ProductTraits, type SyntheticProduct, syntheticProduct } from '#server/feed/synthetic-product.ts';
import products from '../../../server/seed/products.json' with { type: 'json' };

/** `traits`: what the synthetic side is made from. */
type SeededProduct = SyntheticProduct & { readonly code: string; readonly traits: ProductTraits };

export const SEEDED: readonly SeededProduct[] = products.map((row) => {
  const traits: ProductTraits = {
    id: row.id,
    pricePrecision: row.pricePrecision,
    seedPrice: decimal(row.seedPrice),
    quoteRate: decimal(row.quoteRate),
    marginMode: row.marginMode === 1 ? 1 : 0,
    leverages: row.multiples.map(({ value }) => ({ value, isDefault: false })),
    volatility: Number(row.volatility),
    hours: row.hours,
  };
  return { code: row.code, traits, ...syntheticProduct(traits) };
});
