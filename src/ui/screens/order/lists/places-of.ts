/**
 * The places of a list of live orders. One that ended without its person's finger keeps its place (how long: `use-ended-places.ts`), so that no other row comes
 * under a thumb that is about to press.
 */
import type { Order } from '#domain/order.ts';

/** The row of an order, or the place of one that is over. */
export type Place = { readonly order: Order; readonly isEnded: boolean };

type PlaceSources = {
  /** As the list is shown until now. */
  readonly shown: readonly Place[];
  /** As it is by what is known. */
  readonly live: readonly Order[];
  /** Whether one that is not in the list any more is over, and its end was none of its person's. */
  readonly isKept: (order: Order) => boolean;
};

/** The live orders in their order, and each kept place behind the one that it stood behind. */
export function placesOf({ shown, live, isKept }: PlaceSources): readonly Place[] {
  const ids = new Set(live.map(({ id }) => id));
  const places: Place[] = live.map((order) => ({ order, isEnded: false }));
  const at = (id: number | undefined) => places.findIndex(({ order }) => order.id === id);
  let before: number | undefined;
  for (const [index, { order, isEnded }] of shown.entries()) {
    if (!ids.has(order.id) && (isEnded || isKept(order))) {
      // The first one of the list stands before what stood behind it: what has just come is above both.
      const place =
        before === undefined ? Math.max(0, at(shown.slice(index + 1).find((next) => ids.has(next.order.id))?.order.id)) : at(before) + 1;
      places.splice(place, 0, { order, isEnded: true });
      before = order.id;
    } else if (ids.has(order.id)) before = order.id;
  }
  return places;
}
