/** The login by a password, apart from the session, which every start needs. */
import type { AccountKind } from '#domain/registration.ts';
import { login } from '#rest/user.ts';
import { request } from '../requests/request.ts';
import { enterBy, knownDevice } from '../state/session.ts';

/** Logs in by e-mail address or number. Rejects with a `CallError`, without a toast: the form says what is wrong. */
export async function logIn(account: string, password: string, kind: AccountKind): Promise<void> {
  enterBy(await login(request, { account, password, login_type: kind, ...knownDevice() }, { silent: true }));
}
