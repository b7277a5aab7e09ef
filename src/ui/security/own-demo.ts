/**
 * From one's own account to its play money and back: two sessions of two realms (decision D9.27). While somebody is at play the token of their own
 * account waits in the browser's store, beside the uid of the demo account that it was left for.
 */
import { enterOwnDemo } from '#rest/security.ts';
import { logout as logoutCall } from '#rest/user.ts';
import { storage } from '../browser/storage.ts';
import { request } from '../requests/request.ts';
import { enterBy, logout, restoreSession, switchTo } from '../state/session.ts';
import { keepToken, token } from '../state/token.ts';
import { user } from '../state/user.ts';

const KEPT_KEY = 'own_session';
/** A logout that nobody hears of is no reason to stay. */
const LOGOUT_TIMEOUT_MS = 3_000;

/** The token of one's own account, while the demo account is in that it was left for; else ''. Reads signals. */
function ownToken(): string {
  const [uid, own = ''] = (storage.get(KEPT_KEY) ?? '').split(' ');
  return user.value?.is_demo === 1 && user.value.uid === uid ? own : '';
}

/** True for somebody at play whose own account waits. Reads signals. */
export const hasOwnAccount = (): boolean => ownToken() !== '';

/** From one's own account to its play money. Rejects with a `CallError`. */
export async function enterPlay(): Promise<void> {
  const own = token.peek();
  const reply = await enterOwnDemo(request);
  // Logged out meanwhile, here or in another tab.
  if (token.peek() !== own) return;
  storage.set(KEPT_KEY, `${reply.user.uid} ${own}`);
  enterBy(reply);
}

/** Ends the session of the demo account and puts the token of one's own in its place. */
async function endPlay(own: string): Promise<void> {
  const ended = token.peek();
  await logoutCall(request, { silent: true, initial: true, timeoutMs: LOGOUT_TIMEOUT_MS }).catch(() => undefined);
  storage.remove(KEPT_KEY);
  if (token.peek() !== ended) return;
  keepToken(own);
  switchTo(own);
}

/** Back to one's own account; where its session has ended meanwhile one is a visitor. */
export async function leavePlay(): Promise<void> {
  const own = ownToken();
  if (own === '') return;
  await endPlay(own);
  await restoreSession();
}

/** Logs out of the account that is in, and of one's own where that waits for it. */
export async function logoutOfBoth(): Promise<void> {
  const own = ownToken();
  if (own !== '') await endPlay(own);
  else storage.remove(KEPT_KEY);
  await logout();
}
