/** Candles: schemas of /v2/api/forex/kline and its short form (specification S1 sections 3 and 7). */
import * as v from 'valibot';
import { PERIODS } from '#domain/period-table.ts';
import { AskedId, AskedIds, written } from './fields.ts';

const PeriodName = v.picklist(PERIODS.map(({ name }) => name));

export const CandleRow = v.object({
  Time: v.number(),
  Open: v.number(),
  High: v.number(),
  Low: v.number(),
  Close: v.number(),
  Volume: v.number(),
  Period: PeriodName,
});
export type CandleRow = v.InferOutput<typeof CandleRow>;
export const ShortCandleRow = v.object({ Time: v.number(), Close: v.number() });
export type ShortCandleRow = v.InferOutput<typeof ShortCandleRow>;

export const KlineQuery = v.object({
  forex_id: AskedId,
  period: PeriodName,
  /** Only bars that start before this time (ms, exclusive). */
  end: v.optional(written(/^\d{1,15}$/, 'a time in unix ms, digits alone')),
  limit: v.optional(written(/^([1-9]\d{0,2}|1000)$/, 'a whole number from 1 to 1000')),
});
/** Closes of one of several products, oldest first (additive, decision D9.104); of its day also what that opened at (decision D9.181). */
export const ClosesRow = v.object({ Id: v.number(), Closes: v.array(v.number()), Open: v.optional(v.number()) });
export type ClosesRow = v.InferOutput<typeof ClosesRow>;
export const ShortKlineQuery = v.object({
  /** One product, or several with commas, answered by a row each (decision D9.104). */
  forex_id: AskedIds,
  period: PeriodName,
  /** The newest so many closes of each, 1 to 60 (additive). */
  limit: v.optional(written(/^([1-9]|[1-5]\d|60)$/, 'a whole number from 1 to 60')),
  /** '1', of several products: only bars of the day that the product's change is of (additive, decision D9.181). */
  day: v.optional(v.literal('1')),
});
