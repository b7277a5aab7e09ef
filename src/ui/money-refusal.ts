/** What came of a call that moves money, as the screens that ask need it: done, or why not. */
import * as v from 'valibot';
import { ERROR } from '#protocol/errors.ts';
import { FillReply, type OrderRow } from '#protocol/rest/forex.ts';
import { CallError, isQuietFailure } from '#rest/call-error.ts';
import { errorText } from './i18n.ts';
import { emit } from './state/events.ts';
import { invalidate } from './state/query.ts';
import { putOrderRow } from './watch.ts';

/** Why a call was not executed. `field`: the wire name of the field that the server refused, or ''. */
export type Refusal = { readonly code: number | string; readonly text: string; readonly field: string };
/** Called when the answer is late and its outcome is being asked for. */
export type OnChecking = () => void;

/** Takes the row of an answer: the engine learns of it, and the lists that may hold it are read again. */
export function takeRow(row: OrderRow): void {
  putOrderRow(row);
  emit({ type: 'order', id: row.Id, status: row.Status });
}

/**
 * `undefined`: it is done, or was so before: an order that is no longer in the state that the call is for counts as done, and what is on
 * screen is read again (decision D1.4.25). Its row, where the refusal carries one, is taken first: a pending order may have filled instead
 * of being cancelled.
 */
export async function moneyRefusal(send: () => Promise<void>, whenChanged?: () => void): Promise<Refusal | undefined> {
  try {
    await send();
    return undefined;
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    if (error.code === ERROR.wrongOrderState) {
      if (v.is(FillReply, error.data)) takeRow(error.data.Order);
      whenChanged?.();
      void invalidate();
      return undefined;
    }
    if (isQuietFailure(error)) return undefined;
    return { code: error.code, text: errorText(error.code, error.msg), field: fieldOf(error.data) };
  }
}

function fieldOf(data: unknown): string {
  const field = (data as { field?: unknown } | null)?.field;
  return typeof field === 'string' ? field : '';
}
