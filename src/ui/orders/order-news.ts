/**
 * What happens to orders without their owner: a pending order fills, a stop closes a position, the margin does not last. Said as a toast on whatever screen is
 * shown. Its words, and what makes them, come when there is something to say.
 */
import type { Order } from '#domain/order.ts';
import { listen } from '../state/events.ts';
import { openOrders } from '../state/orders.ts';
import type { OrderNews } from './order-toasts.ts';

/** Listens for the life of the page. Called once. */
export function tellOrderNews(): void {
  let waiting = new Set<number>();
  listen('orders', ({ orders }) => {
    void tell(
      'filled',
      orders.filter((order) => order.state === 'holding' && waiting.has(order.id)),
    );
    waiting = new Set(orders.filter((order) => order.state === 'pending').map((order) => order.id));
  });
  listen('closed', ({ reasons }) => {
    // A close by hand has its own answer, a stop-out its own notice. The event comes before the list without them.
    for (const news of ['tp', 'sl'] as const)
      void tell(
        news,
        (openOrders.peek() ?? []).filter((order) => reasons[order.id] === news),
      );
  });
  listen('notice', (event) => void import('./order-toasts.ts').then(({ toastNotice }) => toastNotice(event)));
}

async function tell(news: OrderNews, orders: readonly Order[]): Promise<void> {
  if (orders.length > 0) await (await import('./order-toasts.ts')).toastOrders(news, orders);
}
