/** Which products the list shows: the favourites, all, or those of one category. In which order: `list-order.ts`. */
import { signal } from '@preact/signals';
import type { Product } from '#domain/product.ts';

export const FAVOURITES = 'favourites';
export const ALL = 'all';

/** The chosen tab: `FAVOURITES`, `ALL` or the id of a category. */
export const category = signal<string>(ALL);

export function productsOf(tab: string, rows: readonly Product[], favouriteCodes: readonly string[]): readonly Product[] {
  if (tab === ALL) return rows;
  if (tab === FAVOURITES) return rows.filter((row) => favouriteCodes.includes(row.code));
  return rows.filter((row) => String(row.categoryId) === tab);
}
