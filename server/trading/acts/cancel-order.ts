/** A person cancels a pending order: allowed at any hour, never refused for frozen accounts or balances (decisions D1.7.08, D9.02). */
import { filledToWire } from '#protocol/order-replies.ts';
import type { FillReply } from '#protocol/rest/forex.ts';
import type { Trx } from '../../database/database.ts';
import { done, type Outcome, refused } from '../../outcome.ts';

import type { DeskParts } from '../desk-parts.ts';
import { cancelOrderRow } from '../orders/pending-order.ts';
import { orderEvent, recordChange } from '../outbox/record-change.ts';
import type { Trader } from '../trading.ts';
import { balanceEvent } from '../views/account-row.ts';
import { shownOrder } from '../views/shown-order.ts';
import { lockOwnOrder, wrongState } from './own-order.ts';

/** Runs in the transaction that took the call's key. */
export async function cancelOrder(parts: DeskParts, trx: Trx, trader: Trader, id: number): Promise<Outcome<FillReply>> {
  const own = await lockOwnOrder(parts, trx, trader, id);
  if (!own) return refused('notFound');
  const { account, order, product, live, seq } = own;
  if (order.state !== 'pending') return wrongState(own);
  const cancellation = { closeSeq: seq, end: 'manual' as const, completedAtMs: parts.tape.watermarkMs() };
  const cancelled = await cancelOrderRow(trx, account, order, live, cancellation);
  if (!cancelled) throw new Error(`order ${order.id} changed under the lock of its account`);
  await recordChange(trx, account, { seq, events: [orderEvent(cancelled), balanceEvent(account)], nowMs: parts.clock.now() });
  return done(filledToWire(shownOrder(cancelled, product, undefined), seq), 'orderCancelled');
}
