/** Tells people who want it, on whatever screen they are, how long they have been here (decision D9.239). */
import { protection } from '#rest/protection.ts';
import { toast } from '../kit/toast.tsx';
import { needTexts, t } from '../language/i18n.ts';
import { request } from '../requests/request.ts';
import { isDemo, user } from '../state/user.ts';

const MINUTE_MS = 60_000;
/** Whom it reminds, and by which timer. */
let followed = '';
let timer: ReturnType<typeof setInterval> | undefined;

/** Reminds whoever is logged in from now on, each time when so many minutes have passed; 0: never again. */
export function remindAfter(minutes: number): void {
  clearInterval(timer);
  const uid = user.peek()?.uid ?? '';
  followed = uid;
  if (minutes === 0 || uid === '') return;
  let here = 0;
  timer = setInterval(() => {
    // Somebody else is here now, or nobody.
    if (user.peek()?.uid !== uid) return clearInterval(timer);
    here += minutes;
    void needTexts('security').then(() => toast(t('security:reminder.now', { count: here })));
  }, minutes * MINUTE_MS);
}

/** Asks what the person has set, once for each who is here; a demo account has no reminder. */
export async function followReminder(): Promise<void> {
  const uid = user.peek()?.uid ?? '';
  if (uid === '' || uid === followed || isDemo.peek()) return;
  followed = uid;
  const state = await protection(request, { silent: true }).catch(() => undefined);
  if (state && user.peek()?.uid === uid) remindAfter(state.remind);
}
