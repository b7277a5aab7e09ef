/** What is asked of the server about an alert: done, and the lists read again, or why not. */
import { ALERTS_MAX, type AlertField, type AlertTerms } from '#domain/price-alert.ts';
import { type AlertEdit, isFullOfAlertsFromWire, refusedAlertFieldFromWire } from '#protocol/alert-wire.ts';
import { ERROR } from '#protocol/errors.ts';
import { createAlert, deleteAlert, editAlert } from '#rest/alerts.ts';
import { CallError, isQuietFailure } from '#rest/call-error.ts';
import { errorText, t } from '../language/i18n.ts';
import { request } from '../requests/request.ts';
import { invalidate } from '../state/query.ts';

/**
 * `field`: what the server would not take of it, where it says so. `isAnswer`: these are its own words, which it keeps under the key of the call
 * and says again whatever has changed since; otherwise nobody knows whether the call was done.
 */
export type AlertRefusal = { readonly text: string; readonly field: AlertField | undefined; readonly isAnswer: boolean };

/** What is wrong is said where it was asked. */
const SILENT = { silent: true } as const;

/** `key`: the same for a press after a lost answer, so that it makes no second alert; another one after an answer. */
export const sendNewAlert = (terms: AlertTerms, key: string): Promise<AlertRefusal | undefined> =>
  sent(() => createAlert(request, terms, key, SILENT));

/** An edit of nothing is done at once. */
export const sendAlertEdit = (id: number, edit: AlertEdit): Promise<AlertRefusal | undefined> =>
  Object.keys(edit).length === 0 ? Promise.resolve(undefined) : sent(() => editAlert(request, id, edit, SILENT));

/** One that is gone already is deleted. */
export const sendAlertDelete = (id: number): Promise<AlertRefusal | undefined> =>
  sent(() =>
    deleteAlert(request, id, SILENT).catch((error: unknown) => {
      if (!(error instanceof CallError) || error.code !== ERROR.notFound) throw error;
    }),
  );

/** Of one alert too many. */
export const fullText = (): string => t('alerts:full', { count: ALERTS_MAX });

const refusalText = ({ code, msg, data }: CallError): string => (isFullOfAlertsFromWire(data) ? fullText() : errorText(code, msg));

async function sent(send: () => Promise<unknown>): Promise<AlertRefusal | undefined> {
  try {
    await send();
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    // Fired or deleted elsewhere: what is shown is old.
    if (error.code === ERROR.notFound) void invalidate('alerts');
    // The same call is under way and will answer.
    if (isQuietFailure(error)) return undefined;
    return { text: refusalText(error), field: refusedAlertFieldFromWire(error.data), isAnswer: typeof error.code === 'number' };
  }
  await invalidate('alerts');
  return undefined;
}
