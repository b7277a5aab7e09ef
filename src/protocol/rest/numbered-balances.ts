/**
 * Where a person's private events stood when a reply was made (extended profile, decision D9.79): asked for with the field `outbox=1`, put
 * into the reply's data as `outbox`. The rows beside it and the balances in it are exactly those after the event `seq`.
 */
import * as v from 'valibot';
import { Decimal } from './fields.ts';

export const NumberedBalances = v.object({
  epoch: v.string(),
  seq: v.number(),
  /** Every account of the person, as in a BALANCE event. */
  balances: v.array(v.object({ type: v.string(), balance: Decimal, lockBalance: Decimal, deficit: Decimal })),
});
export type NumberedBalances = v.InferOutput<typeof NumberedBalances>;
