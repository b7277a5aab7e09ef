/** Everybody who may stand before the gate: people of both realms in each state of their identity, and tokens that let nobody in. */
import type { RealNameReply } from '#protocol/rest/identity.ts';
import type { SessionRow } from '#protocol/rest/security.ts';
import type { LoginReply } from '#protocol/rest/user.ts';
import { OPERATOR_KEY_HEADER, OPERATOR_PATH } from '#server/operations/operator-call.ts';
import { readOperatorKey } from '#server/operations/operator-key.ts';
import type { Access } from '#server/routes/route.ts';
import { secretHash } from '#server/users/opaque-token.ts';
import { codeTo, form, MAIL, PASSWORD, post } from '../codes/post-box.ts';
import { DETAILS } from '../identity/identity-rig.ts';
import { sentPhoto, stranger } from '../send-photo.ts';
import type { StartedApp } from '../start-app.ts';

const DAY_MS = 86_400_000;

/** `state`: of real-name verification, as on the wire. Without a realm: nobody is logged in. */
export type Person = { readonly token: string; readonly realm?: 'demo' | 'real'; readonly state: 0 | 1 | 2 | 3 };
export const NOBODY: Person = { token: '', state: 0 };

/** What the gate answers a person by the declaration of a route; undefined where it lets them through. */
export function refusalOf({ auth, realm, kyc }: Access, person: Person): number | undefined {
  if (auth === 'none') return undefined;
  if (person.realm === undefined) return 999;
  if (realm === 'real' && person.realm === 'demo') return 1005;
  if (realm === 'demo' && person.realm === 'real') return 1004;
  return kyc === 'done' && person.state !== 2 ? 1006 : undefined;
}

/** A command of the operator; throws when it is refused. */
async function operate(app: StartedApp, command: string, ...words: string[]): Promise<readonly string[]> {
  const headers = { host: 'localhost', [OPERATOR_KEY_HEADER]: (await readOperatorKey(app.dataDir)) ?? '' };
  const payload = { command, words, actor: 'ada', reason: 'as on the card' };
  const reply = (await app.server.operations.inject({ method: 'POST', url: OPERATOR_PATH, headers, payload })).json();
  if (!reply.isGood) throw new Error(reply.lines.join('\n'));
  return reply.lines;
}

/** What real-name verification asks for, with fresh photos of this person. */
export async function identityForm(app: StartedApp, token: string): Promise<Record<string, string>> {
  const [front_pic = '', reverse_pic = '', hand_pic = ''] = await Promise.all([1, 2, 3].map((at) => sentPhoto(app, token, `#${at}43210`)));
  return { ...DETAILS, front_pic, reverse_pic, hand_pic };
}

/** A person whose verification waits, is finished or was rejected: sent by them, decided by the operator. */
async function personInState(app: StartedApp, state: 1 | 2 | 3): Promise<Person> {
  const token = await stranger(app, `state${state}@example.com`);
  await app.call('/api/user_real/real_name', await identityForm(app, token), { method: 'POST', token });
  const id = (await operate(app, 'identities')).at(-1)?.split(' ')[0] ?? '';
  if (state !== 1) await operate(app, state === 2 ? 'approve-identity' : 'reject-identity', id);
  const { data } = await app.call<RealNameReply>('/api/user_real/center', {}, { token });
  if (data.review_status !== state) throw new Error(`state ${data.review_status} in place of ${state}`);
  return { token, realm: 'real', state };
}

/** The owner of things, a demo person, and another person in each state of their identity. */
export async function makePeople(app: StartedApp) {
  return {
    owner: { token: (await app.real()).token, realm: 'real', state: 0 },
    demo: { token: (await app.demo()).token, realm: 'demo', state: 0 },
    stranger: { token: await stranger(app), realm: 'real', state: 0 },
    waiting: await personInState(app, 1),
    finished: await personInState(app, 2),
    rejected: await personInState(app, 3),
  } satisfies Record<string, Person>;
}

/** Tokens that were good once and ended by time. The clock goes on by thirty days. */
async function endedByTime(app: StartedApp): Promise<Record<string, string>> {
  const used = (await app.demo()).token;
  let unused = '';
  for (let days = 6; days <= 30; days += 6) {
    app.clock.jump(6 * DAY_MS);
    if (days < 30) await app.call('/api/user/info', {}, { token: used });
    if (days === 18) unused = (await app.demo()).token;
  }
  await app.clock.advance(2_000);
  return { 'used daily for thirty days': used, 'not used for a week': unused };
}

/** Tokens that were good once and that somebody ended: each by another way. */
async function endedByAct(app: StartedApp): Promise<Record<string, string>> {
  const account = 'ended@example.com';
  const enter = async () => (await post<LoginReply>(app, '/api/user/loginForU', { account, password: PASSWORD, login_type: 'email' })).data;
  const { token } = (await post<LoginReply>(app, '/api/user/register', form({ account }))).data;
  const act = (url: string, fields: object, own = token) => post(app, url, fields, { token: own });
  const [loggedOut, revoked, other] = [(await enter()).token, (await enter()).token, (await enter()).token];
  await act('/api/user/logout', {}, loggedOut);
  const { data: mine } = await app.call<SessionRow[]>('/api/user/sessions', {}, { token: revoked });
  await act('/api/user/session_revoke', { id: mine[0]?.id });
  await act('/api/user/session_revoke_others', {});
  const elsewhere = (await enter()).token;
  await act('/api/user/amend_password', { new_password: 'Even-better-42', type: 'email', password: PASSWORD });
  await post(app, MAIL, { to: account, type: 2 });
  const reset = { type: 'email', account, new_password: PASSWORD, secondary_password: PASSWORD };
  await post(app, '/api/user/forget_password', { ...reset, auth_code: await codeTo(app, account) });
  return {
    'logged out': loggedOut,
    'ended from another device': revoked,
    'ended with all others': other,
    'of before the password was changed': elsewhere,
    'of before a forgotten password was set': token,
  };
}

/** By what some of these were ended, which 999 tells whoever still holds the token, and nobody else (decision D9.261). */
const TOLD: Readonly<Record<string, string>> = {
  'ended from another device': 'device',
  'ended with all others': 'device',
  'of before the password was changed': 'password',
  'of before a forgotten password was set': 'reset',
};
/** Whether the data of a refusal tell a caller of that name what they may know. */
export const isTold = (name: string, data: unknown): boolean =>
  TOLD[name] === undefined ? data === null : JSON.stringify(data) === JSON.stringify({ why: TOLD[name] });

/** What is no token: other secrets of a person who is in, and their token bent. */
async function neverTokens(app: StartedApp): Promise<Record<string, string>> {
  const { token, demoId } = await app.demo();
  const { data } = await post<LoginReply>(app, '/api/user/register', form({ account: 'bent@example.com' }));
  const bent = token.replace(/[a-z]/i, (letter) => (letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()));
  return {
    nothing: '',
    'a word alone': 'Bearer ',
    'a guess': 'A'.repeat(43),
    'the key of a demo account': demoId,
    'a known device': data.device ?? '',
    'the hash of a token': secretHash(token),
    'the name of a session': secretHash(token).slice(0, 32),
    'one letter in another case': bent,
    'a letter less': token.slice(1),
    'a letter more': `${token}A`,
    'two at once': `${token}, ${token}`,
    'another scheme': `Basic ${token}`,
    'a part of a statement': `' or ''='`,
  };
}

/** Authorization headers that let nobody in, by what they are. To be called first: the clock goes on by thirty days. */
export const deadTokens = async (app: StartedApp): Promise<Record<string, string>> => ({
  ...(await endedByTime(app)),
  ...(await endedByAct(app)),
  ...(await neverTokens(app)),
});
