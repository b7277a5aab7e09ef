/** A list of live orders out of two sources: pages of the server, which know the order, and the engine, which knows what is now. */
import type { Order } from '#domain/order.ts';

type LiveSources = {
  readonly list: 'pending' | 'holding';
  readonly pages: readonly Order[];
  /** `undefined` until the engine has told. */
  readonly engine: readonly Order[] | undefined;
  /** Closed or cancelled for certain, whatever an older list says. */
  readonly gone: ReadonlySet<number>;
  /** Whether the list, as it is filtered, takes an order that no page has brought. */
  readonly isTaken: (order: Order) => boolean;
};

/**
 * The server's pages without what is gone, and in front of them what the engine knows of that state and no page has brought yet. While
 * the engine knows, an order that it does not have in that state is closed, cancelled, or has filled.
 */
export function liveOrders({ list, pages, engine, gone, isTaken }: LiveSources): readonly Order[] {
  const live = engine?.filter((order) => order.state === list && !gone.has(order.id));
  if (!live) return pages.filter((order) => !gone.has(order.id));
  const fresh = new Map(live.map((order) => [order.id, order]));
  const known = new Set(pages.map((order) => order.id));
  const added = live.filter((order) => !known.has(order.id) && isTaken(order)).sort((a, b) => b.id - a.id);
  return [...added, ...pages.flatMap((order) => fresh.get(order.id) ?? [])];
}
