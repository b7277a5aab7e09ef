/** A review has another state, decided elsewhere: the person is told on whatever screen they are, and what shows it is read again. */
import type { IdentityState } from '#domain/identity-state.ts';
import { identityStateFromWire } from '#protocol/identity-state.ts';
import { toast } from '../kit/toast.tsx';
import { type Key, needTexts, t } from '../language/i18n.ts';
import { navigate } from '../navigation/navigate.ts';
import { PATHS } from '../paths.ts';
import { invalidate } from '../state/query.ts';
import { restoreSession } from '../state/session.ts';
import { endWhenShown, isIdentityShown } from './until-shown.ts';

/** What is said of a state. That it waits is seen where it was sent. */
const NEWS: Readonly<Record<IdentityState, { readonly text: Key; readonly tone: 'good' | 'bad' } | undefined>> = {
  none: undefined,
  waiting: undefined,
  verified: { text: 'identity:news.verified', tone: 'good' },
  rejected: { text: 'identity:news.rejected', tone: 'bad' },
};

/** `status`: as the wire has it. */
export async function tellIdentity(status: string): Promise<void> {
  const news = NEWS[identityStateFromWire(status)];
  await Promise.all([needTexts('identity').catch(() => undefined), invalidate('identity'), restoreSession()]);
  // The screen itself says it where it is shown.
  if (!news || isIdentityShown()) return;
  const action = { label: t('identity:news.view'), run: () => navigate(PATHS.identity) };
  toast(t(news.text), news.tone, { action });
  endWhenShown(t(news.text));
}
