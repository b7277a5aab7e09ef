/**
 * Fetches ahead of the tap: once prices are on screen and the link is good, the screens of the tabs and the code of money calls. Nothing
 * is fetched for a person who asked the browser to save data.
 */
import { moneyCode } from './request.ts';
import { ROUTES } from './routes.ts';
import { loadRoute } from './shell/route-page.tsx';
import { isLive } from './state/link.ts';
import { productsStatus } from './state/products.ts';
import { sessionStatus } from './state/session.ts';

/** The first prices, and what their pictures and mini charts need, come first. */
const PREFETCH_AFTER_MS = 6_000;
/** A page that is busy for so long fetches all the same. */
const IDLE_WAIT_MAX_MS = 5_000;

/** Called once. */
export function startPrefetch(): void {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  if (connection?.saveData) return;
  const stop = productsStatus.subscribe((status) => {
    if (status !== 'ready') return;
    setTimeout(() => {
      stop();
      void prefetch();
    }, PREFETCH_AFTER_MS);
  });
}

/** One after the other: each is small, and a tap in between must not wait behind all of them. */
async function prefetch(): Promise<void> {
  const tabs = ROUTES.filter((route) => route.tab && (!route.guarded || sessionStatus.peek() === 'in'));
  for (const load of [...tabs.map((route) => () => loadRoute(route)), moneyCode]) {
    await idle();
    // What does not come now comes with the tap, which says so when it does not.
    if (isLive.peek()) await load().catch(() => undefined);
  }
}

/** Safari has no idle callback. */
const { requestIdleCallback: whenIdle } = globalThis as { requestIdleCallback?: typeof requestIdleCallback };
const idle = (): Promise<unknown> =>
  new Promise((resolve) => {
    if (whenIdle) whenIdle(resolve, { timeout: IDLE_WAIT_MAX_MS });
    else setTimeout(resolve, 0);
  });
