/** Quotes, candles and contract orders: paths and schemas of /v2/api/forex (specification S1 sections 3 and 7). */
import * as v from 'valibot';
import { UNTIL_CANCELLED } from '#domain/good-till.ts';
import { AskedDecimal, AskedGoodTill, AskedId, AskedLimit, AskedPage, AskedSeconds, ClientId, Decimal, Stamp, written } from './fields.ts';
import { NumberedBalances } from './numbered-balances.ts';

export const CategoryRow = v.object({ Id: v.number(), NameShowTrans: v.string() });
export type CategoryRow = v.InferOutput<typeof CategoryRow>;

const MultipleRow = v.object({ Value: v.number(), Default: v.picklist([0, 1]) });

export const ProductRow = v.object({
  Id: v.number(),
  /** Wire code, as in socket messages: EURUSD. */
  Code: v.string(),
  /** Code as shown: EUR/USD. */
  ShowCode: v.string(),
  /** Name in the asked language: 'Euro / US dollar' (additive). */
  Name: v.string(),
  /** Address of a picture, or '' for a circle with two letters. */
  Logo: v.string(),
  CategoryId: v.number(),
  /** 1 open, 2 closed, 3 holiday. */
  MarketStatus: v.number(),
  /** Unix ms of the next opening; 0 while open or when it is not known (additive). */
  OpensAt: v.number(),
  PricePrecision: v.number(),
  /** Time: ms of the last tick; Confirmed: ms of the last tick or confirm mark (both additive). */
  ForexQuotations: v.object({
    Open: v.number(),
    Close: v.number(),
    Change: v.number(),
    High: v.number(),
    Low: v.number(),
    Time: v.number(),
    Confirmed: v.number(),
  }),
  HasForexMultiple: v.array(MultipleRow),
  /**
   * What a night brings (decision D9.67), as a share of a position's value, below zero what it costs; absent where a night moves nothing.
   * TripleOn: the weekday that counts three times, 0 Sunday, -1 none. NextAt: unix ms; Nights: how often that night counts (additive).
   */
  Financing: v.optional(v.object({ Long: Decimal, Short: Decimal, TripleOn: v.number(), NextAt: v.number(), Nights: v.number() })),
  ForexMinCont: Decimal,
  ForexMaxCont: Decimal,
  ForexContNum: Decimal,
  ForexFeeRate: Decimal,
  /** 1: margin does not depend on price and leverage. */
  MarginMode: v.number(),
  Pip: Decimal,
  QuoteRate: Decimal,
  Sort: v.number(),
});
export type ProductRow = v.InferOutput<typeof ProductRow>;

export const SearchQuery = v.object({ name: v.pipe(v.string(), v.maxLength(40)) });

/** The eight fields of the specification, the key, and the bound on slippage (decision D1.7.06). */
export const SubmitQuery = v.object({
  type: v.picklist(['1', '2']),
  cont: AskedDecimal,
  forex_id: AskedId,
  status: v.picklist(['0', '1']),
  target_price: v.optional(AskedDecimal, '0'),
  stop_loss_price: v.optional(AskedDecimal, '0'),
  target_profit_price: v.optional(AskedDecimal, '0'),
  /** Missing leverage is error 1104, not 1001 (decision D1.2.24). */
  multiple: v.optional(written(/^\d{0,5}$/, 'a whole number of at most 5 digits'), ''),
  /** Of a pending order (additive, decision D9.62). */
  good_till: v.optional(AskedGoodTill, UNTIL_CANCELLED),
  client_id: v.optional(ClientId),
  seen_price: v.optional(AskedDecimal),
  slippage: v.optional(AskedDecimal),
});
export const CloseQuery = v.object({
  id: AskedId,
  /** Lots to close; absent: all (decision D1.7.08). */
  cont: v.optional(AskedDecimal),
  client_id: v.optional(ClientId),
  seen_price: v.optional(AskedDecimal),
  slippage: v.optional(AskedDecimal),
});
export const CancelQuery = v.object({ id: AskedId, client_id: v.optional(ClientId) });
/** 0 removes a stop; an absent one stays as it is (additive), and so does how long a pending order waits. */
export const SetStopQuery = v.object({
  id: AskedId,
  stop_loss_price: v.optional(AskedDecimal),
  target_profit_price: v.optional(AskedDecimal),
  good_till: v.optional(AskedGoodTill),
  client_id: v.optional(ClientId),
});
/** Another price for a pending order (decision D9.430). */
export const AmendQuery = v.object({ id: AskedId, target_price: AskedDecimal, client_id: v.optional(ClientId) });
/** Closes a position and opens the opposite one, both or neither (decision D9.05). */
export const ReverseQuery = v.object({
  id: AskedId,
  client_id: v.optional(ClientId),
  seen_price: v.optional(AskedDecimal),
  slippage: v.optional(AskedDecimal),
});
export const ManyQuery = v.object({ client_id: v.optional(ClientId) });
export const MyDealQuery = v.object({
  status: v.picklist(['0', '1', '3']),
  page: v.optional(AskedPage, '1'),
  limit: v.optional(AskedLimit, '10'),
  startTime: v.optional(AskedSeconds),
  endTime: v.optional(AskedSeconds),
});

export const OrderRow = v.object({
  Id: v.number(),
  OriginId: v.number(),
  /** 0 pending, 1 holding, 3 closed, 4 cancelled (decision D1.3.07). */
  Status: v.number(),
  OrderType: v.picklist([1, 2]),
  Quantity: Decimal,
  OriginPrice: v.number(),
  Price: v.number(),
  UpdatePrice: v.number(),
  FactProfits: Decimal,
  CautionMoney: Decimal,
  TradeFee: Decimal,
  TargetLossPrice: v.number(),
  TargetProfitPrice: v.number(),
  CreateTimeHandler: Stamp,
  /** '' while it is not complete. */
  CompleteTimeHandler: v.string(),
  ForexTradeLists: v.object({ Id: v.number(), Code: v.string(), ShowCode: v.string(), PricePrecision: v.number() }),
  Multiple: v.number(),
  MarginMode: v.number(),
  ForexContNum: Decimal,
  QuoteRate: Decimal,
  FollowType: v.number(),
  ParentId: v.number(),
  /** Tape sequence of the fill and of the close; 0 while there is none. */
  Seq: v.number(),
  CloseSeq: v.number(),
  /** One of `ORDER_END_REASONS` (`src/domain/order.ts`), which says what each means. */
  CloseReason: v.string(),
  /** Additive: until when a pending order waits, unix ms; 0 until it is cancelled. */
  GoodTill: v.optional(v.number()),
  /** What its nights have brought so far, below zero what it was charged; not in FactProfits (additive). */
  Financing: v.optional(Decimal),
});
export type OrderRow = v.InferOutput<typeof OrderRow>;

export const MyDealReply = v.object({
  data: v.array(OrderRow),
  total: v.number(),
  all_fact_profits: Decimal,
  /** Additive: sums over the whole status, not only this page. */
  all_caution_money: Decimal,
  /** What was charged and what the nights brought, and how many of the total were cancelled. */
  all_trade_fee: v.optional(Decimal),
  all_financing: v.optional(Decimal),
  all_cancelled: v.optional(v.number()),
});
export type MyDealReply = v.InferOutput<typeof MyDealReply>;

/** `Seq`: tick of the fill or close; of an edit or a cancellation the newest tick that it knew. */
export const FillReply = v.object({ Id: v.number(), Seq: v.number(), Order: OrderRow, outbox: v.optional(NumberedBalances) });
export type FillReply = v.InferOutput<typeof FillReply>;
/** `Order` is the closed order; of a part it is the part's own row, and `Rest` is what is still held. */
export const CloseReply = v.object({ ...FillReply.entries, Rest: v.optional(OrderRow) });
export type CloseReply = v.InferOutput<typeof CloseReply>;
/** `Id` and `Order` are the new position, `Closed` is the old one. */
export const ReverseReply = v.object({ ...FillReply.entries, Closed: OrderRow });
export type ReverseReply = v.InferOutput<typeof ReverseReply>;
/** One order of a call for all of them: `Code` 1, or why it stayed; the row as it stands afterwards. */
const ManyResult = v.object({ Id: v.number(), Code: v.number(), Msg: v.string(), Order: OrderRow });
export const ManyReply = v.object({
  Done: v.number(),
  Failed: v.number(),
  FactProfits: Decimal,
  Seq: v.number(),
  Results: v.array(ManyResult),
  outbox: v.optional(NumberedBalances),
});
export type ManyReply = v.InferOutput<typeof ManyReply>;
