/**
 * The end of every transaction that changed an account, by whichever node and for whatever reason, cash that came from elsewhere included:
 * the evaluator learns of it from the row, on this node or another, and the person is told.
 */
import { orderEventToWire } from '#protocol/order-replies.ts';
import type { Trx } from '../../database/database.ts';
import type { PersonAccount } from '../../ledger/person-account.ts';
import { noteAccountChange } from '../../repositories/account-change-repository.ts';
import { appendEvents, type OutboxEvent } from '../../repositories/outbox-repository.ts';
import type { StoredOrder } from '../../repositories/stored-order.ts';

/** `seq`: newest tick of the picture that the account was judged and changed by. `nowMs`: injected clock. */
export async function recordChange(
  trx: Trx,
  account: PersonAccount,
  change: { readonly seq: number; readonly events: readonly OutboxEvent[]; readonly nowMs: number },
): Promise<void> {
  await noteAccountChange(trx, account, change.seq);
  await appendEvents(trx, account.userId, change.events, change.nowMs);
}

/** An order has a new state. */
export const orderEvent = (order: StoredOrder): OutboxEvent => ({ topic: 'ORDER', payload: { data: orderEventToWire(order) } });
