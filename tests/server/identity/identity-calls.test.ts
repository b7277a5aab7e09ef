/** Real-name verification as calls of the API: who may, what the person's pages are told, what the log says. */

import { fastify } from 'fastify';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RealNameReply } from '#protocol/rest/identity.ts';
import type { UserRow } from '#protocol/rest/user.ts';
import { OPERATOR_KEY_HEADER, OPERATOR_PATH } from '#server/operations/operator-call.ts';
import { readOperatorKey } from '#server/operations/operator-key.ts';
import { registerRoutes } from '#server/routes/gate.ts';
import { OWN, ownRoute } from '#server/routes/route.ts';
import { lettersTo } from '../codes/post-box.ts';
import { fetchPhoto, sentPhoto, stranger } from '../send-photo.ts';
import { type StartedApp, startApp } from '../start-app.ts';
import { DETAILS } from './identity-rig.ts';

const CENTER = '/api/user_real/center';
const REAL_NAME = '/api/user_real/real_name';
const logLines: string[] = [];
let app: StartedApp;
beforeAll(async () => {
  // Nobody decides but the operator.
  app = await startApp({ logLines, config: { reviewAfterMs: undefined } });
});
afterAll(() => app.close());

async function wholeForm(token: string): Promise<Record<string, string>> {
  const colours = ['#111111', '#222222', '#333333'];
  const [front_pic = '', reverse_pic = '', hand_pic = ''] = await Promise.all(colours.map((colour) => sentPhoto(app, token, colour)));
  return { ...DETAILS, front_pic, reverse_pic, hand_pic };
}
const submit = (token: string, fields: Record<string, string>) => app.call<RealNameReply>(REAL_NAME, fields, { method: 'POST', token });

async function operator(command: string, words: string[] = [], reason = ''): Promise<{ isGood: boolean; lines: string[] }> {
  const key = (await readOperatorKey(app.dataDir)) ?? '';
  const reply = await app.server.operations.inject({
    ...{ method: 'POST', url: OPERATOR_PATH, payload: { command, words, actor: 'ada', reason } },
    headers: { host: 'localhost', [OPERATOR_KEY_HEADER]: key },
  });
  return reply.json();
}
/** Of the application that came last. */
const waitingId = async (): Promise<string> => (await operator('identities')).lines.at(-1)?.split(' ')[0] ?? '';

describe('calls of real-name verification', () => {
  it('S27 S1-5.23 S1-7.26 what needs it answers 1006 until it is finished; is_real is 1 from then on, and only then', async () => {
    const { token } = await app.real();
    const gated = fastify();
    const route = ownRoute({
      ...{ endpoint: { path: '/api/gated', method: 'GET', body: 'query', money: false }, summary: '', rate: 'none' },
      ...{ access: { ...OWN, kyc: 'done' }, input: v.object({}), reply: v.null() },
      handle: async () => ({ code: 1, message: 'ok', data: null }),
    });
    registerRoutes(gated, [route], app.server.appParts);
    const seen = async () => {
      const { is_real, real_status } = (await app.call<UserRow>('/api/user/info', {}, { token })).data;
      const { code } = (await gated.inject({ url: '/api/gated', headers: { authorization: token } })).json();
      return { is_real, real_status, code };
    };
    expect(await seen()).toEqual({ is_real: '0', real_status: 0, code: 1006 });
    expect((await submit(token, await wholeForm(token))).data.review_status).toBe(1);
    expect(await seen()).toEqual({ is_real: '0', real_status: 1, code: 1006 });
    expect((await operator('approve-identity', [await waitingId()], 'fine')).isGood).toBe(true);
    expect(await seen()).toEqual({ is_real: '1', real_status: 2, code: 1 });
    await gated.close();
  });

  it('D1.3.21 flags: what they do not ask for is neither needed nor kept, and without verification there is none', async () => {
    const token = await stranger(app, 'flags@example.com');
    for (const flag of ['is_auth_ssn', 'is_auth_hand_pic']) await operator('flag', [flag, 'off'], 'not here');
    const { hand_pic: _, ...form } = await wholeForm(token);
    expect((await submit(token, form)).code).toBe(1);
    expect((await app.call<RealNameReply>(CENTER, {}, { token })).data).toMatchObject({ ssn: '', hand_pic: '', review_status: 1 });
    for (const flag of ['is_auth_ssn', 'is_auth_hand_pic']) await operator('flag', [flag, 'on'], 'here');
    await operator('flag', ['is_real_name_auth', 'off'], 'not today');
    expect((await submit(token, form)).code).toBe(1008);
    await operator('flag', ['is_real_name_auth', 'on'], 'today');
  });

  it('D9.216 every change of its state is told to the person on the socket, and to nobody else', async () => {
    const token = await stranger(app, 'told@example.com');
    const of = (wanted: string) => (frame: { readonly type: string }) => frame.type === wanted;
    const listen = async (own: string) => {
      const socket = await app.connect();
      await socket.ask({ type: 'hello', v: 2, lang: 'en', id: 1 }, of('hello'));
      await socket.ask({ type: 'login', token: own, id: 2 }, of('login'));
      await socket.ask({ type: 'sub', topic: 'NOTICE', id: 3 }, of('sub'));
      return socket;
    };
    const socket = await listen(token);
    const other = await listen((await app.demo()).token);
    await submit(token, await wholeForm(token));
    await operator('reject-identity', [await waitingId()], 'blurred');
    const told = () => socket.frames.filter(of('NOTICE')).map(({ data }) => data);
    await socket.until(() => told().length === 2);
    expect(told()).toEqual([
      { kind: 'identity', level: '1', text: 'identitySent' },
      { kind: 'identity', level: '3', text: 'identityRejected' },
    ]);
    expect(other.frames.filter(of('NOTICE'))).toEqual([]);
    const [rejected, sent] = await lettersTo(app, 'told@example.com');
    expect([sent?.subject, rejected?.subject]).toEqual(['Outcry: your identity is in review', 'Outcry: your identity was not accepted']);
    expect(rejected?.text).toMatch(/\(UTC\): blurred\n/);
  });

  it('S40 nothing of a document, of a photo or of a key comes into the log', async () => {
    const token = await stranger(app, 'logged@example.com');
    const form = await wholeForm(token);
    await submit(token, { ...form, card_id: '<canary-number-3>' });
    await submit(token, { ...form, card_id: 'canary-number-1', ssn: 'canary-ssn-2', name: 'Canary Name' });
    await fetchPhoto(app, form.front_pic as string);
    const log = logLines.join('\n');
    expect(log).toContain('a photo was taken');
    expect(log).toContain('a photo was shown');
    const signature = /s=(\w+)/.exec(form.front_pic as string)?.[1] ?? '-';
    for (const secret of ['canary', 'Canary Name', signature]) expect(log).not.toContain(secret);
  });
});
