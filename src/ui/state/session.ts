/**
 * Who is logged in. `sessionStatus`: 'visitor' | 'checking' (a token is there, the server has not confirmed it) | 'in'.
 *   user.value: UserRow | null   isDemo.value   loginAsDemo()   enterBy(reply)   logout()
 * `sessionNumber` counts every login, logout and change of account; kept pages and cached lists belong to one of them.
 */
import { batch, signal } from '@preact/signals';
import { FIRST_ERROR } from '#protocol/first-error.ts';
import type { LoginReply, UserRow } from '#protocol/rest/user.ts';
import { CallError } from '#rest/call-error.ts';
import { createDemo, loginDemo, logout as logoutCall, userInfo } from '#rest/user.ts';
import { storage } from '../browser/storage.ts';
import { request } from '../requests/request.ts';
import { forgetAccount } from './account.ts';
import { forgetEstimate } from './estimate.ts';
import { forgetOrders } from './orders.ts';
import { keepToken, TOKEN_KEY, token } from './token.ts';
import { user } from './user.ts';

/** Tells the server that this browser has been logged in from before; it opens nothing, and stays over logouts. */
const DEVICE_KEY = 'device';
/** The demo account's own key: as good as a password, so it never leaves the store but for the login. */
const DEMO_KEY = 'demo_id';

export const sessionStatus = signal<'visitor' | 'checking' | 'in'>(token.peek() === '' ? 'visitor' : 'checking');
export const sessionNumber = signal(0);
/** The address that the login is filled in with (`src/ui/credentials/typed-email.ts`). */
export const LAST_EMAIL_KEY = 'last_email';
/** The page that hears first why a session ended leaves the words to the other tabs, which hear only that the token is gone. */
const ENDED_KEY = 'ended';
/** Why the last session ended, in the server's words, until there is another; '' where nobody ended it from elsewhere. */
export const endedWhy = signal(storage.get(ENDED_KEY) ?? '');
/** Words of why the last session ended, until there is another. */
export function keepEnded(why: string): void {
  endedWhy.value = why;
  storage.set(ENDED_KEY, why);
}

/** What the session ended for is mended, as by a new password: nobody need read it any more. */
export const forgetEnded = (): void => keepEnded('');

function begin(next: UserRow): void {
  batch(() => {
    const isOther = user.peek()?.uid !== next.uid || user.peek()?.is_demo !== next.is_demo;
    user.value = next;
    sessionStatus.value = 'in';
    keepEnded('');
    if (isOther) startNumber();
  });
}

/** What belonged to the last account must not be seen by the next. */
function startNumber(): void {
  sessionNumber.value++;
  forgetAccount();
  forgetOrders();
  forgetEstimate();
}

/** Clears token and user. Does not tell the server. */
export function dropSession(why = ''): void {
  // What a visitor is refused says nothing about the session that ended before.
  if (token.peek() !== '') keepEnded(why);
  // Ended from elsewhere: who sits here may be somebody else.
  if (why !== '') storage.remove(LAST_EMAIL_KEY);
  keepToken('');
  switchTo('');
}

/** Forgets the user, and goes on with the token of another session; '' is none. What is stored stays as it is. */
export function switchTo(next: string): void {
  batch(() => {
    const wasIn = user.peek() !== null;
    token.value = next;
    user.value = null;
    sessionStatus.value = next === '' ? 'visitor' : 'checking';
    if (wasIn) startNumber();
  });
}

/** Keeps what the server calls this browser by, where it says so. */
function keepDevice({ device }: { readonly device?: string | undefined }): void {
  if (device !== undefined) storage.set(DEVICE_KEY, device);
}

/** Token and user change as one: no call is ever bound to the token of one and the name of another. */
export function enterBy(reply: LoginReply): void {
  keepDevice(reply);
  batch(() => {
    keepToken(reply.token);
    begin(reply.user);
  });
}

/** What a call that logs in says of this browser. */
export const knownDevice = (): { device?: string } => {
  const device = storage.get(DEVICE_KEY);
  return device === null ? {} : { device };
};

/** Enters this browser's demo account, making one if there is none or the old one has expired. Rejects with a `CallError`. */
export async function loginAsDemo(): Promise<void> {
  const kept = storage.get(DEMO_KEY);
  if (kept !== null) {
    try {
      enterBy(await loginDemo(request, kept, { silent: true }));
      return;
    } catch (error) {
      if (!isUnknownDemo(error)) throw error;
      storage.remove(DEMO_KEY);
    }
  }
  const made = await createDemo(request, knownDevice(), { silent: true });
  keepDevice(made);
  storage.set(DEMO_KEY, made.demo_id);
  enterBy(await loginDemo(request, made.demo_id, { silent: true }));
}

/** The server no longer knows the key (30 idle days), or the key is not one. */
function isUnknownDemo(error: unknown): boolean {
  const codes: readonly (number | string)[] = [
    FIRST_ERROR.passwordWrong,
    FIRST_ERROR.notFound,
    FIRST_ERROR.invalidField,
    FIRST_ERROR.generic,
  ];
  return error instanceof CallError && codes.includes(error.code);
}

/** Revokes the token on the server and forgets everything here, whether the server answers or not. */
export async function logout(): Promise<void> {
  const ended = token.peek();
  await logoutCall(request, { silent: true, initial: true, timeoutMs: 3_000 }).catch(() => undefined);
  // Another tab may have begun a new one meanwhile.
  if (token.peek() === ended) dropSession();
}

/** Asks who the stored token belongs to. A refused token is dropped silently; without an answer the session stays 'checking'. */
export async function restoreSession(): Promise<void> {
  if (token.peek() === '') return;
  const asked = token.peek();
  try {
    const row = await userInfo(request, { silent: true, initial: true });
    if (token.peek() === asked) begin(row);
  } catch (error) {
    if (error instanceof CallError && error.code === FIRST_ERROR.session && token.peek() === asked) dropSession();
  }
}

/** Another tab logged in or out: follow it (security S10). Called once. */
export function followOtherTabs(): void {
  addEventListener('storage', (event) => {
    if (event.key !== TOKEN_KEY || (event.newValue ?? '') === token.peek()) return;
    // The store is that tab's work: what it wrote there must not be undone.
    switchTo(event.newValue ?? '');
    endedWhy.value = storage.get(ENDED_KEY) ?? '';
    void restoreSession();
  });
}
