/** Price alerts: what is asked and answered under /v2/api/alert (decisions D9.145 to D9.149). */
import * as v from 'valibot';
import { ALERT_KINDS, ALERT_REPEATS } from '#domain/price-alert.ts';
import { AskedDecimal, AskedId, AskedPage, ClientId, Decimal, written } from './fields.ts';

/** A window in seconds. */
const AskedWindow = written(/^[1-9]\d{0,5}$/, 'a whole number of seconds from 1, of at most 6 digits');

/** `price` of above and below, `percent` and `window_s` of move. The key makes a repeated call the same alert. */
export const CreateAlertQuery = v.object({
  forex_id: AskedId,
  kind: v.picklist(ALERT_KINDS),
  price: v.optional(AskedDecimal),
  percent: v.optional(AskedDecimal),
  window_s: v.optional(AskedWindow),
  repeat: v.optional(v.picklist(ALERT_REPEATS), 'once'),
  client_id: v.optional(ClientId),
});
/** What is absent stays as it is; `kind` turns above into below and back. An edited alert waits anew. */
export const EditAlertQuery = v.object({
  id: AskedId,
  kind: v.optional(v.picklist(['above', 'below'])),
  price: v.optional(AskedDecimal),
  percent: v.optional(AskedDecimal),
  window_s: v.optional(AskedWindow),
  repeat: v.optional(v.picklist(ALERT_REPEATS)),
  client_id: v.optional(ClientId),
});
export const DeleteAlertQuery = v.object({ id: AskedId, client_id: v.optional(ClientId) });
export const AlertPageQuery = v.object({ page: v.optional(AskedPage, '1') });

const AlertProduct = v.object({ Id: v.number(), Code: v.string(), ShowCode: v.string(), PricePrecision: v.number() });
const Terms = {
  Kind: v.picklist(ALERT_KINDS),
  /** Of move: percent with at most 2 digits, and seconds. */
  Percent: v.optional(Decimal),
  WindowS: v.optional(v.number()),
  Repeat: v.picklist(ALERT_REPEATS),
  ForexTradeList: AlertProduct,
};

export const AlertRow = v.object({
  Id: v.number(),
  ...Terms,
  /** Of above and below. */
  Price: v.optional(v.number()),
  /** 'resting': it fires every time, has fired, and is not armed again yet. */
  State: v.picklist(['waiting', 'resting']),
  /** Unix ms. */
  CreatedAt: v.number(),
});
export type AlertRow = v.InferOutput<typeof AlertRow>;

/** Price, Time (unix ms) and Seq are of the tick that fired it. Level: the price of above and below; From: the extreme that a move counted from. */
export const FiredAlertRow = v.object({
  Id: v.number(),
  AlertId: v.number(),
  ...Terms,
  Price: v.number(),
  Level: v.optional(v.number()),
  From: v.optional(v.number()),
  Time: v.number(),
  Seq: v.number(),
});
export type FiredAlertRow = v.InferOutput<typeof FiredAlertRow>;

/** The other data of an ALERT push: what a person has done to an alert, on whichever device. The list says how it stands. */
export type AlertChangeRow = { AlertId: number; Change: 'set' | 'edited' | 'deleted' };

export const AlertListReply = v.object({ data: v.array(AlertRow), total: v.number() });
export type AlertListReply = v.InferOutput<typeof AlertListReply>;
export const FiredListReply = v.object({ data: v.array(FiredAlertRow), total: v.number() });
export type FiredListReply = v.InferOutput<typeof FiredListReply>;
export const DeletedAlertReply = v.object({ Id: v.number() });
export type DeletedAlertReply = v.InferOutput<typeof DeletedAlertReply>;
