/** Where the pages of the tab bar were left: Back, Forward and a tab bring them back as they stood. Comes once a page has stood for a while. */
import { routeOf } from '../routes.ts';
import { readHash } from '../navigation/navigate.ts';
import { pagePlace } from '../navigation/page-place.ts';

/** A link to a page, and whatever else leads to one, begins at its top (S1-2.02). */
type Step = 'link' | 'tab';

/** Called once. */
export function keepPlaces(): void {
  const places = new Map<string, number>();
  let shown = pageHere();
  let step: Step = 'link';
  // As it was told last: when an address changes the browser may have put its own place there already.
  addEventListener('scroll', () => shown !== undefined && places.set(shown, scrollY), { passive: true });
  if (shown !== undefined) places.set(shown, scrollY);
  addEventListener(
    'click',
    ({ target }) => {
      step = target instanceof Element && target.closest('a.tab') ? 'tab' : 'link';
    },
    true,
  );
  // Before the page itself hears of it. What the browser tells was Back, Forward or an address that somebody typed.
  addEventListener(
    'hashchange',
    ({ isTrusted }) => {
      const next = pageHere();
      if (next === shown) return;
      shown = next;
      pagePlace.top = next !== undefined && (isTrusted || step === 'tab') ? (places.get(next) ?? 0) : 0;
      step = 'link';
    },
    true,
  );
}

/** The path of a page that is kept; others begin anew. */
function pageHere(): string | undefined {
  const route = routeOf(readHash()?.split('?')[0] ?? '/');
  return route?.tab ? route.path : undefined;
}
