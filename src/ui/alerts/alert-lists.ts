/** The price alerts of the person who is logged in, and what has fired, as the server keeps them. A hidden page asks for nothing. */
import type { FiredAlert, PriceAlert } from '#domain/price-alert.ts';
import { alertPage, firedAlertPage } from '#rest/alerts.ts';
import { useWhileActive } from '../navigation/page-active.ts';
import { request } from '../requests/request.ts';
import { type Page, type Pages, usePages } from '../state/pages.ts';
import { type Query, useQuery } from '../state/query.ts';
import { sessionStatus } from '../state/session.ts';

/** Every change, also of another device, comes as an event of the account; where the socket has none, it is seen by then. */
const STALE_MS = 30_000;

/** What could not be read is asked for again so often, as long as somebody looks: a line that is missing says nothing of itself. */
const AGAIN_MS = 5_000;

/** Every active alert, the newest first; nothing for a visitor. */
export function useAlerts(): Query<readonly PriceAlert[]> {
  const alerts = useQuery({
    key: ['alerts', 'own'],
    read: async (signal) => (await alertPage(request, { signal, silent: true, initial: true })).rows,
    staleMs: STALE_MS,
    enabled: sessionStatus.value === 'in',
  });
  useReadAgain(alerts);
  return alerts;
}

/** Of several that show the same list, one asks. */
function useReadAgain({ status, isFetching, refetch }: Query<unknown>): void {
  const hasFailed = status.value === 'failed';
  useWhileActive(() => {
    if (!hasFailed) return undefined;
    const timer = setInterval(() => {
      if (!isFetching.peek()) void refetch();
    }, AGAIN_MS);
    return () => clearInterval(timer);
  }, [hasFailed]);
}

/** The newest that have fired, for the badge of the bell; nothing for a visitor. */
export const useNewestFired = (): Query<Page<FiredAlert>> =>
  useQuery({
    key: ['alerts', 'newest'],
    read: (signal) => readFired(1, signal),
    staleMs: STALE_MS,
    enabled: sessionStatus.value === 'in',
  });

/** What has fired, the newest first, page by page. */
export const useFiredAlerts = (): Pages<FiredAlert, Page<FiredAlert>> =>
  usePages({ key: ['alerts', 'fired'], read: readFired, keyOf: ({ id }) => id });

async function readFired(page: number, signal: AbortSignal): Promise<Page<FiredAlert>> {
  const { rows, total } = await firedAlertPage(request, page, { signal, silent: true, initial: true });
  return { items: rows, total };
}

/** Those of one product. */
export const alertsOfProduct = (alerts: readonly PriceAlert[] | undefined, productId: number): PriceAlert[] =>
  (alerts ?? []).filter((alert) => alert.productId === productId);
