/** Where the pages of the tab bar were left: Back and Forward bring them back as they stood. Comes once a page has stood for a while. */

import { pagePlace, readHash } from '../navigation/navigate.ts';
import { routeOf } from '../routes.ts';

/** Called once. A browser that does not tell Back from a link begins every page at its top, as a link does (S1-2.02). */
export function keepPlaces(): void {
  if (!('navigation' in globalThis)) return;
  const places = new Map<string, number>();
  let shown = pageHere();
  let isReturn = false;
  // As it was told last: when an address changes the browser may have put its own place there already.
  addEventListener('scroll', () => shown !== undefined && places.set(shown, scrollY), { passive: true });
  if (shown !== undefined) places.set(shown, scrollY);
  navigation.addEventListener('navigate', ({ navigationType }) => {
    isReturn = navigationType === 'traverse';
  });
  // Before the page itself hears of it.
  addEventListener(
    'hashchange',
    ({ isTrusted }) => {
      const next = pageHere();
      if (next === shown) return;
      shown = next;
      // What the browser tells was a step in its history or an address that somebody typed; a link of the app tells of itself.
      pagePlace.top = next !== undefined && isTrusted && isReturn ? (places.get(next) ?? 0) : 0;
    },
    true,
  );
}

/** The path of a page that is kept; others begin anew. */
function pageHere(): string | undefined {
  const route = routeOf(readHash()?.split('?')[0] ?? '/');
  return route?.tab ? route.path : undefined;
}
