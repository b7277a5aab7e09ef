/** Quotes, candles and contract orders, one function per endpoint (/v2/api/forex). */
import type * as v from 'valibot';
import {
  type CancelQuery,
  type CandleRow,
  type CategoryRow,
  type CloseQuery,
  CloseReply,
  cancelAllEndpoint,
  cancelEndpoint,
  categoriesEndpoint,
  closeAllEndpoint,
  closeEndpoint,
  FillReply,
  klineEndpoint,
  ManyReply,
  type MyDealReply,
  myDealEndpoint,
  type ProductRow,
  type ReverseQuery,
  ReverseReply,
  reverseEndpoint,
  type SetStopQuery,
  type ShortCandleRow,
  type SubmitQuery,
  searchEndpoint,
  setStopEndpoint,
  shortKlineEndpoint,
  submitEndpoint,
  tradeListEndpoint,
} from '#protocol/rest/forex.ts';
import type { CallOptions, MoneyOptions, Request } from './request.ts';

/** The submission as the server reads it; the request layer adds `client_id`. */
export type SubmitFields = Omit<v.InferInput<typeof SubmitQuery>, 'client_id'>;
export type CloseFields = Omit<v.InferInput<typeof CloseQuery>, 'client_id'>;
export type CancelFields = Omit<v.InferInput<typeof CancelQuery>, 'client_id'>;
export type SetStopFields = Omit<v.InferInput<typeof SetStopQuery>, 'client_id'>;
export type ReverseFields = Omit<v.InferInput<typeof ReverseQuery>, 'client_id'>;
export type KlineFields = { forex_id: number; period: string; end?: number; limit?: number };
export type MyDealFields = { status: 0 | 1 | 3; page?: number; limit?: number; startTime?: number; endTime?: number };

export const categories = (request: Request, options?: CallOptions): Promise<CategoryRow[]> =>
  request.call(categoriesEndpoint, {}, options);

export const tradeList = (request: Request, options?: CallOptions): Promise<ProductRow[]> => request.call(tradeListEndpoint, {}, options);

/** Bars ascending, the last one forming; `end` (ms, exclusive) pages back. */
export const kline = (request: Request, fields: KlineFields, options?: CallOptions): Promise<CandleRow[]> =>
  request.call(klineEndpoint, fields, options);

/** Up to 60 closes for a mini chart. */
export const shortKline = (
  request: Request,
  fields: { forex_id: number; period: string },
  options?: CallOptions,
): Promise<ShortCandleRow[]> => request.call(shortKlineEndpoint, fields, options);

/** The newest search wins: an older one under way is cancelled. */
export const searchProducts = (request: Request, name: string, options?: CallOptions): Promise<ProductRow[]> =>
  request.call(searchEndpoint, { name }, { key: searchEndpoint.path, ...options });

export const myDeal = (request: Request, fields: MyDealFields, options?: CallOptions): Promise<MyDealReply> =>
  request.call(myDealEndpoint, fields, options);

export const submitOrder = (request: Request, fields: SubmitFields, options?: MoneyOptions): Promise<FillReply> =>
  request.money(submitEndpoint, fields, { check: FillReply, ...options });

/** Its msg is shown as a toast (specification S1 section 7). With `cont` only a part is closed; `Rest` is what stays. */
export const closeOrder = (request: Request, fields: CloseFields, options?: MoneyOptions): Promise<CloseReply> =>
  request.money(closeEndpoint, fields, { check: CloseReply, toastSuccess: true, ...options });

/** Cancels a pending order; its msg is shown as a toast. */
export const cancelOrder = (request: Request, fields: CancelFields, options?: MoneyOptions): Promise<FillReply> =>
  request.money(cancelEndpoint, fields, { check: FillReply, toastSuccess: true, ...options });

/** Edits the stops of a position or a pending order; 0 removes one. Its msg is shown as a toast. */
export const setStops = (request: Request, fields: SetStopFields, options?: MoneyOptions): Promise<FillReply> =>
  request.money(setStopEndpoint, fields, { check: FillReply, toastSuccess: true, ...options });

/** Closes a position and opens the opposite one, both or neither. */
export const reverseOrder = (request: Request, fields: ReverseFields, options?: MoneyOptions): Promise<ReverseReply> =>
  request.money(reverseEndpoint, fields, { check: ReverseReply, ...options });

/** Closes every position that can be closed now, and says of each what happened. */
export const closeAllOrders = (request: Request, options?: MoneyOptions): Promise<ManyReply> =>
  request.money(closeAllEndpoint, {}, { check: ManyReply, ...options });

/** Cancels every pending order, and says of each what happened. */
export const cancelAllOrders = (request: Request, options?: MoneyOptions): Promise<ManyReply> =>
  request.money(cancelAllEndpoint, {}, { check: ManyReply, ...options });
