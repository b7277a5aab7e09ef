/**
 * The calls of one order or of all: each is sent once, its rows go to the engine without waiting for a push, and an order that somebody
 * or something else has already closed counts as done (decision D1.4.25). The server's msg is shown as a toast by the request layer.
 */
import { ERROR } from '#protocol/errors.ts';
import type { ManyReply, OrderRow } from '#protocol/rest/forex.ts';
import { cancelAllOrders, cancelOrder, closeAllOrders, closeOrder, reverseOrder } from '#rest/forex.ts';
import { moneyRefusal, type OnChecking, type Refusal, takeRow } from '../../money-refusal.ts';
import { request } from '../../request.ts';
import { slippageFields } from '../../slippage.ts';
import { putOrderRow } from '../../watch.ts';
import { noteGone, reloadRecords } from './records.ts';

/** A position that is in another state than open can only have closed, also where a back end does not say so. */
const closes = (row: OrderRow, send: () => Promise<void>): Promise<Refusal | undefined> => moneyRefusal(send, () => noteGone([row.Id]));

/** Closes a position, or with `lots` a part of it, at a price not far from the one that was seen. */
export const closePosition = (row: OrderRow, seenPrice: number, onChecking: OnChecking, lots?: string): Promise<Refusal | undefined> =>
  closes(row, async () => {
    const part = lots === undefined ? {} : { cont: lots };
    const reply = await closeOrder(request, { id: String(row.Id), ...part, ...slippageFields(seenPrice) }, { onChecking });
    putOrderRow(reply.Rest ?? reply.Order);
    noteGone([reply.Order.Id]);
  });

export const cancelPending = (row: OrderRow, onChecking: OnChecking): Promise<Refusal | undefined> =>
  moneyRefusal(async () => takeRow((await cancelOrder(request, { id: String(row.Id) }, { onChecking })).Order));

export const reversePosition = (row: OrderRow, seenPrice: number, onChecking: OnChecking): Promise<Refusal | undefined> =>
  closes(row, async () => {
    const fields = { id: String(row.Id), ...slippageFields(seenPrice) };
    const reply = await reverseOrder(request, fields, { onChecking, toastSuccess: true });
    putOrderRow(reply.Closed);
    putOrderRow(reply.Order);
    noteGone([reply.Closed.Id]);
  });

/** Closes every position or cancels every pending order; `onReply` gets what happened to each. */
export const endAll = (
  what: 'close' | 'cancel',
  onChecking: OnChecking,
  onReply: (reply: ManyReply) => void,
): Promise<Refusal | undefined> =>
  moneyRefusal(async () => {
    const call = what === 'close' ? closeAllOrders : cancelAllOrders;
    const reply = await call(request, { onChecking, toastSuccess: true });
    const ended = reply.Results.flatMap(({ Code, Order }) => (Code === ERROR.ok ? [Order] : []));
    for (const row of ended) putOrderRow(row);
    noteGone(ended.map((row) => row.Id));
    onReply(reply);
    reloadRecords();
  });
