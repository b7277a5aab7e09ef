/** A review has another state, decided elsewhere: the person is told on whatever screen they are, and what shows it is read again. */
import { identityStateFromWire } from '#protocol/identity-state.ts';
import { toast } from '../kit/toast.tsx';
import { needTexts, t } from '../language/i18n.ts';
import { navigate, readHash } from '../navigation/navigate.ts';
import { PATHS } from '../paths.ts';
import { invalidate } from '../state/query.ts';
import { restoreSession } from '../state/session.ts';

/** `status`: as the wire has it. */
export async function tellIdentity(status: string): Promise<void> {
  const state = identityStateFromWire(status);
  await Promise.all([needTexts('identity').catch(() => undefined), invalidate('identity'), restoreSession()]);
  // That it waits is seen where it was sent, and the screen itself says the rest.
  if ((state !== 'verified' && state !== 'rejected') || readHash()?.split('?')[0] === PATHS.identity) return;
  const action = { label: t('identity:news.view'), run: () => navigate(PATHS.identity) };
  toast(t(`identity:news.${state}`), state === 'verified' ? 'good' : 'bad', { action });
}
