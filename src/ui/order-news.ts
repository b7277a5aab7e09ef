/**
 * What happens to orders without their owner: a pending order fills, a stop closes a position, the margin does not last. Said as a toast on whatever screen is
 * shown. Its words, and what makes them, come when there is something to say.
 */
import type { OrderRow } from '#protocol/rest/forex.ts';
import type { OrderNews } from './order-toasts.ts';
import { listen } from './state/events.ts';
import { openOrders } from './state/orders.ts';

/** Listens for the life of the page. Called once. */
export function tellOrderNews(): void {
  let waiting = new Set<number>();
  listen('orders', ({ rows }) => {
    void tell(
      'filled',
      rows.filter((row) => row.Status === 1 && waiting.has(row.Id)),
    );
    waiting = new Set(rows.filter((row) => row.Status === 0).map((row) => row.Id));
  });
  listen('closed', ({ reasons }) => {
    // A close by hand has its own answer, a stop-out its own notice. The event comes before the list without them.
    for (const news of ['tp', 'sl'] as const)
      void tell(
        news,
        (openOrders.peek() ?? []).filter((row) => reasons[row.Id] === news),
      );
  });
  listen('notice', (event) => void import('./order-toasts.ts').then(({ toastNotice }) => toastNotice(event)));
}

async function tell(news: OrderNews, rows: readonly OrderRow[]): Promise<void> {
  if (rows.length > 0) await (await import('./order-toasts.ts')).toastOrders(news, rows);
}
