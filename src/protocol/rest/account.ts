/** The log of an account: what moved its balance, in pages and as a statement (specification S1 section 7, S2 section 7, decision D9.05). */
import * as v from 'valibot';
import { AskedLimit, AskedPage, AskedSeconds, Decimal, Stamp } from './fields.ts';

/** An account by its number or its name (decision D1.3.17). */
const AskedAccount = v.picklist(['1', '2', '3', '9', 'forex', 'micro', 'change', 'demo']);

export const ForexChangeQuery = v.object({
  page: v.optional(AskedPage, '1'),
  limit: v.optional(AskedLimit, '10'),
  type: v.optional(AskedAccount),
});
export const LogRow = v.object({
  Id: v.number(),
  /** Signed. */
  Value: Decimal,
  /** Decision D1.3.16; 10 shows Memo, all others MemoTran. */
  Type: v.number(),
  Memo: v.string(),
  MemoTran: v.string(),
  CreatedAtTran: Stamp,
  /** Additive. */
  BalanceAfter: Decimal,
  /** Additive: what caused it, most often the number of an order. */
  RefId: v.string(),
});
export type LogRow = v.InferOutput<typeof LogRow>;
export const ForexChangeReply = v.object({ list: v.array(LogRow), total: v.number() });
export type ForexChangeReply = v.InferOutput<typeof ForexChangeReply>;

/** Times as in my_deal: both or neither, the end exclusive. Without `type` the account that contract orders trade from. */
export const StatementQuery = v.object({
  type: v.optional(AskedAccount),
  startTime: v.optional(AskedSeconds),
  endTime: v.optional(AskedSeconds),
  format: v.optional(v.picklist(['csv', 'html']), 'csv'),
});
