/** Nobody who has stolen a session keeps the owner from freezing the account. */
import { expect, it } from 'vitest';
import { LIMITS } from '#server/limits/limits.ts';
import { startApp, WIDE_LIMITS } from '../start-app.ts';
import { logIn } from '../users/factor-stage.ts';
import { ask } from './own-stage.ts';

it('D9.236 D9.460 the owner freezes however often another session has just tried to change what they get in by', async () => {
  const { credential, freeze } = LIMITS.rest;
  const app = await startApp({ limits: { ...WIDE_LIMITS, rest: { ...WIDE_LIMITS.rest, credential, freeze } } });
  const thief = (await logIn(app, {}, { ip: '203.0.113.9' })).data.token;
  const { token } = (await logIn(app)).data;
  const tries = await Promise.all(Array.from({ length: 11 }, () => ask(app, 'unfreeze', { password: 'wrong' }, thief)));
  expect(tries.map(({ status }) => status)).toContain(429);
  expect((await ask(app, 'freeze', {}, token)).code).toBe(1);
  expect((await app.call('/api/user/info', {}, { token: thief })).code).toBe(999);
  await app.close();
});
