/** How a price alert, and one that fired, look on the wire, both ways; what is asked for with one; and the field that a refusal names. */
import type * as v from 'valibot';
import { decimalFromWire, formatDecimal, type Price, parseDecimal, type Ratio, toNumber } from '#domain/decimal.ts';
import type { OrderProduct } from '#domain/order.ts';
import { ALERT_KINDS, ALERT_REPEATS, type AlertField, type AlertTerms, type FiredAlert, type PriceAlert } from '#domain/price-alert.ts';
import type { AlertChangeRow, AlertRow, CreateAlertQuery, DeletedAlertReply, EditAlertQuery, FiredAlertRow } from './rest/alert.ts';
import { asId, asText, isObject, SYMBOL_LENGTH_MAX, type WireObject } from './wire-value.ts';

// ------------------------------------------------------------------ rows, read
const decimalOf = <T extends bigint>(value: unknown): T | undefined => (value === undefined ? undefined : decimalFromWire<T>(value));

/** What both rows have; `undefined` for a row that is neither. */
function termsFromWire(row: unknown): (Omit<AlertTerms, 'price'> & { code: string; row: WireObject }) | undefined {
  if (!isObject(row) || !isObject(row.ForexTradeList)) return undefined;
  const kind = ALERT_KINDS.find((known) => known === row.Kind);
  const repeat = ALERT_REPEATS.find((known) => known === row.Repeat);
  const productId = asId(row.ForexTradeList.Id);
  const windowS = asId(row.WindowS);
  if (!kind || !repeat || !(productId > 0)) return undefined;
  return {
    ...{ kind, repeat, productId, row },
    code: asText(row.ForexTradeList.Code, SYMBOL_LENGTH_MAX),
    percent: decimalOf<Ratio>(row.Percent),
    windowS: windowS > 0 ? windowS : undefined,
  };
}

/** The alert of a row; `undefined` for what is none. */
export function alertFromWire(value: unknown): PriceAlert | undefined {
  const read = termsFromWire(value);
  if (!read) return undefined;
  const { row, ...terms } = read;
  const id = asId(row.Id);
  const price = decimalOf<Price>(row.Price);
  if (!(id > 0) || (terms.kind === 'move' ? !terms.percent || !terms.windowS : !price)) return undefined;
  return { ...terms, id, price, state: row.State === 'resting' ? 'resting' : 'waiting', createdMs: asId(row.CreatedAt) || 0 };
}

/** What fired, of a row of the list or of an ALERT push; `undefined` for what is none. */
export function firedAlertFromWire(value: unknown): FiredAlert | undefined {
  const read = termsFromWire(value);
  if (!read) return undefined;
  const { row, ...terms } = read;
  const [id, alertId, atMs, seq] = [row.Id, row.AlertId, row.Time, row.Seq].map(asId) as [number, number, number, number];
  const price = decimalOf<Price>(row.Price);
  if (!(id > 0) || !(alertId > 0) || !(atMs > 0) || !price) return undefined;
  return { ...terms, id, alertId, price, level: decimalOf<Price>(row.Level), from: decimalOf<Price>(row.From), atMs, seq };
}

/** Rows that are none are left out, and said. */
export function alertPageFromWire<T>(
  reply: { data: readonly unknown[]; total: number },
  read: (row: unknown) => T | undefined,
  warn: (text: string) => void,
): { rows: T[]; total: number } {
  const rows = (Array.isArray(reply.data) ? reply.data : []).flatMap((row) => {
    const one = read(row);
    if (one === undefined) warn(`no alert: ${JSON.stringify(row).slice(0, 200)}`);
    return one === undefined ? [] : [one];
  });
  return { rows, total: Number(reply.total) };
}

// ------------------------------------------------------------------ rows, written
const termsToWire = ({ kind, percent, windowS, repeat }: Omit<AlertTerms, 'price'>, product: OrderProduct) => ({
  Kind: kind,
  ...(percent === undefined ? {} : { Percent: formatDecimal(percent) }),
  ...(windowS === undefined ? {} : { WindowS: windowS }),
  Repeat: repeat,
  ForexTradeList: { Id: product.id, Code: product.code, ShowCode: product.showCode, PricePrecision: product.pricePrecision },
});

/** `product`: the one that the alert names, as it is shown. */
export const alertToWire = (alert: Omit<PriceAlert, 'code'>, product: OrderProduct): AlertRow => ({
  Id: alert.id,
  ...termsToWire(alert, product),
  ...(alert.price === undefined ? {} : { Price: toNumber(alert.price) }),
  State: alert.state,
  CreatedAt: alert.createdMs,
});

/** Also the data of an ALERT push. */
export const firedAlertToWire = (fired: Omit<FiredAlert, 'code'>, product: OrderProduct): FiredAlertRow => ({
  Id: fired.id,
  AlertId: fired.alertId,
  ...termsToWire(fired, product),
  Price: toNumber(fired.price),
  ...(fired.level === undefined ? {} : { Level: toNumber(fired.level) }),
  ...(fired.from === undefined ? {} : { From: toNumber(fired.from) }),
  Time: fired.atMs,
  Seq: fired.seq,
});

/** The data of an ALERT push about what a person did. */
export const alertChangeToWire = (id: number, change: AlertChangeRow['Change']): AlertChangeRow => ({ AlertId: id, Change: change });

/** Whether an ALERT push says that alerts were changed; what was done to them the list says. */
export const isAlertChangeOnWire = (row: unknown): boolean => isObject(row) && typeof row.Change === 'string';

export const deletedAlertToWire = (id: number): DeletedAlertReply => ({ Id: id });

// ------------------------------------------------------------------ requests
/** The fields of a call without its key. */
type CreateFields = Omit<v.InferInput<typeof CreateAlertQuery>, 'client_id'>;
type EditFields = Omit<v.InferInput<typeof EditAlertQuery>, 'client_id'>;
/** What an edit changes; what is not named stays. */
export type AlertEdit = Partial<Pick<AlertTerms, 'price' | 'percent' | 'windowS' | 'repeat'>> & { readonly kind?: 'above' | 'below' };

const editedToWire = ({ kind, price, percent, windowS, repeat }: AlertEdit): Omit<EditFields, 'id'> => ({
  ...(kind === undefined ? {} : { kind }),
  ...(price === undefined ? {} : { price: formatDecimal(price) }),
  ...(percent === undefined ? {} : { percent: formatDecimal(percent) }),
  ...(windowS === undefined ? {} : { window_s: String(windowS) }),
  ...(repeat === undefined ? {} : { repeat }),
});

export const newAlertToWire = ({ kind, productId, ...terms }: AlertTerms): CreateFields => ({
  ...editedToWire(terms),
  kind,
  forex_id: String(productId),
});
export const alertEditToWire = (id: number, edit: AlertEdit): EditFields => ({ ...editedToWire(edit), id: String(id) });

/** Fields as they came, already checked for their form, not for their meaning. */
type AskedTerms = { readonly [K in 'price' | 'percent' | 'window_s']?: string | undefined };
export type NewAlertFields = AskedTerms & Pick<v.InferOutput<typeof CreateAlertQuery>, 'forex_id' | 'kind' | 'repeat'>;
export type AlertEditFields = AskedTerms & {
  readonly id: string;
  readonly kind?: 'above' | 'below' | undefined;
  readonly repeat?: AlertTerms['repeat'] | undefined;
};

const asked = <T extends bigint>(text: string | undefined): T | undefined => (text === undefined ? undefined : parseDecimal<T>(text));

export const askedAlertFromWire = (fields: NewAlertFields): AlertTerms => ({
  productId: Number(fields.forex_id),
  kind: fields.kind,
  price: asked<Price>(fields.price),
  percent: asked<Ratio>(fields.percent),
  windowS: fields.window_s === undefined ? undefined : Number(fields.window_s),
  repeat: fields.repeat,
});

/** The terms after an edit. */
export const editedTermsFromWire = (known: AlertTerms, fields: AlertEditFields): AlertTerms => ({
  productId: known.productId,
  kind: fields.kind ?? known.kind,
  price: asked<Price>(fields.price) ?? known.price,
  percent: asked<Ratio>(fields.percent) ?? known.percent,
  windowS: fields.window_s === undefined ? known.windowS : Number(fields.window_s),
  repeat: fields.repeat ?? known.repeat,
});

/** Names of what a person fills in, as a refusal says them; of the product; of one too many
 * the `id` of another, which can be deleted. */
export const ALERT_FIELD_NAMES: Readonly<Record<AlertField | 'productId' | 'count', string>> = {
  price: 'price',
  percent: 'percent',
  windowS: 'window_s',
  productId: 'forex_id',
  count: 'id',
};
const FIELDS: readonly AlertField[] = ['price', 'percent', 'windowS'];

/** The field that a refusal is about; `undefined` where it names none, or none that a person fills in. */
export const refusedAlertFieldFromWire = (data: unknown): AlertField | undefined =>
  isObject(data) ? FIELDS.find((field) => ALERT_FIELD_NAMES[field] === data.field) : undefined;

/** True where the person has as many alerts as there may be. */
export const isFullOfAlertsFromWire = (data: unknown): boolean => isObject(data) && data.field === ALERT_FIELD_NAMES.count;
