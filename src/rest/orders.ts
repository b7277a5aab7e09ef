/**
 * Contract orders, one function per endpoint (/v2/api/forex). Asked and answered in orders: the rows of the wire end here. An answer to
 * a call that moved money is final even where its row cannot be read: it then rejects with `DONE_UNREAD`, never as if nothing had happened.
 */
import type * as v from 'valibot';
import type { Order, OrderList } from '#domain/order.ts';
import {
  type Closed,
  closedFromWire,
  filledFromWire,
  type Many,
  manyFromWire,
  type OrderPage,
  orderPageFromWire,
  type Reversed,
  reversedFromWire,
} from '#protocol/order-replies.ts';
import { ORDER_STATUS } from '#protocol/order-status.ts';
import type { Endpoint } from '#protocol/rest/endpoint.ts';
import {
  cancelAllEndpoint,
  cancelEndpoint,
  closeAllEndpoint,
  closeEndpoint,
  myDealEndpoint,
  reverseEndpoint,
  setStopEndpoint,
  submitEndpoint,
} from '#protocol/rest/endpoints.ts';
import type { CancelQuery, CloseQuery, MyDealReply, ReverseQuery, SetStopQuery, SubmitQuery } from '#protocol/rest/forex.ts';
import { CallError } from './call-error.ts';
import type { CallOptions, MoneyOptions, Request } from './request.ts';
import type { Params } from './wire.ts';

/** Code of a `CallError`: the call was executed, what it answered is not to be read. */
export const DONE_UNREAD = 'ERR_DONE_UNREAD';

/** The submission as the server reads it; the request layer adds `client_id`. */
export type SubmitFields = Omit<v.InferInput<typeof SubmitQuery>, 'client_id'>;
type CloseFields = Omit<v.InferInput<typeof CloseQuery>, 'client_id'>;
type CancelFields = Omit<v.InferInput<typeof CancelQuery>, 'client_id'>;
export type SetStopFields = Omit<v.InferInput<typeof SetStopQuery>, 'client_id'>;
type ReverseFields = Omit<v.InferInput<typeof ReverseQuery>, 'client_id'>;

/** Times in unix seconds, the end exclusive. */
type OrderPageFields = {
  list: OrderList;
  page: number;
  limit?: number;
  startTime?: number;
  endTime?: number;
};

/** One page, newest first. A row that is no order is left out and said in the console (decision D9.73). */
export async function orderPage(request: Request, { list, ...fields }: OrderPageFields, options?: CallOptions): Promise<OrderPage> {
  const reply = await request.call<MyDealReply>(myDealEndpoint, { status: ORDER_STATUS[list], ...fields }, options);
  return orderPageFromWire(reply, request.warn);
}

/** Sends a money call, and reads its answer. */
async function answered<R, T>(
  request: Request,
  endpoint: Endpoint,
  fields: Params,
  options: MoneyOptions | undefined,
  read: (reply: R) => T,
): Promise<T> {
  const reply = await request.money<R>(endpoint, fields, options);
  try {
    return read(reply);
  } catch (error) {
    request.warn(String(error));
    throw new CallError(DONE_UNREAD);
  }
}

export const submitOrder = (request: Request, fields: SubmitFields, options?: MoneyOptions): Promise<Order> =>
  answered(request, submitEndpoint, fields, options, filledFromWire);

/** Its msg is shown as a toast (specification S1 section 7). With `cont` only a part is closed; `rest` is what stays. */
export const closeOrder = (request: Request, fields: CloseFields, options?: MoneyOptions): Promise<Closed> =>
  answered(request, closeEndpoint, fields, { toastSuccess: true, ...options }, closedFromWire);

/** Cancels a pending order; its msg is shown as a toast. */
export const cancelOrder = (request: Request, fields: CancelFields, options?: MoneyOptions): Promise<Order> =>
  answered(request, cancelEndpoint, fields, { toastSuccess: true, ...options }, filledFromWire);

/** Edits the stops of a position or a pending order; 0 removes one. Its msg is shown as a toast. */
export const setStops = (request: Request, fields: SetStopFields, options?: MoneyOptions): Promise<Order> =>
  answered(request, setStopEndpoint, fields, { toastSuccess: true, ...options }, filledFromWire);

/** Closes a position and opens the opposite one, both or neither. */
export const reverseOrder = (request: Request, fields: ReverseFields, options?: MoneyOptions): Promise<Reversed> =>
  answered(request, reverseEndpoint, fields, options, reversedFromWire);

/** Closes every position that can be closed now, and says of each what happened. */
export const closeAllOrders = (request: Request, options?: MoneyOptions): Promise<Many> =>
  answered(request, closeAllEndpoint, {}, options, manyFromWire);

/** Cancels every pending order, and says of each what happened. */
export const cancelAllOrders = (request: Request, options?: MoneyOptions): Promise<Many> =>
  answered(request, cancelAllEndpoint, {}, options, manyFromWire);
