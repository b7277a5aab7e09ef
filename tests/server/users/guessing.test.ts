import { describe, expect, it } from 'vitest';
import type { LoginReply } from '#protocol/rest/user.ts';
import { LIMITS } from '#server/limits/limits.ts';
import { type StartedApp, startApp, WIDE_LIMITS } from '../start-app.ts';

const login = (account: string, password: string, server: StartedApp) =>
  server.call<LoginReply>('/api/user/loginForU', { account, password, login_type: 'email' }, { method: 'POST' });

const ONE = { parallel: 1, unknownParallel: 1, queueMax: 1, queueNetworkMax: 1 };

describe('guessing passwords', () => {
  it('a network is locked out of an account after five failures, longer each time, and let in again', async () => {
    const own = await startApp();
    const guess = () => login('demo@example.com', 'wrong-wrong', own);
    for (let tries = 0; tries < 5; tries++) expect((await guess()).code).toBe(1014);
    const locked = await guess();
    expect(locked).toMatchObject({ status: 429, code: 1003 });
    expect(Number(locked.headers['retry-after'])).toBeLessThanOrEqual(60);
    own.clock.jump(60_000);
    expect((await guess()).code).toBe(1014);
    expect(Number((await guess()).headers['retry-after'])).toBeGreaterThan(60);
    own.clock.jump(120_000);
    expect((await login('demo@example.com', 'demo-Passw0rd', own)).code).toBe(1);
    expect((await guess()).code).toBe(1014);
    await own.close();
  });

  it('a network that tries many accounts is slowed, known ones and unknown ones alike', async () => {
    const own = await startApp({ limits: { ...WIDE_LIMITS, login: { ...LIMITS.login, networkMax: 8 } } });
    const codes = [];
    for (let account = 0; account < 12; account++) codes.push((await login(`user${account}@example.com`, 'a-guess-999', own)).code);
    expect(codes).toEqual([...Array(8).fill(1014), ...Array(4).fill(1003)]);
    await own.close();
  });

  it('hashes two at a time and sends away what does not fit the queue', async () => {
    const own = await startApp({ limits: { ...WIDE_LIMITS, hashing: { ...LIMITS.hashing, ...ONE } } });
    const replies = await Promise.all(Array.from({ length: 6 }, (_, at) => login(`u${at}@example.com`, 'whatever-9', own)));
    const statuses = replies.map((reply) => reply.status);
    expect(statuses).toContain(503);
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(1);
    expect(replies.every((reply) => typeof reply.code === 'number' && reply.code !== 1)).toBe(true);
    await own.close();
  });
});
