/**
 * The one place that knows how a contract order looks on the wire (specification S1 section 3; decisions D1.3.05 to D1.3.09), both ways.
 * A row is read strictly: what is there must be what it should be, so that nothing is taken for an order that it is not. A field that
 * another back end leaves out has the value that stands for nothing.
 */
import { decimalFromWire, formatDecimal, type Lots, ONE, type Price, type Ratio, toNumber } from '#domain/decimal.ts';
import { ORDER_END_REASONS, type Order, type OrderEndReason, type OrderProduct } from '#domain/order.ts';
import { ORDER_STATUS, orderState } from './order-status.ts';
import type { OrderRow } from './rest/forex.ts';
import { stampMs, stampToWire } from './stamp.ts';
import { asId, isObject, type WireObject } from './wire-value.ts';

const TEXT_MAX = 64;
const PRECISION_MAX = 8;

/** A row that is no order. Its message names the field, what stood there and what may be there. */
export class OrderRowError extends Error {
  override name = 'OrderRowError';

  constructor(id: unknown, field: string, value: unknown, allowed: string) {
    super(`order ${shortText(id)}: ${field} is ${shortText(value)}, allowed: ${allowed}`);
  }
}
const shortText = (value: unknown): string => String(JSON.stringify(value)).slice(0, TEXT_MAX);

type Field = keyof OrderRow | keyof OrderRow['ForexTradeLists'];
/** The field as it was read. `read` answers `undefined` for what may not be there; an absent field is `otherwise`, if there is such. */
type FieldReader = <T>(name: Field, allowed: string, read: (value: unknown) => T | undefined, otherwise?: T) => T;

const readerOf =
  (row: WireObject, id: unknown): FieldReader =>
  (name, allowed, read, otherwise) => {
    const value = row[name];
    if (otherwise !== undefined && (value === undefined || value === null || value === '')) return otherwise;
    const found = read(value);
    if (found === undefined) throw new OrderRowError(id, name, value, allowed);
    return found;
  };

const wholeNumber = (value: unknown): number | undefined => {
  const read = asId(value);
  return Number.isNaN(read) ? undefined : read;
};
const positive = (value: unknown): number | undefined => wholeNumber(value) || undefined;
const text = (value: unknown): string | undefined =>
  (typeof value === 'string' || typeof value === 'number') && String(value).length <= TEXT_MAX ? String(value) : undefined;
const notNegative = <T extends bigint>(value: unknown): T | undefined => {
  const read = decimalFromWire<T>(value);
  return read === undefined || read < 0n ? undefined : read;
};
/** A number beyond it makes no date. */
const TIME_MS_MAX = 8.64e15;
const unixMs = (value: unknown): number | undefined => {
  const read = wholeNumber(value);
  return read === undefined || read > TIME_MS_MAX ? undefined : read;
};
/** A text that is no time becomes NaN: an invalid time is shown as such and does not make the order invalid (S1-8.15). */
const timeMs = (value: unknown): number | undefined => (typeof value === 'string' ? stampMs(value) : undefined);
const end = (value: unknown): OrderEndReason | undefined => ORDER_END_REASONS.find((known) => known === value);

const object = (value: unknown): WireObject | undefined => (isObject(value) ? value : undefined);

function productOf(row: WireObject, orderId: unknown): OrderProduct {
  const field = readerOf(row, orderId);
  return {
    id: field('Id', 'an id', wholeNumber, 0),
    code: field('Code', `text of at most ${TEXT_MAX} characters`, text, ''),
    showCode: field('ShowCode', `text of at most ${TEXT_MAX} characters`, text, ''),
    pricePrecision: Math.min(PRECISION_MAX, field('PricePrecision', 'a number of digits', wholeNumber, 0)),
  };
}

/** The order that a row of the server stands for; throws an `OrderRowError` for anything that is none. */
export function orderFromWire(row: unknown): Order {
  if (!isObject(row)) throw new OrderRowError('?', 'the row', row, 'an object');
  const field = readerOf(row, row.Id);
  const id = (name: Field): number => field(name, 'an id, or 0', wholeNumber, 0);
  const priceOf = (name: Field): Price => field(name, 'a price, or 0', notNegative<Price>, 0n);
  const amountOf = <T extends bigint>(name: Field, otherwise?: T): T => field(name, 'a decimal not below 0', notNegative<T>, otherwise);
  const decimalOf = <T extends bigint>(name: Field, otherwise?: T): T => field(name, 'a decimal', decimalFromWire<T>, otherwise);
  return {
    id: field('Id', 'an id above 0', positive),
    originId: id('OriginId'),
    parentId: id('ParentId'),
    followType: id('FollowType') || 1,
    state: field('Status', Object.values(ORDER_STATUS).join(', '), orderState),
    // Anything but 1 sells (specification S1 section 3).
    side: field('OrderType', '1 to buy, another number to sell', wholeNumber) === 1 ? 'buy' : 'sell',
    lots: amountOf<Lots>('Quantity'),
    askedPrice: priceOf('OriginPrice'),
    openPrice: priceOf('Price'),
    stopLoss: priceOf('TargetLossPrice'),
    takeProfit: priceOf('TargetProfitPrice'),
    margin: decimalOf('CautionMoney', 0n),
    fee: decimalOf('TradeFee', 0n),
    profit: decimalOf('FactProfits', 0n),
    leverage: id('Multiple'),
    marginMode: id('MarginMode') === 1 ? 1 : 0,
    contractNumber: amountOf<Ratio>('ForexContNum', 0n) || undefined,
    quoteRate: amountOf<Ratio>('QuoteRate', ONE),
    openSeq: id('Seq'),
    closeSeq: id('CloseSeq'),
    end: field('CloseReason', ORDER_END_REASONS.map((known) => `'${known}'`).join(', '), end, ''),
    createdAtMs: field('CreateTimeHandler', 'YYYY-MM-DD HH:mm:ss', timeMs, 0),
    completedAtMs: field('CompleteTimeHandler', 'YYYY-MM-DD HH:mm:ss', timeMs, 0),
    financing: decimalOf('Financing', 0n),
    goodTillMs: field('GoodTill', 'unix ms, or 0', unixMs, 0),
    product: productOf(field('ForexTradeLists', 'an object', object, {}), row.Id),
    price: priceOf('UpdatePrice'),
  };
}

/** The row that stands for an order. Its names come in the order of the specification. */
export function orderToWire(order: Order): OrderRow {
  const { product } = order;
  return {
    Id: order.id,
    OriginId: order.originId,
    Status: ORDER_STATUS[order.state],
    OrderType: order.side === 'buy' ? 1 : 2,
    Quantity: formatDecimal(order.lots),
    OriginPrice: toNumber(order.askedPrice),
    Price: toNumber(order.openPrice),
    UpdatePrice: toNumber(order.price),
    FactProfits: formatDecimal(order.profit),
    CautionMoney: formatDecimal(order.margin),
    TradeFee: formatDecimal(order.fee),
    TargetLossPrice: toNumber(order.stopLoss),
    TargetProfitPrice: toNumber(order.takeProfit),
    CreateTimeHandler: order.createdAtMs === 0 ? '' : stampToWire(order.createdAtMs),
    CompleteTimeHandler: order.completedAtMs === 0 ? '' : stampToWire(order.completedAtMs),
    ForexTradeLists: { Id: product.id, Code: product.code, ShowCode: product.showCode, PricePrecision: product.pricePrecision },
    Multiple: order.leverage,
    MarginMode: order.marginMode,
    ForexContNum: order.contractNumber === undefined ? '' : formatDecimal(order.contractNumber),
    QuoteRate: formatDecimal(order.quoteRate),
    FollowType: order.followType,
    ParentId: order.parentId,
    Seq: order.openSeq,
    CloseSeq: order.closeSeq,
    CloseReason: order.end,
    GoodTill: order.goodTillMs,
    Financing: formatDecimal(order.financing),
  };
}
