/** Who gets in and who stays out: guesses from unknown devices against an account whose owner logs in from a known device. */
import { describe, expect, it } from 'vitest';
import type { LoginReply } from '#protocol/rest/user.ts';
import { LIMITS } from '#server/limits/limits.ts';
import { createPasswordHasher } from '#server/users/password-hasher.ts';
import { eachDatabase } from '../each-database.ts';
import { type Reply, type StartedApp, startApp, WIDE_LIMITS } from '../start-app.ts';

const LOGIN = '/api/user/loginForU';
const OWNER = { account: 'demo@example.com', password: 'demo-Passw0rd' };
/** The server's own limits of the login, with room for so many calls at once. */
const REAL_LOGIN = { ...WIDE_LIMITS, login: LIMITS.login };
/** And of the hasher, whose queue is only met where a hash costs something. */
const REAL_HASHING = { ...REAL_LOGIN, hashing: LIMITS.hashing };

async function attempt(app: StartedApp, fields: Record<string, string>, remoteAddress: string): Promise<Reply<LoginReply>> {
  const payload = new URLSearchParams({ login_type: 'email', ...fields }).toString();
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const reply = await app.app.inject({ method: 'POST', url: LOGIN, payload, headers, remoteAddress });
  return { ...reply.json(), status: reply.statusCode, headers: reply.headers } as Reply<LoginReply>;
}

/** An address of one of many networks of many neighbourhoods. */
const addressOf = (network: number): string => `203.${network}.113.9`;
const HOME = '198.51.100.7';

/** Logs in once and returns what the device is to keep. */
async function knownDevice(app: StartedApp, ip = HOME): Promise<string> {
  const { code, data } = await attempt(app, OWNER, ip);
  expect(code).toBe(1);
  expect(data.device).toMatch(/^[\w-]{43}$/);
  return data.device ?? '';
}

eachDatabase('the login', (open) => {
  it('S23 P21 10,000 guesses from 200 networks never keep the owner out, and at most 10 hashes a minute reach the account', async () => {
    const app = await startApp({ db: await open(), limits: REAL_LOGIN });
    const device = await knownDevice(app);
    app.clock.jump(60_000);
    for (let minute = 0; minute < 10; minute++) {
      const guesses: Promise<Reply>[] = [];
      const owner: Promise<Reply<LoginReply>>[] = [];
      for (let guess = 0; guess < 1_000; guess++) {
        guesses.push(attempt(app, { ...OWNER, password: `guess-${minute}-${guess}` }, addressOf(guess % 200)));
        if (guess === 500) owner.push(attempt(app, { ...OWNER, device }, HOME));
      }
      expect(
        (await Promise.all(owner)).map((reply) => reply.code),
        `minute ${minute}`,
      ).toEqual([1]);
      const replies = await Promise.all(guesses);
      const hashed = replies.filter((reply) => reply.code === 1014).length;
      expect(hashed, `minute ${minute}`).toBeGreaterThan(0);
      expect(hashed, `minute ${minute}`).toBeLessThanOrEqual(10);
      expect(replies.filter((reply) => reply.code !== 1014).every((reply) => reply.status === 429)).toBe(true);
      app.clock.jump(60_000);
    }
    await app.close();
  });

  it('S23 D9.303 in any minute at most 5 attempts from unknown devices reach one name of an account, however the minutes are cut, known or unknown alike', async () => {
    const app = await startApp({ db: await open(), limits: REAL_LOGIN });
    const reached: Record<string, number[]> = { [OWNER.account]: [], 'nobody@example.com': [] };
    for (let step = 0; step < 150; step++) {
      for (const [account, times] of Object.entries(reached)) {
        const { code } = await attempt(app, { account, password: 'a-guess-999' }, addressOf(step));
        if (code === 1014) times.push(app.clock.now());
      }
      app.clock.jump(1_000);
    }
    expect(reached[OWNER.account]).toEqual(reached['nobody@example.com']);
    const times = reached[OWNER.account] ?? [];
    expect(times.length).toBeGreaterThan(10);
    for (const [at, timeMs] of times.entries()) expect((times[at + 5] ?? Number.POSITIVE_INFINITY) - timeMs).toBeGreaterThanOrEqual(60_000);
    await app.close();
  });

  it('a known device is not held by guesses of its own network either; its own failures hold it', async () => {
    const app = await startApp({ db: await open(), limits: REAL_LOGIN });
    const device = await knownDevice(app);
    for (let guess = 0; guess < 20; guess++) await attempt(app, { ...OWNER, password: 'wrong-wrong' }, HOME);
    expect((await attempt(app, OWNER, HOME)).status).toBe(429);
    expect((await attempt(app, { ...OWNER, device }, HOME)).code).toBe(1);
    for (let guess = 0; guess < 5; guess++) expect((await attempt(app, { ...OWNER, device, password: 'wrong' }, HOME)).code).toBe(1014);
    expect((await attempt(app, { ...OWNER, device }, HOME)).status).toBe(429);
    // Other known devices go on.
    app.clock.jump(60_000);
    const other = await knownDevice(app, '198.51.100.8');
    for (let guess = 0; guess < 5; guess++) await attempt(app, { ...OWNER, device, password: 'wrong' }, HOME);
    expect((await attempt(app, { ...OWNER, device: other }, '198.51.100.8')).code).toBe(1);
    await app.close();
  });

  it('a device is known to the accounts that it logged in to, by a token that the server made and keeps as a hash only', async () => {
    const app = await startApp({ db: await open(), limits: WIDE_LIMITS });
    const device = await knownDevice(app);
    const chosen = 'A'.repeat(43);
    const register = {
      type: 'email',
      area_id: '1',
      account: 'second@example.com',
      password: 'Long-enough-7',
      re_password: 'Long-enough-7',
    };
    const made = await app.call<LoginReply>('/api/user/register', { ...register, device: chosen }, { method: 'POST' });
    // One that the client thought of is not taken up; one that the server gave away before is.
    expect(made.data.device).toMatch(/^[\w-]{43}$/);
    expect(made.data.device).not.toBe(chosen);
    const second = { account: register.account, password: register.password };
    expect((await attempt(app, { ...second, device }, HOME)).data.device).toBeUndefined();
    for (const odd of ['', 'x', 'ä'.repeat(43), `${device.slice(0, 42)}!`])
      expect((await attempt(app, { ...OWNER, device: odd }, HOME)).code).toBe(1);
    const rows = await app.db.kysely.selectFrom('device').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(device);
    expect(rows.filter((row) => row.user_id === made.data.user.id)).toHaveLength(2);
    for (let more = 0; more < 15; more++) await attempt(app, OWNER, HOME);
    const left = await app.db.kysely.selectFrom('device').selectAll().where('user_id', '!=', made.data.user.id).execute();
    expect(left).toHaveLength(LIMITS.login.devicesMax);
    await app.close();
  });

  it('so many sessions of one person and no more: the oldest end, their sockets too, also when many open at once', async () => {
    const app = await startApp({ db: await open(), limits: { ...WIDE_LIMITS, login: { ...WIDE_LIMITS.login, sessionsMax: 10 } } });
    const first = await app.demo();
    const socket = await app.connect();
    await socket.ask({ type: 'login', token: first.token }, (frame) => frame.type === 'login');
    const enter = () => app.call<LoginReply>('/api/user/loginDemoForU', { demo_id: first.demoId }, { method: 'POST' });
    const opened: string[] = [];
    for (let round = 0; round < 6; round++) {
      app.clock.jump(1_000);
      opened.push(...(await Promise.all(Array.from({ length: 10 }, enter))).map((reply) => reply.data.token));
    }
    const codes = await Promise.all(opened.map(async (token) => (await app.call('/api/user/info', {}, { token })).code));
    expect(codes.filter((code) => code === 1)).toHaveLength(10);
    expect(codes.slice(-10).every((code) => code === 1)).toBe(true);
    expect((await app.call('/api/user/info', {}, { token: first.token })).code).toBe(999);
    expect(await socket.until((frame) => frame.type === 'login' && frame.code === 999)).toBeTruthy();
    await app.close();
  });
});

eachDatabase('what a person leaves behind', (open) => {
  it('however often somebody logs in, a person has as many rows of sessions as may live', async () => {
    const app = await startApp({ db: await open(), limits: { ...WIDE_LIMITS, login: { ...WIDE_LIMITS.login, sessionsMax: 10 } } });
    const { demoId } = await app.demo();
    for (let login = 0; login < 40; login++) await app.call('/api/user/loginDemoForU', { demo_id: demoId }, { method: 'POST' });
    expect(await app.count('session')).toBe(10);
    await app.close();
  });

  it('somebody with two accounts and ten known devices of each leaves the owner of another account room at the hasher', async () => {
    const app = await startApp({ db: await open(), limits: REAL_HASHING });
    const device = await knownDevice(app);
    const known: Record<string, string>[] = [];
    for (const account of ['second@example.com', 'third@example.com']) {
      const own = { account, password: 'Long-enough-7' };
      const register = { type: 'email', area_id: '1', ...own, re_password: own.password };
      const made = await app.call<LoginReply>('/api/user/register', register, { method: 'POST' });
      known.push({ ...own, device: made.data.device ?? '' });
      for (let more = 1; more < LIMITS.login.devicesMax; more++) {
        app.clock.jump(60_000);
        known.push({ ...own, device: (await attempt(app, own, '203.0.113.66')).data.device ?? '' });
      }
    }
    const flood = known.flatMap((own) => Array.from({ length: 5 }, () => attempt(app, own, '203.0.113.66')));
    expect((await attempt(app, { ...OWNER, device }, HOME)).status).toBe(200);
    await Promise.all(flood);
    await app.close();
  });
});

describe('the lane of known devices at the hasher', () => {
  it('does not wait behind a flood from unknown devices, whose own queue is bounded', async () => {
    const QUEUE = 20;
    const hasher = createPasswordHasher({ ...LIMITS.hashing, queueMax: QUEUE });
    const stored = await hasher.hash('right', 'unknown', HOME);
    const ended: string[] = [];
    const unknown = Array.from({ length: 1 + QUEUE }, (_, at) =>
      hasher.verify(stored, 'wrong', 'unknown', addressOf(at)).finally(() => ended.push('unknown')),
    );
    expect(hasher.hasRoom('unknown', HOME)).toBe(false);
    await expect(hasher.verify(stored, 'wrong', 'unknown', HOME)).rejects.toThrow('too many password hashes wait');
    expect(hasher.hasRoom('known', HOME)).toBe(true);
    expect(await hasher.verify(stored, 'right', 'known', HOME).finally(() => ended.push('owner'))).toBe(true);
    // It begins at once in a lane of its own. How many of the other lane end meanwhile is for the system's scheduler to say, but behind the
    // queue it would be the last.
    expect(ended.indexOf('owner')).toBeLessThan(QUEUE / 2);
    expect((await Promise.all(unknown)).some(Boolean)).toBe(false);
  });
});

describe('logging out', () => {
  it('lets the browser forget its caches, not its storage: language, device and money calls without an answer live there', async () => {
    const app = await startApp();
    const { token } = await app.real();
    const reply = await app.call('/api/user/logout', {}, { method: 'POST', token });
    expect(reply.headers['clear-site-data']).toBe('"cache"');
    expect((await app.call('/api/user/logout', {}, { method: 'POST', token })).headers['clear-site-data']).toBeUndefined();
    await app.close();
  });
});
