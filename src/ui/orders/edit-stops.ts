/** The one way in which stops are edited, from a list or from the chart. What is said afterwards names the stops that changed, and no other. */
import type { Stops } from '#domain/stops.ts';
import { setStops } from '#rest/orders.ts';
import { moneyRefusal, type OnChecking, type Refusal, takeOrder } from '../requests/money-refusal.ts';
import { request } from '../requests/request.ts';
import { openOrders } from '../state/orders.ts';
import { toastStops } from './stops-toast.ts';

/** A stop that is not named stays as it is; `0n` removes one. `undefined`: they are set, or the order can have none any more. */
export const editStops = (orderId: number, stops: Partial<Stops>, onChecking: OnChecking): Promise<Refusal | undefined> =>
  moneyRefusal(async () => {
    const before = openOrders.peek()?.find(({ id }) => id === orderId);
    const order = await setStops(request, { id: orderId, ...stops }, { onChecking, toastSuccess: false });
    takeOrder(order);
    void toastStops(before, order);
  });
