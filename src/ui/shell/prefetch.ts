/**
 * Fetches ahead of the tap: once prices are on screen and nothing else is to be done, the code and the words of the other screens. The
 * build lists the files in a template of the page, whose links do nothing until they are put into the document. They are fetched and not
 * run: running them all would hold up the prices. A person who asked the browser to save data pays for none of it.
 */
import { needTexts } from '../language/i18n.ts';
import { PATHS } from '../paths.ts';
import { ROUTES, routeOf } from '../routes.ts';
import { openOrders } from '../state/orders.ts';
import { productsStatus } from '../state/products.ts';
import { screenOf } from './route-page.tsx';

/** The first prices, and what the pictures and charts beside them need, come first. */
const PREFETCH_AFTER_MS = 4_000;
const PREFETCH_EVERY_MS = 100;
/** A page that never rests fetches all the same. */
const REST_WAIT_MAX_MS = 2_000;
/** The answer to an order comes before the screen of the orders. */
const ORDERS_AFTER_MS = 1_000;

/** Called once. */
export function startPrefetch(): void {
  fetchOrders();
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  if (connection?.saveData) return;
  const stop = productsStatus.subscribe((status) => {
    if (status !== 'ready') return;
    setTimeout(() => {
      stop();
      prefetch();
    }, PREFETCH_AFTER_MS);
  });
}

/** Who has an order must be able to look at it and to close it when the network has gone: that screen is made ready, not only fetched. */
function fetchOrders(): void {
  const route = routeOf(PATHS.orders);
  openOrders.subscribe((orders) => {
    if (!route || !orders || orders.length === 0) return;
    // What does not come now is asked for again with the next order, or with the tap.
    setTimeout(
      () =>
        void screenOf(route)
          .load()
          .catch(() => undefined),
      ORDERS_AFTER_MS,
    );
  });
}

/** Runs `work` when the page has nothing to draw and no finger to hear; in a browser that does not tell, at once. */
function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(work, { timeout: REST_WAIT_MAX_MS });
  else work();
}

/** One file at a time, each between two frames: thirty requests begun at once are a long task on a slow phone, and one is felt by a finger. */
function prefetch(): void {
  const links = [...(document.querySelector<HTMLTemplateElement>('template#later')?.content.children ?? [])];
  const next = () => {
    // Nothing comes offline, and a link that failed would ask for its file no more.
    if (!navigator.onLine) return addEventListener('online', next, { once: true });
    const link = links.shift();
    if (link) {
      document.head.append(link);
      setTimeout(() => whenIdle(next), PREFETCH_EVERY_MS);
      return;
    }
    // What does not come now comes with the tap, which says so when it does not.
    void needTexts('ticket', 'chart', ...ROUTES.flatMap((route) => route.texts)).catch(() => undefined);
  };
  next();
}
