/** A person cancels a pending order: allowed at any hour, never refused for frozen accounts or balances (decisions D1.7.08, D9.02). */
import type { FillReply } from '#protocol/rest/forex.ts';
import type { Trx } from '../database/database.ts';
import { done, type Outcome, refused } from '../outcome.ts';
import { ORDER_STATUS } from '../repositories/order-repository.ts';
import { balanceEvent } from './account-row.ts';
import { conclude, orderEvent } from './conclude.ts';
import type { DeskParts } from './desk-parts.ts';
import { orderRow } from './order-row.ts';
import { lockOwnOrder, wrongState } from './own-order.ts';
import { cancelOrderRow } from './pending-order.ts';
import type { Trader } from './trading.ts';

/** Runs in the transaction that took the call's key. */
export async function cancelOrder(
  parts: DeskParts,
  trx: Trx,
  trader: Trader,
  fields: { readonly id: string },
): Promise<Outcome<FillReply>> {
  const own = await lockOwnOrder(parts, trx, trader, fields.id);
  if (!own) return refused('notFound');
  const { account, order, product, live, seq } = own;
  if (order.status !== ORDER_STATUS.pending) return wrongState(own);
  const cancellation = { close_seq: seq, close_reason: 'manual', completed_at: parts.tape.watermarkMs() };
  const cancelled = await cancelOrderRow(trx, account, order, live, cancellation);
  if (!cancelled) throw new Error(`order ${order.id} changed under the lock of its account`);
  await conclude(trx, account, { seq, events: [orderEvent(cancelled), balanceEvent(account)], nowMs: parts.clock.now() });
  return done({ Id: order.id, Seq: seq, Order: orderRow(cancelled, product, undefined) }, 'orderCancelled');
}
