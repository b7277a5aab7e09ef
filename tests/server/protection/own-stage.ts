/** The real person of the demo profile, their letters, and the calls of protection that a page would make for them. */
import type { ProtectionReply } from '#protocol/rest/protection.ts';
import { OPERATOR_KEY_HEADER, OPERATOR_PATH } from '#server/operations/operator-call.ts';
import { readOperatorKey } from '#server/operations/operator-key.ts';
import type { Outcome } from '#server/outcome.ts';
import type { Trader } from '#server/trading/trading.ts';
import { lettersTo } from '../codes/post-box.ts';
import { SMALL_BUY } from '../operations/small-buy.ts';
import type { Reply, StartedApp } from '../start-app.ts';
import { OWNER, post } from '../users/factor-stage.ts';

export const DAY_MS = 86_400_000;
export const MICRO = { forex_id: '1', type: '1', number: '10', seconds: '60' };
const BROWSER = { 'sec-fetch-mode': 'navigate' };

export const submit = (app: StartedApp, token: string): Promise<Reply> => app.call('/v2/api/forex/submit', SMALL_BUY, { token });
/** Far below the price: it waits. */
export const submitPending = (app: StartedApp, token: string): Promise<Reply> =>
  app.call('/v2/api/forex/submit', { ...SMALL_BUY, status: '0', target_price: '0.90000' }, { token });

/** The newest letter to the owner of a template. */
export async function letterOf(app: StartedApp, template: string, to = OWNER.account) {
  const letter = (await lettersTo(app, to)).find((one) => one.template === template);
  if (!letter) throw new Error(`no letter ${template} was written to ${to}`);
  return letter;
}

/** Path and query of the link in a letter. */
export function linkIn(text: string): string {
  const link = /https?:\/\/\S+\/api\/user\/not_me\?link=[\w-]{43}/.exec(text)?.[0];
  if (link === undefined) throw new Error(`no link in: ${text}`);
  return link.slice(new URL(link).origin.length);
}

type Page = { readonly status: number; readonly text: string; readonly headers: Readonly<Record<string, unknown>> };

/** What somebody gets who follows a link, or whose mail program does. */
export async function open(app: StartedApp, path: string): Promise<Page> {
  const reply = await app.app.inject({ url: path, headers: BROWSER, remoteAddress: '203.0.113.50' });
  return { status: reply.statusCode, text: reply.body, headers: reply.headers };
}

/** The press of the button on that page. */
export async function press(app: StartedApp, path: string): Promise<Page> {
  const link = new URLSearchParams(path.split('?')[1]).get('link') ?? '';
  const headers = { ...BROWSER, 'content-type': 'application/x-www-form-urlencoded' };
  const payload = new URLSearchParams({ link }).toString();
  const reply = await app.app.inject({ method: 'POST', url: '/api/user/not_me_freeze', payload, headers, remoteAddress: '203.0.113.50' });
  return { status: reply.statusCode, text: reply.body, headers: reply.headers };
}

export const ask = <T = unknown>(app: StartedApp, path: string, fields: Record<string, string>, token: string): Promise<Reply<T>> =>
  post<T>(app, `/api/user/${path}`, fields, { token });

/** What the desk is handed by a call that was let in before the account was frozen. */
const letInBefore = (user: { readonly id: number; readonly uid: string }): Trader => ({ ...user, realm: 'real', frozen: false });

const LATE_BUY = { ...SMALL_BUY, type: '1', status: '1', good_till: 'cancelled' } as const;

export const lateSubmit = (app: StartedApp, user: { readonly id: number; readonly uid: string }): Promise<Outcome> =>
  app.server.trading.submit(letInBefore(user), LATE_BUY, { key: undefined, requestHash: '' });

export const statusOf = async (app: StartedApp, userId: number) =>
  app.db.kysely.selectFrom('user').selectAll().where('id', '=', userId).executeTakeFirstOrThrow();

/** Sets a new password by a code that is mailed. */
export async function forget(app: StartedApp, password: string): Promise<Reply> {
  await post(app, '/api/notify/send_email', { to: OWNER.account, area_id: '', type: '2' });
  const code = /\b\d{6}\b/.exec((await letterOf(app, 'resetCode')).text)?.[0] ?? '';
  const fields = { type: 'email', account: OWNER.account, new_password: password, secondary_password: password, auth_code: code };
  return post(app, '/api/user/forget_password', fields);
}

/** A command of the operator, over the operations port. */
export async function operate(
  app: StartedApp,
  command: string,
  words: readonly string[],
  reason: string,
): Promise<{ isGood: boolean; lines: string[] }> {
  const key = (await readOperatorKey(app.dataDir)) ?? '';
  const reply = await app.server.operations.inject({
    method: 'POST',
    url: OPERATOR_PATH,
    headers: { [OPERATOR_KEY_HEADER]: key },
    payload: { command, words: [...words], actor: 'tester', reason },
  });
  return reply.json();
}

export const NEW_PASSWORD = 'Another-long-1';

export const isIn = async (app: StartedApp, token: string): Promise<boolean> =>
  (await app.call('/api/user/info', {}, { token })).code === 1;

export const protectionOf = async (app: StartedApp, token: string): Promise<ProtectionReply> =>
  (await app.call<ProtectionReply>('/api/user/protection', {}, { token })).data;

/** The owner logged in, with a price to trade by. */
export async function ownerWithPrice(app: StartedApp) {
  await app.pushTick('EURUSD', '1.08345');
  return app.real();
}

export const ownerId = async (app: StartedApp): Promise<number> =>
  (await app.db.kysely.selectFrom('user').select('id').where('email', '=', OWNER.account).executeTakeFirstOrThrow()).id;
