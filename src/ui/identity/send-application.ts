/**
 * Sends an application: photos that wait, then the form. One that was filled in with a registration goes on its way as soon as there is a session,
 * on whatever screen its person is by then; until it has arrived its form is kept for the screen of verification (decision D9.218).
 */
import { sendIdentity } from '#rest/identity.ts';
import { toast } from '../kit/toast.tsx';
import { t } from '../language/i18n.ts';
import { navigate } from '../navigation/navigate.ts';
import { PATHS } from '../paths.ts';
import { refusalText } from '../requests/refusal.ts';
import { request } from '../requests/request.ts';
import { invalidate } from '../state/query.ts';
import { restoreSession, sessionNumber } from '../state/session.ts';
import { user } from '../state/user.ts';
import { forgetDraft } from './identity-draft.ts';
import { type IdentityInput, identityFormOf, putRefusal } from './identity-form.ts';
import { endWhenShown } from './until-shown.ts';

/** True once it was taken; false when a photo could not be sent, which its place says. Rejects with the `CallError` of the form. */
export async function sendApplication(input: IdentityInput): Promise<boolean> {
  const session = sessionNumber.peek();
  const chosen = Object.values(input.photos).filter(({ url }) => url.peek() !== '');
  const sent = await Promise.all(chosen.map((place) => place.send()));
  if (sent.includes(false) || sessionNumber.peek() !== session) return false;
  await sendIdentity(request, identityFormOf(input), { silent: true });
  if (kept?.input === input) kept = undefined;
  forgetDraft();
  await Promise.all([invalidate('identity'), restoreSession()]);
  return true;
}

let kept: { readonly uid: string; readonly input: IdentityInput } | undefined;

/** The form that was filled in with the registration of whoever is logged in, while it has not arrived. */
export const keptInput = (): IdentityInput | undefined => (kept?.uid === user.peek()?.uid ? kept?.input : undefined);

/** Keeps a form for somebody who is about to be logged in; what it gives sends it once they are. */
export function keepInput(uid: string, input: IdentityInput): () => Promise<void> {
  kept = { uid, input };
  return async () => {
    let why = '';
    try {
      if (await sendApplication(input)) return toast(t('identity:sent-with'), 'good');
    } catch (error) {
      if (!putRefusal(input, error)) why = refusalText(error);
    }
    // Somebody else is in by now, or it was sent from the screen meanwhile.
    if (keptInput() !== input) return;
    const action = { label: t('identity:news.view'), run: () => navigate(PATHS.identity) };
    toast(t('identity:not-sent'), 'bad', { detail: why, action });
    endWhenShown(t('identity:not-sent'));
  };
}
