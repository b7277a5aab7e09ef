/** The person of the demo profile with what they prove themselves by, and the calls that a page would make for them. */
import { Secret, TOTP } from 'otpauth';
import { expect } from 'vitest';
import type { FactorBegun, FactorChallenge, PasskeyOptions, RecoveryCodes } from '#protocol/rest/security.ts';
import type { LoginReply } from '#protocol/rest/user.ts';
import type { Reply, StartedApp } from '../start-app.ts';

export const OWNER = { account: 'demo@example.com', password: 'demo-Passw0rd' };
export const HOME = '198.51.100.7';
export const PHONE_AGENT =
  'Mozilla/5.0 (Linux; Android 14; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36';

type From = { readonly ip?: string; readonly agent?: string; readonly token?: string };

/** A call by POST from an address and a browser. */
export async function post<T>(app: StartedApp, url: string, fields: Record<string, string>, from: From = {}): Promise<Reply<T>> {
  const { ip = HOME, agent = PHONE_AGENT, token } = from;
  const headers = {
    ...{ 'content-type': 'application/x-www-form-urlencoded', 'user-agent': agent },
    ...(token === undefined ? {} : { authorization: token }),
  };
  const reply = await app.app.inject({
    method: 'POST',
    url,
    payload: new URLSearchParams(fields).toString(),
    headers,
    remoteAddress: ip,
  });
  return { ...reply.json(), status: reply.statusCode, headers: reply.headers } as Reply<T>;
}

/** The first step of a login. */
export const logIn = (app: StartedApp, fields: Record<string, string> = {}, from?: From): Promise<Reply<LoginReply & FactorChallenge>> =>
  post(app, '/api/user/loginForU', { login_type: 'email', ...OWNER, ...fields }, from);

/** The second. */
export const giveCode = (app: StartedApp, ticket: string, code: string, from?: From): Promise<Reply<LoginReply & { left: number }>> =>
  post(app, '/api/user/login_factor', { ticket, code }, from);

/** What an app shows at this moment of the server's clock, or so many steps later. */
export const codeOf = (app: StartedApp, secret: string, steps = 0): string =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: app.clock.now() + steps * 30_000 });

type Guarded = { readonly token: string; readonly device: string; readonly secret: string; readonly codes: readonly string[] };

/** Logs the owner in and sets a second factor. The step of now is used up by that. */
export async function setFactor(app: StartedApp): Promise<Guarded> {
  const { data: login } = await logIn(app);
  const { token } = login;
  const begun = await post<FactorBegun>(app, '/api/user/factor_begin', { password: OWNER.password }, { token });
  expect(begun.code).toBe(1);
  const { secret } = begun.data;
  const set = await post<RecoveryCodes>(app, '/api/user/factor_set', { code: codeOf(app, secret) }, { token });
  expect(set.code).toBe(1);
  return { token, device: login.device ?? '', secret, codes: set.data.codes };
}

/** A ticket of the owner's login from a device that is not known. */
export async function ticketOf(app: StartedApp, from?: From): Promise<string> {
  const reply = await logIn(app, {}, from);
  expect(reply.code).toBe(1016);
  return reply.data.ticket;
}

/** Options for a new passkey of somebody who has proven who they are. */
export const newPasskey = async (app: StartedApp, token: string, factor = ''): Promise<PasskeyOptions['options']> =>
  (await post<PasskeyOptions>(app, '/api/user/passkey_new', { password: OWNER.password, factor }, { token })).data.options;

export const passkeyChallenge = async (app: StartedApp): Promise<PasskeyOptions['options']> =>
  (await post<PasskeyOptions>(app, '/api/user/passkey_challenge', {})).data.options;
