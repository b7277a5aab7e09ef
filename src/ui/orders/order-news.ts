/**
 * What happens to orders without their owner: a pending order fills or lapses, a stop closes a position. Said as a toast on whatever screen
 * is shown. Its words, and what makes them, come when there is something to say.
 */
import { STOP_REASONS } from '#domain/close-reasons.ts';
import type { Order } from '#domain/order.ts';
import { listen } from '../state/events.ts';
import { openOrders } from '../state/orders.ts';

const toasts = () => import('./order-toasts.ts');

/** Listens for the life of the page. Called once. */
export function tellOrderNews(): void {
  let waiting = new Set<number>();
  listen('orders', ({ orders }) => {
    const filled = orders.filter((order) => order.state === 'holding' && waiting.has(order.id));
    if (filled.length > 0) void toasts().then(({ toastFilled }) => toastFilled(filled));
    waiting = new Set(orders.filter((order) => order.state === 'pending').map((order) => order.id));
  });
  listen('closed', ({ reasons }) => {
    // A close by hand has its own answer. The event comes before the list without them.
    for (const reason of STOP_REASONS) {
      const orders = known((order) => reasons[order.id] === reason);
      if (orders.length > 0) void toasts().then(({ toastStopped }) => toastStopped(reason, orders));
    }
  });
  listen('order', ({ id, state }) => {
    // One that waits for ever is cancelled by hand or for want of money, and both are said elsewhere.
    const [order] = state === 'cancelled' ? known((other) => other.id === id && other.goodTillMs > 0) : [];
    if (order) void toasts().then(({ toastLapsed }) => toastLapsed(order));
  });
  listen('micro', ({ trade }) => void import('./micro/micro-life.ts').then((life) => life.trackPushedMicro(trade)));
}

const known = (isMeant: (order: Order) => boolean): Order[] => (openOrders.peek() ?? []).filter(isMeant);
