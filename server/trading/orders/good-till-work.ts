/** The due work of a pending order that waits until a time (decision D9.62): there as long as the order waits. */
import type { Trx } from '../../database/database.ts';
import { putTapeWork, removeTapeWork } from '../../repositories/due-work-repository.ts';
import type { StoredOrder } from '../../repositories/stored-order.ts';

/** Kind of the work; its subject is the order. */
export const GOOD_TILL = 'good_till';

const keyOf = (order: StoredOrder) => ({ kind: GOOD_TILL, subject: order.id, userId: order.userId, type: order.accountType });

/** The order has begun to wait. `tapeMs`: of the newest tick that its account is judged by. */
export async function noteGoodTill(trx: Trx, order: StoredOrder, tapeMs: number): Promise<void> {
  if (order.goodTillMs > 0) await putTapeWork(trx, { ...keyOf(order), due: order.goodTillMs, occurrence: 0 }, tapeMs);
}

/** The order waits no more, or until another time. */
export async function forgetGoodTill(trx: Trx, order: StoredOrder): Promise<void> {
  if (order.goodTillMs > 0) await removeTapeWork(trx, keyOf(order));
}
