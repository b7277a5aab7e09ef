/** The end of every transaction that changed an account: the evaluator learns of it, and the person is told. */
import type { Trx } from '../database/database.ts';
import type { PersonAccount } from '../ledger/person-account.ts';
import { noteAccountChange } from '../repositories/account-change-repository.ts';
import { appendEvents, type OutboxEvent } from '../repositories/outbox-repository.ts';

/** `seq`: newest tick of the picture that the account was judged and changed by. `nowMs`: injected clock. */
export async function conclude(
  trx: Trx,
  account: PersonAccount,
  change: { readonly seq: number; readonly events: readonly OutboxEvent[]; readonly nowMs: number },
): Promise<void> {
  await noteAccountChange(trx, account, change.seq);
  await appendEvents(trx, account.userId, change.events, change.nowMs);
}

/** An order has a new state. */
export const orderEvent = (order: { readonly id: number; readonly status: number }): OutboxEvent => ({
  topic: 'ORDER',
  payload: { data: { Id: order.id, Status: order.status } },
});
