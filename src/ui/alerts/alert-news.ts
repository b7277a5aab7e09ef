/** Announces alerts the moment they fire, on whatever screen is shown: a toast with a way to the product, with sound and vibration where they are wanted. */
import type { FiredAlert } from '#domain/price-alert.ts';
import { firedAlertFromWire, isAlertChangeOnWire } from '#protocol/alert-wire.ts';
import { type ToastExtras, toast } from '../kit/toast.tsx';
import { needTexts, t } from '../language/i18n.ts';
import { navigate } from '../navigation/navigate.ts';
import { alertsPath, tradePath } from '../paths.ts';
import { shakeForAlert } from '../state/alert-habits.ts';
import { invalidate } from '../state/query.ts';
import { sessionNumber } from '../state/session.ts';
import { setting } from '../state/site.ts';
import { clockText } from '../text/time.ts';
import { soundAlert } from './alert-sound.ts';
import { firedTerms, firedText } from './alert-texts.ts';

/** More at once are one toast: they would push each other out unread. */
const TOLD_MAX = 2;

/** With the session that each was told to. */
let waiting: { readonly fired: FiredAlert; readonly session: number }[] = [];

/**
 * `row`: as the server sent it. Those that come together are announced together, once their words are here. What the person did to an alert, perhaps
 * on another device, is shown wherever alerts are, without a word.
 */
export async function announceAlert(row: unknown): Promise<void> {
  if (isAlertChangeOnWire(row)) await invalidate('alerts', 'own');
  const fired = firedAlertFromWire(row);
  if (!fired) return;
  waiting.push({ fired, session: sessionNumber.peek() });
  if (waiting.length > 1) return;
  await needTexts('alerts').catch(() => undefined);
  // Somebody else may be there by now.
  const all = waiting.filter(({ session }) => session === sessionNumber.peek()).map((one) => one.fired);
  waiting = [];
  if (all.length === 0) return;
  shakeForAlert();
  void soundAlert();
  if (all.length > TOLD_MAX) toast(t('alerts:fired.many', { count: all.length }), 'info', { action: view(alertsPath('fired')) });
  else for (const one of all) toast(firedText(one), 'info', { detail: detailOf(one), action: view(tradePath(one.productId)) });
  await invalidate('alerts');
}

/** What it had waited for, and when it fired: one that fired while the link was down comes late. */
const detailOf = (fired: FiredAlert): string =>
  t('alerts:fired.detail', { terms: firedTerms(fired), time: clockText(fired.atMs, setting('timezone')) });

const view = (path: string): NonNullable<ToastExtras['action']> => ({ label: t('alerts:view'), run: () => navigate(path) });
