/**
 * Contract orders, one function per endpoint (/v2/api/forex). Asked and answered in orders: the rows of the wire end here. An answer to
 * a call that moved money is final even where its row cannot be read: it then rejects with `DONE_UNREAD`, never as if nothing had happened.
 */
import type { Order, OrderList } from '#domain/order.ts';
import type { AmendRequest, CloseRequest, NewOrder, StopsRequest } from '#domain/order-request.ts';
import type { SecondsRange } from '#domain/trading-day.ts';
import { amendEndpoint, cancelAllEndpoint, closeAllEndpoint, reverseEndpoint } from '#protocol/order-endpoints.ts';
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
import { amendToWire, closeToWire, newOrderToWire, reverseToWire, stopsToWire } from '#protocol/order-requests.ts';
import { ORDER_STATUS } from '#protocol/order-status.ts';
import type { Endpoint } from '#protocol/rest/endpoint.ts';
import { cancelEndpoint, closeEndpoint, myDealEndpoint, setStopEndpoint, submitEndpoint } from '#protocol/rest/endpoints.ts';
import type { MyDealReply } from '#protocol/rest/forex.ts';
import { CallError } from './call-error.ts';
import type { CallOptions, MoneyOptions, Request } from './request.ts';
import type { Params } from './wire.ts';

/** Code of a `CallError`: the call was executed, what it answered is not to be read. */
export const DONE_UNREAD = 'ERR_DONE_UNREAD';

/** `days`: only what was made then; unix seconds, the end exclusive. */
type OrderPageRequest = {
  list: OrderList;
  page: number;
  limit?: number;
  days?: SecondsRange | undefined;
};

/** One page, newest first. A row that is no order is left out and said in the console (decision D9.73). */
export async function orderPage(
  request: Request,
  { list, page, limit, days }: OrderPageRequest,
  options?: CallOptions,
): Promise<OrderPage> {
  const fields = { status: ORDER_STATUS[list], page, limit, startTime: days?.startS, endTime: days?.endS };
  const reply = await request.call<MyDealReply>(myDealEndpoint, fields, options);
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

export const submitOrder = (request: Request, order: NewOrder, options?: MoneyOptions): Promise<Order> =>
  answered(request, submitEndpoint, newOrderToWire(order), options, filledFromWire);

/** Its msg is shown as a toast (specification S1 section 7). Of a part `rest` is what stays. */
export const closeOrder = (request: Request, asked: CloseRequest, options?: MoneyOptions): Promise<Closed> =>
  answered(request, closeEndpoint, closeToWire(asked), { toastSuccess: true, ...options }, closedFromWire);

/** Cancels a pending order; its msg is shown as a toast. */
export const cancelOrder = (request: Request, id: number, options?: MoneyOptions): Promise<Order> =>
  answered(request, cancelEndpoint, { id }, { toastSuccess: true, ...options }, filledFromWire);

/** Edits the stops of a position or a pending order. Its msg is shown as a toast. */
export const setStops = (request: Request, asked: StopsRequest, options?: MoneyOptions): Promise<Order> =>
  answered(request, setStopEndpoint, stopsToWire(asked), { toastSuccess: true, ...options }, filledFromWire);

/** Gives a pending order another price; its msg is shown as a toast. */
export const amendOrder = (request: Request, asked: AmendRequest, options?: MoneyOptions): Promise<Order> =>
  answered(request, amendEndpoint, amendToWire(asked), { toastSuccess: true, ...options }, filledFromWire);

/** Closes a position and opens the opposite one, both or neither. */
export const reverseOrder = (request: Request, asked: Omit<CloseRequest, 'lots'>, options?: MoneyOptions): Promise<Reversed> =>
  answered(request, reverseEndpoint, reverseToWire(asked), options, reversedFromWire);

/** Closes every position that can be closed now, and says of each what happened. */
export const closeAllOrders = (request: Request, options?: MoneyOptions): Promise<Many> =>
  answered(request, closeAllEndpoint, {}, options, manyFromWire);

/** Cancels every pending order, and says of each what happened. */
export const cancelAllOrders = (request: Request, options?: MoneyOptions): Promise<Many> =>
  answered(request, cancelAllEndpoint, {}, options, manyFromWire);
