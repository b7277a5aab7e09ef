import { type Signal, signal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { LocationProvider, useLocation } from 'preact-iso/router';
import { PageActive } from '../page-active.ts';
import { type Route, routeOf } from '../routes.ts';
import { sessionEpoch } from '../state/session.ts';
import type { PageLocation } from './hash-location.tsx';
import { RoutePage } from './route-page.tsx';
import { tabAddress } from './tab-address.ts';

/**
 * The pages of the tab bar. Once visited, a page stays: hidden and inert, with its own last address, its watches and queries at rest.
 * All are dropped when the account changes, so that nobody sees what the last one left.
 */
export function KeptPages({ active }: { active: Route | undefined }) {
  return <Pages key={sessionEpoch.value} active={active?.tab ? active : undefined} />;
}

type Kept = { route: Route; location: PageLocation; isActive: Signal<boolean> };

function Pages({ active }: { active: Route | undefined }) {
  const location = useLocation() as PageLocation;
  const kept = useRef(new Map<string, Kept>());
  if (active) {
    const page = kept.current.get(active.path);
    // A hidden page keeps the address that it was left with: the query of another page must not reach it.
    if (page) page.location = location;
    else kept.current.set(active.path, { route: active, location, isActive: signal(true) });
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
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    page.isActive.value = isShown;
    // A modal sheet of a hidden page would keep the page that is shown inert.
    if (!isShown) for (const dialog of ref.current?.querySelectorAll<HTMLDialogElement>('dialog[open]') ?? []) dialog.close();
  }, [page, isShown]);
  return (
    <div ref={ref} hidden={!isShown} inert={!isShown} data-page={page.route.path}>
      <LocationProvider.ctx.Provider value={location}>
        <PageActive.Provider value={page.isActive}>
          <RoutePage route={routeOf(page.route.path) ?? page.route} />
        </PageActive.Provider>
      </LocationProvider.ctx.Provider>
    </div>
  );
}
