/** What closing everything would do, before it is done: how many can go now, what they come to, and why the others must stay. */
import type { Money } from '#domain/decimal.ts';
import type { Order } from '#domain/order.ts';
import { type OrderResult, sumOfResults } from '#domain/order-result.ts';
import type { Freshness } from '../../../freshness/freshness.tsx';

type ManyItem = { readonly order: Order; readonly profit: Money; readonly freshness: Freshness };
export type ManySummary = {
  readonly ready: readonly ManyItem[];
  readonly blocked: readonly ManyItem[];
  /** What those that can be closed now come to. */
  readonly result: OrderResult;
};

/** A position goes when its market is open and its price fresh; one whose first quote is still on its way is left to the server. */
export function manySummary(items: readonly ManyItem[]): ManySummary {
  const isReady = ({ freshness }: ManyItem) => freshness === 'live' || freshness === 'connecting';
  const ready = items.filter(isReady);
  return {
    ready,
    blocked: items.filter((item) => !isReady(item)),
    result: sumOfResults(ready.map(({ order, profit }) => ({ ...order, profit }))),
  };
}
