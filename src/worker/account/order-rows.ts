/** Open orders as the engine keeps them: rows made whole, and their terms as exact decimals. */
import type { Position } from '#domain/contract.ts';
import { decimalFromNumber, decimalFromWire, type Lots, type Money, ONE, type Price, type Ratio } from '#domain/decimal.ts';
import type { OrderRow } from '#protocol/rest/forex.ts';
import { asId, asNumber, asText, isObject, type WireObject } from '#protocol/wire-value.ts';

/** Open orders of one user at most (decision D1.4.27). */
export const ORDERS_MAX = 200;
const PAGE_SIZE = 50;
const TEXT_MAX = 64;
const PENDING = 0;
const HOLDING = 1;

/** An open order and what the newest snapshot of the server said of it. */
export type HeldOrder = {
  row: OrderRow;
  readonly position: Position;
  readonly margin: Money;
  /** Steady ms at which a reply or a push told of it first; 0 for what REST listed. */
  readonly putAt: number;
  snapshot: { price: number; profit: Money; atMs: number } | undefined;
};

const numberOf = (value: unknown): number => {
  const read = asNumber(value);
  return Number.isNaN(read) ? 0 : read;
};
const textOf = (value: unknown): string => (decimalFromWire(value) === undefined ? '0' : String(value));
const decimalOf = <T extends bigint>(value: unknown, otherwise = 0n): T => (decimalFromWire<T>(value) ?? otherwise) as T;

/** A row with every field our page reads; `undefined` when it has no id. */
export function wholeOrder(row: unknown): OrderRow | undefined {
  if (!isObject(row)) return undefined;
  const id = asId(row.Id);
  if (!(id > 0)) return undefined;
  const product: WireObject = isObject(row.ForexTradeLists) ? row.ForexTradeLists : {};
  return {
    Id: id,
    OriginId: numberOf(row.OriginId),
    Status: numberOf(row.Status),
    OrderType: Number(row.OrderType) === 1 ? 1 : 2,
    Quantity: textOf(row.Quantity),
    OriginPrice: numberOf(row.OriginPrice),
    Price: numberOf(row.Price),
    UpdatePrice: numberOf(row.UpdatePrice),
    FactProfits: textOf(row.FactProfits),
    CautionMoney: textOf(row.CautionMoney),
    TradeFee: textOf(row.TradeFee),
    TargetLossPrice: numberOf(row.TargetLossPrice),
    TargetProfitPrice: numberOf(row.TargetProfitPrice),
    CreateTimeHandler: asText(row.CreateTimeHandler, TEXT_MAX),
    CompleteTimeHandler: asText(row.CompleteTimeHandler, TEXT_MAX),
    ForexTradeLists: {
      Id: numberOf(product.Id),
      Code: asText(product.Code, TEXT_MAX),
      ShowCode: asText(product.ShowCode, TEXT_MAX),
      PricePrecision: numberOf(product.PricePrecision),
    },
    Multiple: numberOf(row.Multiple),
    MarginMode: numberOf(row.MarginMode),
    ForexContNum: decimalFromWire(row.ForexContNum) === undefined ? '' : String(row.ForexContNum),
    QuoteRate: decimalFromWire(row.QuoteRate) === undefined ? '1' : String(row.QuoteRate),
    FollowType: numberOf(row.FollowType) || 1,
    ParentId: numberOf(row.ParentId),
    Seq: numberOf(row.Seq),
    CloseSeq: numberOf(row.CloseSeq),
    CloseReason: asText(row.CloseReason, TEXT_MAX),
  };
}

export const isHolding = (row: OrderRow): boolean => row.Status === HOLDING;
export const isPending = (row: OrderRow): boolean => row.Status === PENDING;

/** Every order of a status, page by page; a back end that answers with others' status too is read for what was asked. */
export async function ordersOf(
  status: 0 | 1,
  fetchPage: (status: 0 | 1, page: number, limit: number) => Promise<{ data: unknown; total: unknown }>,
): Promise<OrderRow[]> {
  const rows = new Map<number, OrderRow>();
  for (let page = 1; page <= ORDERS_MAX / PAGE_SIZE; page++) {
    const { data, total } = await fetchPage(status, page, PAGE_SIZE);
    const list = Array.isArray(data) ? data : [];
    for (const item of list) {
      const row = wholeOrder(item);
      if (row?.Status === status) rows.set(row.Id, row);
    }
    if (list.length === 0 || rows.size >= Number(total)) break;
  }
  return [...rows.values()].slice(0, ORDERS_MAX);
}

/** Terms of an order; `contractNumber` of its product stands in where a back end does not copy it onto the order. */
export function heldOrder(row: OrderRow, putAt: number, contractNumber: Ratio | undefined): HeldOrder {
  return {
    row,
    position: {
      side: row.OrderType === 1 ? 'buy' : 'sell',
      lots: decimalOf<Lots>(row.Quantity),
      openPrice: decimalFromNumber<Price>(row.Price) ?? 0n,
      contractNumber: decimalOf<Ratio>(row.ForexContNum, contractNumber ?? ONE),
      marginMode: row.MarginMode === 1 ? 1 : 0,
      quoteRate: decimalOf<Ratio>(row.QuoteRate, ONE),
    },
    margin: decimalOf<Money>(row.CautionMoney),
    putAt,
    snapshot: undefined,
  };
}
