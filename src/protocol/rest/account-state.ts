/** Everything live of a person in one reply, as it was at one moment (extended profile): what a client begins from, and mends a hole with. */
import * as v from 'valibot';
import { OrderRow } from './forex.ts';
import { NumberedBalances } from './numbered-balances.ts';

export const AccountStateReply = v.object({
  /** Positions and pending orders, oldest first. */
  Orders: v.array(OrderRow),
  outbox: NumberedBalances,
});
export type AccountStateReply = v.InferOutput<typeof AccountStateReply>;
