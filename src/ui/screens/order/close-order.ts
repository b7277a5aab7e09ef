/** Closing one position: a money call with the price that was seen. What is known to be closed leaves the list at once. */
import { ERROR } from '#protocol/errors.ts';
import type { OrderRow } from '#protocol/rest/forex.ts';
import { CallError, isQuietFailure } from '#rest/call-error.ts';
import { closeOrder } from '#rest/forex.ts';
import { errorText } from '../../i18n.ts';
import { request } from '../../request.ts';
import { slippageFields } from '../../slippage.ts';
import { invalidate } from '../../state/query.ts';
import { putOrderRow } from '../../watch.ts';
import { noteClosed, RECORDS_KEY } from './records.ts';

/** '' when the position is closed; else why it is not. The server's msg is shown as a toast by the request layer. */
export async function closePosition(row: OrderRow, seenPrice: number, onChecking: () => void): Promise<string> {
  try {
    const reply = await closeOrder(request, { id: String(row.Id), ...slippageFields(seenPrice) }, { onChecking });
    putOrderRow(reply.Order);
    noteClosed([row.Id]);
    return '';
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    // Somebody or something else was faster: it is done (decision D1.4.25).
    if (error.code === ERROR.wrongOrderState) {
      noteClosed([row.Id]);
      void invalidate(RECORDS_KEY);
      return '';
    }
    return isQuietFailure(error) ? '' : errorText(error.code, error.msg);
  }
}
