/** Which products the list shows and in which order: the favourites, all, or those of one category; as the server has them, or by the day's change. */
import { signal } from '@preact/signals';
import type { Product } from '#domain/product.ts';
import { moved } from './movers.ts';

export const FAVOURITES = 'favourites';
export const ALL = 'all';

/** The chosen tab: `FAVOURITES`, `ALL` or the id of a category. */
export const category = signal<string>(ALL);

/** `usual`: favourites first, then as the server has them. The others go by the change of the day at the moment of the choice. */
type ListOrder = 'usual' | 'gains' | 'losses';
export const listOrder = signal<ListOrder>('usual');
const NEXT = { usual: 'gains', gains: 'losses', losses: 'usual' } as const satisfies Record<ListOrder, ListOrder>;
export const turnOrder = (): void => {
  listOrder.value = NEXT[listOrder.peek()];
};

export function productsOf(tab: string, rows: readonly Product[], favouriteCodes: readonly string[]): readonly Product[] {
  if (tab === ALL) return rows;
  if (tab === FAVOURITES) return rows.filter((row) => favouriteCodes.includes(row.code));
  return rows.filter((row) => String(row.categoryId) === tab);
}

/** The rows in the chosen order. By change, a product without one comes last; `changeOf` gives NaN for it. */
export function ordered(
  order: ListOrder,
  rows: readonly Product[],
  favouriteCodes: readonly string[],
  changeOf: (productId: number) => number,
): readonly Product[] {
  if (order !== 'usual') return moved(rows, changeOf, order);
  const isFavourite = (row: Product) => favouriteCodes.includes(row.code);
  return [...rows.filter(isFavourite), ...rows.filter((row) => !isFavourite(row))];
}
