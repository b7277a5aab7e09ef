/** What is asked for with an order, or for one, on the wire (specification S1 section 7), both ways; and the field that a refusal names. */
import type * as v from 'valibot';
import { formatDecimal, type Price, parseDecimal } from '#domain/decimal.ts';
import { UNTIL_CANCELLED } from '#domain/good-till.ts';
import type {
  AmendRequest,
  AskedAmend,
  AskedClose,
  AskedOrder,
  AskedStops,
  CloseRequest,
  NewOrder,
  OrderField,
  SlippageBound,
  StopsRequest,
} from '#domain/order-request.ts';
import type { AmendQuery, CloseQuery, ReverseQuery, SetStopQuery, SubmitQuery } from './rest/forex.ts';
import { isObject } from './wire-value.ts';

// ------------------------------------------------------------------ write
/** The fields of a call without its key, which the request layer adds. */
type Fields<Q extends v.GenericSchema> = Omit<v.InferInput<Q>, 'client_id'>;

export const boundToWire = (bound: SlippageBound | undefined): Pick<Fields<typeof CloseQuery>, 'seen_price' | 'slippage'> =>
  bound ? { seen_price: formatDecimal(bound.seen), slippage: formatDecimal(bound.slippage) } : {};

/** The specification's eight fields, and of a market order its bound. */
export const newOrderToWire = (order: NewOrder): Fields<typeof SubmitQuery> => ({
  type: order.side === 'buy' ? '1' : '2',
  cont: formatDecimal(order.lots),
  forex_id: String(order.productId),
  status: order.orderPrice === undefined ? '1' : '0',
  target_price: formatDecimal(order.orderPrice ?? 0n),
  stop_loss_price: formatDecimal(order.stopLoss),
  target_profit_price: formatDecimal(order.takeProfit),
  multiple: String(order.leverage),
  ...(order.orderPrice !== undefined && order.goodTill !== UNTIL_CANCELLED ? { good_till: order.goodTill } : {}),
  ...boundToWire(order.bound),
});

export const closeToWire = ({ id, lots, bound }: CloseRequest): Fields<typeof CloseQuery> => ({
  id: String(id),
  ...(lots === undefined ? {} : { cont: formatDecimal(lots) }),
  ...boundToWire(bound),
});

export const reverseToWire = ({ id, bound }: Omit<CloseRequest, 'lots'>): Fields<typeof ReverseQuery> => ({
  id: String(id),
  ...boundToWire(bound),
});

export const stopsToWire = ({ id, stopLoss, takeProfit }: StopsRequest): Fields<typeof SetStopQuery> => ({
  id: String(id),
  ...(stopLoss === undefined ? {} : { stop_loss_price: formatDecimal(stopLoss) }),
  ...(takeProfit === undefined ? {} : { target_profit_price: formatDecimal(takeProfit) }),
});

export const amendToWire = ({ id, orderPrice }: AmendRequest): Fields<typeof AmendQuery> => ({
  id: String(id),
  target_price: formatDecimal(orderPrice),
});

/** Names of what a person fills in, as a refusal says them. */
export const FIELD_NAMES: Readonly<Record<OrderField, string>> = {
  leverage: 'multiple',
  lots: 'cont',
  orderPrice: 'target_price',
  stopLoss: 'stop_loss_price',
  takeProfit: 'target_profit_price',
  goodTill: 'good_till',
};
const FIELDS: readonly OrderField[] = ['leverage', 'lots', 'orderPrice', 'stopLoss', 'takeProfit', 'goodTill'];

/** The field that a refusal is about; `undefined` where it names none, or none that a person fills in. */
export const refusedFieldFromWire = (data: unknown): OrderField | undefined =>
  isObject(data) ? FIELDS.find((field) => FIELD_NAMES[field] === data.field) : undefined;

// ------------------------------------------------------------------ read
type Bound = { readonly seen_price?: string | undefined; readonly slippage?: string | undefined };
/** Fields as they came, already checked for their form, not for their meaning. */
export type SubmitFields = Omit<v.InferOutput<typeof SubmitQuery>, 'good_till' | 'client_id' | keyof Bound> &
  Bound & { readonly good_till?: string | undefined };
export type ReverseFields = Bound & { readonly id: string };
export type CloseFields = ReverseFields & { readonly cont?: string | undefined };
export type SetStopFields = { readonly id: string } & {
  readonly [K in 'stop_loss_price' | 'target_profit_price' | 'good_till']?: string | undefined;
};

export type AmendFields = { readonly id: string; readonly target_price: string };

/** Either field without the other is no bound. */
export function boundFromWire({ seen_price, slippage }: Bound): SlippageBound | undefined {
  const seen = seen_price === undefined ? undefined : parseDecimal<Price>(seen_price);
  const width = slippage === undefined ? undefined : parseDecimal<Price>(slippage);
  return seen === undefined || width === undefined ? undefined : { seen, slippage: width };
}

export const askedOrderFromWire = (fields: SubmitFields): AskedOrder => ({
  productId: Number(fields.forex_id),
  side: fields.type === '1' ? 'buy' : 'sell',
  isPending: fields.status === '0',
  lots: fields.cont,
  leverage: fields.multiple,
  orderPrice: fields.target_price,
  stopLoss: fields.stop_loss_price,
  takeProfit: fields.target_profit_price,
  goodTill: fields.good_till ?? UNTIL_CANCELLED,
  bound: boundFromWire(fields),
});

export const askedCloseFromWire = (fields: CloseFields): AskedClose => ({
  id: Number(fields.id),
  lots: fields.cont,
  bound: boundFromWire(fields),
});

export const askedStopsFromWire = (fields: SetStopFields): AskedStops => ({
  id: Number(fields.id),
  stopLoss: fields.stop_loss_price,
  takeProfit: fields.target_profit_price,
  goodTill: fields.good_till,
});

export const askedAmendFromWire = ({ id, target_price }: AmendFields): AskedAmend => ({ id: Number(id), orderPrice: target_price });
