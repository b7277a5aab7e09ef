/** Where the pages of the tab bar were left: Back and Forward bring them back as they stood. Comes once a page has stood for a while. */

import { pagePlace, readHash } from '../navigation/navigate.ts';
import { routeOf } from '../routes.ts';

/** Called once. A browser that does not tell Back from a link begins every page at its top, as a link does (S1-2.02). */
export function keepPlaces(): void {
  if (!('navigation' in globalThis)) return;
  const places = new Map<string, number>();
  let shown = pageAt();
  // As it was told last: when an address changes the browser may have put its own place there already.
  addEventListener('scroll', () => shown !== undefined && places.set(shown, scrollY), { passive: true });
  if (shown !== undefined) places.set(shown, scrollY);
  // Told before the page hears of its new address and draws it: who listens to that later than the page itself comes too late.
  navigation.addEventListener('navigate', ({ navigationType, destination }) => {
    if (navigationType === 'replace') return;
    const next = pageAt(new URL(destination.url).hash);
    pagePlace.top = navigationType === 'traverse' && next !== undefined ? (places.get(next) ?? 0) : 0;
  });
  addEventListener('hashchange', ({ isTrusted }) => {
    shown = pageAt();
    // A link of the app tells of itself.
    if (!isTrusted) pagePlace.top = 0;
  });
}

/** The path of a page that is kept; others begin anew. `hash`: of the address that is here, unless said. */
function pageAt(hash?: string): string | undefined {
  const route = routeOf(readHash(hash)?.split('?')[0] ?? '/');
  return route?.tab ? route.path : undefined;
}
