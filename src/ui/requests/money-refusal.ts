/** What came of a call that moves money, as the screens that ask need it: done, or why not. */
import type { Order } from '#domain/order.ts';
import type { OrderField } from '#domain/order-request.ts';
import { ERROR } from '#protocol/errors.ts';
import { refusedOrder } from '#protocol/order-replies.ts';
import { refusedFieldFromWire } from '#protocol/order-requests.ts';
import { CallError, isQuietFailure } from '#rest/call-error.ts';
import { DONE_UNREAD } from '#rest/orders.ts';
import { putOrder } from '../engine/watch.ts';
import { errorText } from '../language/i18n.ts';
import { emit } from '../state/events.ts';
import { invalidate } from '../state/query.ts';

/** Why a call was not executed. `field`: what the server would not take of it, where it says so. */
export type Refusal = { readonly code: number | string; readonly text: string; readonly field: OrderField | undefined };
/** Called when the answer is late and its outcome is being asked for. */
export type OnChecking = () => void;

/** Takes the order of an answer: the engine learns of it, and the lists that may hold it are read again. */
export function takeOrder(order: Order): void {
  putOrder(order);
  emit({ type: 'order', id: order.id, state: order.state });
}

/**
 * `undefined`: it is done, or was so before: an order that is no longer in the state that the call is for counts as done, and what is on
 * screen is read again (decision D1.4.25). Its order, where the refusal carries one, is taken first: a pending order may have filled instead
 * of being cancelled.
 */
export async function moneyRefusal(send: () => Promise<void>, whenChanged?: () => void): Promise<Refusal | undefined> {
  try {
    await send();
    return undefined;
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    if (error.code === ERROR.wrongOrderState) {
      const order = refusedOrder(error.data);
      if (order) takeOrder(order);
      whenChanged?.();
      void invalidate();
      return undefined;
    }
    if (isQuietFailure(error)) return undefined;
    // Done, whatever became of it: what is on screen is no longer true.
    if (error.code === DONE_UNREAD) void invalidate();
    return { code: error.code, text: errorText(error.code, error.msg), field: refusedFieldFromWire(error.data) };
  }
}
