/** Rows of a simulation's server, as they go over the wire. */
import type { Period } from '#domain/period-table.ts';
import type { OrderRow, ProductRow } from '#protocol/rest/forex.ts';
import type { CandleRow } from '#protocol/rest/kline.ts';
import type { Bar } from './exchange-bars.ts';

export type Product = {
  id: number;
  code: string;
  open: boolean;
  /** The source gives neither ticks nor confirms. */
  silent: boolean;
  price: number;
  dayOpen: number;
  high: number;
  low: number;
  timeMs: number;
  confirmedMs: number;
  n: number;
  /** By period id. */
  bars: Map<number, Bar[]>;
};

export const productRow = (product: Product, change: number): ProductRow => ({
  Id: product.id,
  Code: product.code,
  ShowCode: product.code,
  Name: product.code,
  Logo: '',
  CategoryId: 1,
  MarketStatus: product.open ? 1 : 2,
  OpensAt: 0,
  PricePrecision: 5,
  ForexQuotations: {
    Open: product.dayOpen,
    Close: product.price,
    Change: change,
    High: product.high,
    Low: product.low,
    Time: product.timeMs,
    Confirmed: product.confirmedMs,
  },
  HasForexMultiple: [{ Value: 100, Default: 1 }],
  ForexMinCont: '0.1',
  ForexMaxCont: '50',
  ForexContNum: '1000',
  ForexFeeRate: '6',
  MarginMode: 0,
  Pip: '0.01',
  QuoteRate: '1',
  Sort: product.id,
});

type Terms = { readonly id: number; readonly isBuy: boolean; readonly lots: string; readonly margin: string; readonly fee: string };

/** Of an order that was opened at the price of this moment. */
export const openRow = (product: Product, terms: Terms): OrderRow => ({
  Id: terms.id,
  OriginId: 0,
  Status: 1,
  OrderType: terms.isBuy ? 1 : 2,
  Quantity: terms.lots,
  OriginPrice: product.price,
  Price: product.price,
  UpdatePrice: product.price,
  FactProfits: '0',
  CautionMoney: terms.margin,
  TradeFee: terms.fee,
  TargetLossPrice: 0,
  TargetProfitPrice: 0,
  CreateTimeHandler: '2026-03-04 10:00:00',
  CompleteTimeHandler: '',
  ForexTradeLists: { Id: product.id, Code: product.code, ShowCode: product.code, PricePrecision: 5 },
  Multiple: 100,
  MarginMode: 0,
  ForexContNum: '1000',
  QuoteRate: '1',
  FollowType: 1,
  ParentId: 0,
  Seq: product.n,
  CloseSeq: 0,
  CloseReason: '',
});

export const candleRow = (bar: Bar, period: Period): CandleRow => ({
  Time: bar.timeMs,
  Open: bar.open,
  High: bar.high,
  Low: bar.low,
  Close: bar.close,
  Volume: bar.volume,
  Period: period,
});
