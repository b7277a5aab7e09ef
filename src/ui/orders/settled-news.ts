/**
 * Money calls whose answer the person never saw (a reload, a crash, another session meanwhile) are made final and reported: once, to whom
 * they belong. Fetched when there are any.
 */
import { CALL_ERROR } from '#rest/call-error.ts';
import { toast } from '../kit/toast.tsx';
import { needTexts, t } from '../language/i18n.ts';
import { request } from '../requests/request.ts';
import { invalidate } from '../state/query.ts';

export async function tellSettled(): Promise<void> {
  const settled = await request.resumeIntents().catch(() => []);
  if (settled.length === 0) return;
  void invalidate();
  await needTexts('orders').catch(() => undefined);
  for (const { code, msg } of settled) {
    if (code === CALL_ERROR.unknown) toast(t('orders:money-forgotten'), 'bad');
    else toast(t('orders:money-resolved', { message: msg || String(code) }), code === 1 ? 'good' : 'bad');
  }
}
