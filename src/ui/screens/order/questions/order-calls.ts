/**
 * The calls of one order or of all: each is sent once, its orders go to the engine without waiting for a push, and an order that somebody
 * or something else has already closed counts as done (decision D1.4.25). What a close came to is said as a toast with its money (decision
 * D9.161), of anything else the server's msg by the request layer.
 */
import type { Lots, Price } from '#domain/decimal.ts';
import type { Order } from '#domain/order.ts';
import { isDone, type Many } from '#protocol/order-replies.ts';
import { amendOrder, cancelAllOrders, cancelOrder, closeAllOrders, closeOrder, reverseOrder } from '#rest/orders.ts';
import { putOrder } from '../../../engine/watch.ts';
import { toastClosed, toastManyClosed, toastReversed } from '../../../orders/result-toast.ts';
import { slippageBound } from '../../../orders/slippage.ts';
import { moneyRefusal, type OnChecking, type Refusal, takeOrder } from '../../../requests/money-refusal.ts';
import { request } from '../../../requests/request.ts';
import { openOrders } from '../../../state/orders.ts';
import { asOwnEnd } from '../lists/order-ends.ts';
import { noteGone, reloadRecords } from '../lists/records.ts';

/** A position that is in another state than open can only have closed, also where a back end does not say so. */
const closes = (order: Order, send: () => Promise<void>): Promise<Refusal | undefined> =>
  asOwnEnd([order.id], () => moneyRefusal(send, () => noteGone([order.id])));

/** Closes a position, or with `lots` a part of it, at a price not far from the one that was seen. */
export const sendClose = (order: Order, seenPrice: number, onChecking: OnChecking, lots?: Lots): Promise<Refusal | undefined> =>
  closes(order, async () => {
    const part = lots === undefined ? {} : { lots };
    const asked = { id: order.id, ...part, bound: slippageBound(seenPrice) };
    const closed = await closeOrder(request, asked, { onChecking, toastSuccess: false });
    putOrder(closed.rest ?? closed.order);
    noteGone([closed.order.id]);
    toastClosed(closed.order);
  });

export const cancelPending = (order: Order, onChecking: OnChecking): Promise<Refusal | undefined> =>
  asOwnEnd([order.id], () => moneyRefusal(async () => takeOrder(await cancelOrder(request, order.id, { onChecking }))));

/** Gives a pending order another price. */
export const amendPending = (order: Order, orderPrice: Price, onChecking: OnChecking): Promise<Refusal | undefined> =>
  moneyRefusal(async () => takeOrder(await amendOrder(request, { id: order.id, orderPrice }, { onChecking })));

export const reversePosition = (order: Order, seenPrice: number, onChecking: OnChecking): Promise<Refusal | undefined> =>
  closes(order, async () => {
    const asked = { id: order.id, bound: slippageBound(seenPrice) };
    const reply = await reverseOrder(request, asked, { onChecking });
    putOrder(reply.closed);
    putOrder(reply.order);
    noteGone([reply.closed.id]);
    toastReversed(reply.closed, reply.order);
  });

/** Closes every position or cancels every pending order; `onReply` gets what happened to each. */
export const endAll = (what: 'close' | 'cancel', onChecking: OnChecking, onReply: (reply: Many) => void): Promise<Refusal | undefined> =>
  asOwnEnd(liveIds(what === 'close' ? 'holding' : 'pending'), () =>
    moneyRefusal(async () => {
      const isClose = what === 'close';
      const call = isClose ? closeAllOrders : cancelAllOrders;
      const reply = await call(request, { onChecking, toastSuccess: !isClose });
      const ended = reply.results.filter(isDone).map(({ order }) => order);
      for (const order of ended) putOrder(order);
      noteGone(ended.map((order) => order.id));
      if (isClose && ended.length > 0) toastManyClosed(ended);
      onReply(reply);
      reloadRecords();
    }),
  );

const liveIds = (list: Order['state']): number[] => (openOrders.peek() ?? []).flatMap(({ id, state }) => (state === list ? id : []));
