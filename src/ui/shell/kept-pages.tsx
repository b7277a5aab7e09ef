import { useMemo, useRef } from 'preact/hooks';
import { LocationProvider, useLocation } from 'preact-iso/router';
import { PageFrame } from '../navigation/page-frame.tsx';
import { type Route, routeOf } from '../routes.ts';
import { sessionNumber } from '../state/session.ts';
import { RoutePage } from './route-page.tsx';
import { tabAddress } from './tab-address.ts';

/**
 * The pages of the tab bar. Once visited, a page stays: hidden and inert, with its own last address, its watches and queries at rest.
 * All are dropped when the account changes, so that nobody sees what the last one left.
 */
export function KeptPages({ active }: { active: Route | undefined }) {
  return <Pages key={sessionNumber.value} active={active?.tab ? active : undefined} />;
}

type PageLocation = ReturnType<typeof useLocation>;
type Kept = { readonly route: Route; readonly location: PageLocation };

function Pages({ active }: { active: Route | undefined }) {
  const location = useLocation();
  const kept = useRef(new Map<string, Kept>());
  if (active) {
    const page = kept.current.get(active.path);
    // A hidden page keeps the address that it was left with: the query of another page must not reach it. Who comes back to that address finds
    // the page as it was drawn: another object would have all be drawn anew that reads it, while a finger waits.
    if (page?.location.url !== location.url) kept.current.set(active.path, { route: active, location });
    tabAddress(active.path, location.url);
  }
  return (
    <>
      {[...kept.current.values()].map((page) => (
        <KeptPage key={page.route.path} page={page} isShown={page.route === active} location={page.location} />
      ))}
    </>
  );
}

function KeptPage({ page, isShown, location }: { page: Kept; isShown: boolean; location: PageLocation }) {
  const route = routeOf(page.route.path) ?? page.route;
  // Made once: a change of page draws no page anew, and who reads the address hears of it by the context.
  const screen = useMemo(() => <RoutePage route={route} />, [route]);
  return (
    <PageFrame isShown={isShown} path={page.route.path}>
      <LocationProvider.ctx.Provider value={location}>{screen}</LocationProvider.ctx.Provider>
    </PageFrame>
  );
}
