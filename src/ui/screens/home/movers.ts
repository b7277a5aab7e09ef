/** Products by the change of their day: who moved most. */
import type { Product } from '#domain/product.ts';
import { isMarketOpen } from '../../state/products.ts';

type ChangeOf = (productId: number) => number;

/** Largest gain first, or largest loss; a product without a change last. Equal ones stay as they were. */
export function byChange(rows: readonly Product[], changeOf: ChangeOf, order: 'gains' | 'losses'): readonly Product[] {
  const rank = (row: Product) => {
    const change = changeOf(row.id);
    return Number.isFinite(change) ? (order === 'gains' ? -change : change) : Number.POSITIVE_INFINITY;
  };
  const ranks = new Map(rows.map((row) => [row, rank(row)]));
  // Two without a change are equal: their difference would be no number.
  return [...rows].sort((a, b) => {
    const [one, other] = [ranks.get(a) ?? 0, ranks.get(b) ?? 0];
    return one === other ? 0 : one - other;
  });
}

/**
 * The movers of the day: half of `count` that gained most, then half that lost most, the largest first, of the open markets. Where fewer
 * have moved the first of the list take their place, so that there are always as many (decision D9.105).
 */
export function movers(rows: readonly Product[], changeOf: ChangeOf, count: number): readonly Product[] {
  const open = rows.filter(isMarketOpen);
  const half = count / 2;
  const gained = byChange(open, changeOf, 'gains').filter((row) => changeOf(row.id) > 0);
  const lost = byChange(open, changeOf, 'losses').filter((row) => changeOf(row.id) < 0);
  const chosen = [...gained.slice(0, half), ...lost.slice(0, half)];
  return [...new Set([...chosen, ...rows])].slice(0, count);
}
