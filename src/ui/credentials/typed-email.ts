/**
 * The e-mail address that a person typed at one door and need not type again at the next. As it is typed it lives as long as the page; once it
 * has logged in here it stays in this browser (decision D9.405), until the session is ended from elsewhere or the account is closed or frozen.
 */
import { storage } from '../browser/storage.ts';
import { LAST_EMAIL_KEY } from '../state/session.ts';
import { forgetPasskey } from '../state/used-passkey.ts';

let typed = '';

export const typedEmail = (): string => typed || keptEmail();
/** Of who has logged in here by it before; '' for nobody. */
export const keptEmail = (): string => storage.get(LAST_EMAIL_KEY) ?? '';

export function keepTypedEmail(email: string): void {
  typed = email.trim();
}

/** The account is frozen or closed. */
export function forgetEmail(): void {
  typed = '';
  storage.remove(LAST_EMAIL_KEY);
  forgetPasskey();
}

/** What was typed has logged somebody in. */
export function rememberTypedEmail(): void {
  if (typed !== '') storage.set(LAST_EMAIL_KEY, typed);
}
