/**
 * The calls of one order or of all: each is sent once, its rows go to the engine without waiting for a push, and an order that somebody
 * or something else has already closed counts as done (decision D1.4.25). The server's msg is shown as a toast by the request layer.
 */
import * as v from 'valibot';
import { ERROR } from '#protocol/errors.ts';
import { FillReply, type ManyReply, type OrderRow } from '#protocol/rest/forex.ts';
import { CALL_ERROR, CallError, isQuietFailure } from '#rest/call-error.ts';
import { cancelAllOrders, cancelOrder, closeAllOrders, closeOrder, reverseOrder, type SetStopFields, setStops } from '#rest/forex.ts';
import { errorText, t } from '../../i18n.ts';
import { request } from '../../request.ts';
import { slippageFields } from '../../slippage.ts';
import { putOrderRow } from '../../watch.ts';
import { noteGone, reloadRecords } from './records.ts';

/** Why a call was not executed. `field`: the wire name of the field that the server refused, or ''. */
export type Refusal = { readonly code: number | string; readonly text: string; readonly field: string };
type OnChecking = () => void;

/** Takes the row of an answer: the engine learns of it, and what is over leaves the lists. */
function takeRow(row: OrderRow): void {
  putOrderRow(row);
  if (row.Status >= 3) noteGone([row.Id]);
}

/** `undefined`: it is done, or was so before. `whenChanged`: the order is no longer in the state that the call is for. */
async function refusalOf(send: () => Promise<void>, whenChanged?: (data: unknown) => void): Promise<Refusal | undefined> {
  try {
    await send();
    return undefined;
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    if (error.code === ERROR.wrongOrderState && whenChanged) {
      whenChanged(error.data);
      reloadRecords();
      return undefined;
    }
    if (isQuietFailure(error)) return undefined;
    const text = error.code === CALL_ERROR.unknown ? t('orders:unknown-outcome') : errorText(error.code, error.msg);
    return { code: error.code, text, field: fieldOf(error.data) };
  }
}

/** The refusal carries the row as it stands: a pending order may have filled instead of being cancelled. */
function takeChanged(data: unknown): void {
  if (v.is(FillReply, data)) takeRow(data.Order);
}
/** A position can only have closed, also where a back end does not say so. */
const takeClosed =
  (id: number) =>
  (data: unknown): void => {
    takeChanged(data);
    noteGone([id]);
  };

function fieldOf(data: unknown): string {
  const field = (data as { field?: unknown } | null)?.field;
  return typeof field === 'string' ? field : '';
}

/** Closes a position, or with `lots` a part of it, at a price not far from the one that was seen. */
export const closePosition = (row: OrderRow, seenPrice: number, onChecking: OnChecking, lots?: string): Promise<Refusal | undefined> =>
  refusalOf(async () => {
    const part = lots === undefined ? {} : { cont: lots };
    const reply = await closeOrder(request, { id: String(row.Id), ...part, ...slippageFields(seenPrice) }, { onChecking });
    putOrderRow(reply.Rest ?? reply.Order);
    noteGone([reply.Order.Id]);
  }, takeClosed(row.Id));

export const cancelPending = (row: OrderRow, onChecking: OnChecking): Promise<Refusal | undefined> =>
  refusalOf(async () => takeRow((await cancelOrder(request, { id: String(row.Id) }, { onChecking })).Order), takeChanged);

export const editStops = (row: OrderRow, stops: Omit<SetStopFields, 'id'>, onChecking: OnChecking): Promise<Refusal | undefined> =>
  refusalOf(async () => {
    takeRow((await setStops(request, { id: String(row.Id), ...stops }, { onChecking })).Order);
    reloadRecords();
  }, takeChanged);

export const reversePosition = (row: OrderRow, seenPrice: number, onChecking: OnChecking): Promise<Refusal | undefined> =>
  refusalOf(async () => {
    const fields = { id: String(row.Id), ...slippageFields(seenPrice) };
    const reply = await reverseOrder(request, fields, { onChecking, toastSuccess: true });
    takeRow(reply.Closed);
    takeRow(reply.Order);
  }, takeClosed(row.Id));

/** Closes every position or cancels every pending order; `onReply` gets what happened to each. */
export const endAll = (
  what: 'close' | 'cancel',
  onChecking: OnChecking,
  onReply: (reply: ManyReply) => void,
): Promise<Refusal | undefined> =>
  refusalOf(async () => {
    const call = what === 'close' ? closeAllOrders : cancelAllOrders;
    const reply = await call(request, { onChecking, toastSuccess: true });
    for (const { Code, Order } of reply.Results) if (Code === ERROR.ok) takeRow(Order);
    onReply(reply);
    reloadRecords();
  });
