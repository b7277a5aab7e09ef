/** Price alerts of the caller, one function per endpoint (/v2/api/alert), in the house's words: the rows of the wire end here. */
import type { AlertTerms, FiredAlert, PriceAlert } from '#domain/price-alert.ts';
import {
  type AlertEdit,
  alertEditToWire,
  alertFromWire,
  alertPageFromWire,
  firedAlertFromWire,
  newAlertToWire,
} from '#protocol/alert-wire.ts';
import type { AlertListReply, FiredListReply } from '#protocol/rest/alert.ts';
import {
  alertListEndpoint,
  createAlertEndpoint,
  deleteAlertEndpoint,
  editAlertEndpoint,
  firedAlertsEndpoint,
} from '#protocol/rest/alert-endpoints.ts';
import type { Endpoint } from '#protocol/rest/endpoint.ts';
import { CALL_ERROR, CallError } from './call-error.ts';
import type { CallOptions, Request } from './request.ts';
import type { Params } from './wire.ts';

/** One page, newest first; `total` counts all pages. */
type AlertPage<T> = { readonly rows: readonly T[]; readonly total: number };

/** Every active alert: at most `ALERTS_MAX`, all on the first page. A row that is no alert is left out and said in the console. */
export const alertPage = async (request: Request, options?: CallOptions): Promise<AlertPage<PriceAlert>> =>
  alertPageFromWire(await request.call<AlertListReply>(alertListEndpoint, {}, options), alertFromWire, request.warn);

/** What fired, 20 a page, newest first; at most `FIRED_ALERTS_MAX` are kept. */
export const firedAlertPage = async (request: Request, page: number, options?: CallOptions): Promise<AlertPage<FiredAlert>> =>
  alertPageFromWire(await request.call<FiredListReply>(firedAlertsEndpoint, { page }, options), firedAlertFromWire, request.warn);

/** The alert as it is after the call. Rejects with a `CallError`; `ERR_REPLY` for an answer that is no alert. */
async function answered(request: Request, endpoint: Endpoint, fields: Params, options: CallOptions | undefined): Promise<PriceAlert> {
  const alert = alertFromWire(await request.call<unknown>(endpoint, fields, options));
  if (!alert) throw new CallError(CALL_ERROR.reply);
  return alert;
}

/** `key`: of `client-id.ts`, kept over a second press: the same key with the same terms is the same alert. */
export const createAlert = (request: Request, terms: AlertTerms, key: string, options?: CallOptions): Promise<PriceAlert> =>
  answered(request, createAlertEndpoint, { ...newAlertToWire(terms), client_id: key }, options);

/** What the edit does not name stays; the alert waits anew. 1004: it is gone, because it fired or was deleted. */
export const editAlert = (request: Request, id: number, edit: AlertEdit, options?: CallOptions): Promise<PriceAlert> =>
  answered(request, editAlertEndpoint, alertEditToWire(id, edit), options);

/** 1004: it was gone already. */
export async function deleteAlert(request: Request, id: number, options?: CallOptions): Promise<void> {
  await request.call<unknown>(deleteAlertEndpoint, { id }, options);
}
