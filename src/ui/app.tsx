import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { ensureLink, refreshProducts } from './engine/watch.ts';
import { SpokenToasts, ToastHost } from './kit/toast.tsx';
import { t } from './language/i18n.ts';
import { navigate } from './navigation/navigate.ts';
import { pagePlace } from './navigation/page-place.ts';
import { Piece } from './navigation/pieces.tsx';
import { loginPath, PATHS } from './paths.ts';
import { type Route, routeOf, safeFrom } from './routes.ts';
import { BusyBar } from './shell/busy-bar.tsx';
import { HashLocationProvider } from './shell/hash-location.tsx';
import { KeptPages } from './shell/kept-pages.tsx';
import { LinkBar } from './shell/link-bar.tsx';
import { RouteGhost } from './shell/route-ghost.tsx';
import { RoutePage, screenOf } from './shell/route-page.tsx';
import { TabBar } from './shell/tab-bar.tsx';
import { sessionStatus } from './state/session.ts';
import { setting } from './state/site.ts';
import { isDemo } from './state/user.ts';

/** The whole page: location, frame, the page that is shown, dialogs and toasts. */
export function App() {
  return (
    <HashLocationProvider>
      <Frame />
      <ToastHost />
      <SpokenToasts />
    </HashLocationProvider>
  );
}

/** Where a visit to an address really leads: the same page, elsewhere, or nowhere until the session is known. */
function decide(url: string, path: string, from: string | undefined): { route?: Route; redirect?: string; isWaiting?: boolean } {
  const route = routeOf(path);
  if (!route) return { redirect: PATHS.home };
  const status = sessionStatus.value;
  if (route.guarded && status === 'visitor') return { redirect: loginPath(url) };
  if (route.guarded && status === 'checking') return { route, isWaiting: true };
  if (isDoor(route.path) && status === 'in') return { redirect: safeFrom(from) };
  return { route };
}

/** Who is in has no use for them; with play money one may still open a real account. */
const isDoor = (path: string): boolean => path === PATHS.login || (path === PATHS.register && !isDemo.value);

/** Lists of the market are read again on entering these (specification S1 section 2). */
const MARKET_PATHS: readonly string[] = [PATHS.home, PATHS.trade, PATHS.orders];

function Frame() {
  const { url, path, query } = useLocation();
  const { route, redirect, isWaiting } = decide(url, path, query.from);
  useLayoutEffect(() => {
    if (redirect !== undefined) navigate(redirect, true);
  }, [redirect]);
  usePageChange(route);
  const shown = isWaiting ? undefined : route;
  const hasTabs = route?.tab !== undefined;
  return (
    <>
      <BusyBar />
      <LinkBar />
      <main tabIndex={-1} id="main">
        <KeptPages active={shown} />
        {isWaiting && <RouteGhost path={path} />}
        {shown && !shown.tab && <RoutePage key={shown.path} route={shown} />}
      </main>
      {hasTabs && (
        <Piece>
          <TabBar path={path} />
        </Piece>
      )}
      <FrameMark hasTabs={hasTabs} />
    </>
  );
}

/** The frame element is in index.html; it is told whether the tab bar takes room. */
function FrameMark({ hasTabs }: { hasTabs: boolean }) {
  useLayoutEffect(() => {
    document.getElementById('app')?.toggleAttribute('data-tabs', hasTabs);
  }, [hasTabs]);
  return null;
}

const titleOf = (route: Route): string => `${t(route.title)} · ${setting('site_name')}`;

/** What every change of page does: scroll to its top or where it was left, title, focus, a living socket, fresh lists. */
function usePageChange(route: Route | undefined): void {
  const isFirst = useRef(true);
  const path = route?.path;
  // In the first picture already, so that a list does not start anew before one's eyes.
  useLayoutEffect(() => {
    if (pagePlace.top) scrollTo(0, pagePlace.top);
  }, [path]);
  useEffect(() => {
    if (!path) return;
    ensureLink();
    if (isFirst.current) isFirst.current = false;
    else {
      scrollTo(0, pagePlace.top);
      // The reader's and the keyboard's place is the new page, not the link that is gone.
      document.getElementById('main')?.focus({ preventScroll: true });
      if (MARKET_PATHS.includes(path)) refreshProducts();
    }
  }, [path]);
  const title = route && titleOf(route);
  useEffect(() => {
    let isHere = true;
    // Its words come with its code.
    const tell = () => {
      if (isHere && route) document.title = titleOf(route);
    };
    if (route)
      void screenOf(route)
        .load()
        .then(tell, () => undefined);
    return () => {
      isHere = false;
    };
  }, [title]);
}
