/** Micro trades: what they take and answer (specification S1 sections 3 and 7, decisions D9.18 to D9.23). What is additive says so. */
import * as v from 'valibot';
import { AskedDecimal, AskedId, AskedLimit, AskedPage, AskedTime, ClientId, Decimal, Stamp, written } from './fields.ts';
import { NumberedBalances } from './numbered-balances.ts';

/** A whole number of seconds. */
const AskedDuration = written(/^[1-9]\d{0,5}$/, 'a whole number of seconds from 1, of at most 6 digits');

export const MicroTermsQuery = v.object({ forex_id: v.optional(AskedId) });
export const MicroSubmitQuery = v.object({
  forex_id: AskedId,
  /** 1 up, 2 down. */
  type: v.picklist(['1', '2']),
  number: AskedDecimal,
  /** Of the list; additive `expire_at`, unix ms, may be sent in its place. */
  seconds: v.optional(AskedDuration),
  expire_at: v.optional(AskedTime),
  client_id: v.optional(ClientId),
  /** Additive: the ratio that the person saw; a worse one is refused (decision D9.21). */
  seen_ratio: v.optional(AskedDecimal),
  /** Additive: as of a market order (decision D1.7.06). */
  seen_price: v.optional(AskedDecimal),
  slippage: v.optional(AskedDecimal),
});
export const MicroOrdersQuery = v.object({
  status: v.picklist(['1', '3']),
  page: v.optional(AskedPage, '1'),
  limit: v.optional(AskedLimit, '10'),
});

const SecondsRow = v.object({
  Id: v.number(),
  Seconds: v.number(),
  ProfitRatio: Decimal,
  LimitAmount: Decimal,
  /** Additive, as all that follows. */
  MaxAmount: Decimal,
  /** Share of trades of a random side that would have won, and what one costs on average per 1 of stake; absent where not known. */
  WinShare: v.optional(Decimal),
  AverageCost: v.optional(Decimal),
  /** 0: shown, but not to be chosen. */
  Offered: v.picklist([0, 1]),
  EndsAfterClose: v.picklist([0, 1]),
});
const StakeRow = v.object({ Id: v.number(), Number: Decimal });
/** `number`: stakes to choose from (decision D1.3.12). `Time`: trading time now, unix ms (additive). */
export const MicroTermsReply = v.object({ sec: v.array(SecondsRow), number: v.array(StakeRow), Time: v.number() });
export type MicroTermsReply = v.InferOutput<typeof MicroTermsReply>;

export const MicroRow = v.object({
  Id: v.number(),
  /** 1 running, 3 closed; a void one is closed too, with `EndReason` and `Memo` (decision D1.4.09). */
  Status: v.picklist([1, 3]),
  Type: v.picklist([1, 2]),
  Number: Decimal,
  ProfitRatio: Decimal,
  Seconds: v.number(),
  /** When the row was written: of an event that is read later, and of an answer that is repeated, `ExpireAt` counts. */
  RemainMilliSeconds: v.number(),
  OpenPrice: v.number(),
  /** 0 while there is none. */
  EndPrice: v.number(),
  FactProfits: Decimal,
  CreatedAtST: Stamp,
  /** '' while it runs. */
  CompleteAtST: v.string(),
  ForexTradeList: v.object({ Id: v.number(), Code: v.string(), ShowCode: v.string(), PricePrecision: v.number() }),
  /** Additive, as all that follows. Unix ms. */
  ExpireAt: v.number(),
  CreatedAt: v.number(),
  /** A `MicroEndReason` (`src/domain/micro-trade.ts`), which says what each means. */
  EndReason: v.string(),
  Memo: v.string(),
  LossLevel: v.string(),
  /** Tape sequence of the opening and of the end; 0 while there is none. */
  Seq: v.number(),
  EndSeq: v.number(),
});
export type MicroRow = v.InferOutput<typeof MicroRow>;

/** The row is named `Micro`: an `Order` would be a contract order. */
export const MicroSubmitReply = v.object({ Id: v.number(), Seq: v.number(), Micro: MicroRow, outbox: v.optional(NumberedBalances) });
export type MicroSubmitReply = v.InferOutput<typeof MicroSubmitReply>;
export const MicroOrdersReply = v.object({ data: v.array(MicroRow), total: v.number() });
export type MicroOrdersReply = v.InferOutput<typeof MicroOrdersReply>;
