/** In which order the list shows the products of its category (`category.ts`): as the server has them, or by the day's change. */
import { signal } from '@preact/signals';
import type { Product } from '#domain/product.ts';
import { byChange } from './movers.ts';

/** `usual`: favourites first, then as the server has them. The others go by the change of the day at the moment of the choice. */
type ListOrder = 'usual' | 'gains' | 'losses';
export const listOrder = signal<ListOrder>('usual');
const NEXT = { usual: 'gains', gains: 'losses', losses: 'usual' } as const satisfies Record<ListOrder, ListOrder>;
export const turnOrder = (): void => {
  listOrder.value = NEXT[listOrder.peek()];
};

/** The rows in the chosen order. By change, a product without one comes last; `changeOf` gives NaN for it. */
export function ordered(
  order: ListOrder,
  rows: readonly Product[],
  favouriteCodes: readonly string[],
  changeOf: (productId: number) => number,
): readonly Product[] {
  if (order !== 'usual') return byChange(rows, changeOf, order);
  const place = (row: Product) => (favouriteCodes.includes(row.code) ? 0 : 1);
  return [...rows].sort((one, other) => place(one) - place(other));
}
