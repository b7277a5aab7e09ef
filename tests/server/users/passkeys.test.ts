/** Passkeys: added by who has proven who they are, a way in of their own, each answer good for one login. */
import { expect, it } from 'vitest';
import type { SecurityReply } from '#protocol/rest/security.ts';
import type { LoginReply } from '#protocol/rest/user.ts';
import { eachDatabase } from '../each-database.ts';
import { type StartedApp, startApp } from '../start-app.ts';
import { codeOf, logIn, newPasskey, OWNER, passkeyChallenge, post, setFactor } from './factor-stage.ts';
import { SoftAuthenticator } from './soft-authenticator.ts';

const add = (app: StartedApp, token: string, answer: string, name = '') => post(app, '/api/user/passkey_add', { answer, name }, { token });
const enter = (app: StartedApp, answer: string, device = '') => post<LoginReply>(app, '/api/user/login_passkey', { answer, device });
const passkeysOf = async (app: StartedApp, token: string) =>
  (await app.call<SecurityReply>('/api/user/security', {}, { token })).data.passkeys;

eachDatabase('passkeys', (open) => {
  it('D9.223 one is added with a name, lets its person in without password and code, is renamed and removed', async () => {
    const app = await startApp({ db: await open() });
    const { token, secret, codes } = await setFactor(app);
    app.clock.jump(30_000);
    const key = new SoftAuthenticator();
    const options = await newPasskey(app, token, codeOf(app, secret));
    expect(options).toMatchObject({
      rp: { id: 'localhost' },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    expect((await add(app, token, key.make(options))).code).toBe(1);
    const [row] = await passkeysOf(app, token);
    expect(row).toMatchObject({ name: 'Chrome, Android', used: 0 });

    const entered = await enter(app, key.answer(await passkeyChallenge(app)));
    expect(entered).toMatchObject({ code: 1, data: { user: { email: OWNER.account } } });
    expect((await app.call('/api/user/info', {}, { token: entered.data.token })).code).toBe(1);
    expect((await passkeysOf(app, token))[0]?.used).toBe(app.clock.now());
    // A login by password on a stranger's device may end with it.
    expect((await logIn(app)).data.ways).toEqual(['code', 'recovery', 'passkey']);

    const id = String(row?.id);
    expect((await post(app, '/api/user/passkey_rename', { id, name: '  My   phone ' }, { token })).code).toBe(1);
    expect((await passkeysOf(app, token))[0]?.name).toBe('My phone');
    for (const name of ['x'.repeat(41), 'a\u202eb'])
      expect((await post(app, '/api/user/passkey_rename', { id, name }, { token })).code, name).toBe(1001);
    expect((await post(app, '/api/user/passkey_remove', { id, password: OWNER.password }, { token })).code).toBe(1016);
    expect((await post(app, '/api/user/passkey_remove', { id, password: OWNER.password, factor: codes[0] ?? '' }, { token })).code).toBe(1);
    expect((await enter(app, key.answer(await passkeyChallenge(app)))).code).toBe(1014);
    await app.close();
  });

  it('D9.227 D9.340 an empty name takes the name back, whoever’s browser asks; where no browser is known it is a passkey', async () => {
    const app = await startApp({ db: await open() });
    const { data: login } = await logIn(app);
    const { token } = login;
    expect((await add(app, token, new SoftAuthenticator().make(await newPasskey(app, token)), 'Key ring')).code).toBe(1);
    const [given] = await passkeysOf(app, token);
    expect(given?.name).toBe('Key ring');
    const desktop = { token, agent: 'Mozilla/5.0 (Windows NT 10.0) Gecko/20100101 Firefox/128.0' };
    const rename = (name: string) => post(app, '/api/user/passkey_rename', { id: String(given?.id), name }, desktop);
    for (const empty of ['', '  ']) {
      expect((await rename('Old phone')).code).toBe(1);
      expect(await rename(empty)).toMatchObject({ code: 1, data: null });
      expect((await passkeysOf(app, token))[0]?.name).toBe('Chrome, Android');
    }
    expect((await post(app, '/api/user/passkey_rename', { id: String(given?.id) }, desktop)).code).toBe(1001);
    // As one stands that was made before its browser was kept.
    await app.db.transaction((trx) => trx.updateTable('passkey').set({ agent: '' }).execute());
    expect((await rename('')).code).toBe(1);
    expect((await passkeysOf(app, token))[0]?.name).toBe('Passkey');
    await app.close();
  });

  it('D9.223 an answer counts once, also when it is sent many times at once, and for five minutes', async () => {
    const app = await startApp({ db: await open() });
    const { data: login } = await logIn(app);
    const key = new SoftAuthenticator();
    expect((await add(app, login.token, key.make(await newPasskey(app, login.token)))).code).toBe(1);
    const answer = key.answer(await passkeyChallenge(app));
    const replies = await Promise.all([1, 2, 3, 4].map(() => enter(app, answer)));
    expect(replies.map(({ code }) => code).sort()).toEqual([1, 1014, 1014, 1014]);
    app.clock.jump(1_000);
    const older = await passkeyChallenge(app);
    app.clock.jump(300_001);
    expect((await enter(app, key.answer(older))).code).toBe(1014);
    expect((await enter(app, key.answer(await passkeyChallenge(app)))).code).toBe(1);
    await app.close();
  });

  it('D9.223 one that was used while the clock was ahead lets in when it is set right, each answer once', async () => {
    const app = await startApp({ db: await open() });
    const { data: login } = await logIn(app);
    const key = new SoftAuthenticator();
    await add(app, login.token, key.make(await newPasskey(app, login.token)));
    app.clock.stepWall(2 * 86_400_000);
    const ahead = key.answer(await passkeyChallenge(app));
    expect((await enter(app, ahead)).code).toBe(1);
    app.clock.stepWall(-2 * 86_400_000);
    const answer = key.answer(await passkeyChallenge(app));
    expect((await enter(app, answer)).code).toBe(1);
    for (const again of [answer, ahead]) expect((await enter(app, again)).code).toBe(1014);
    await app.close();
  });

  it('D9.223 nothing that was not made here for this is taken', async () => {
    const app = await startApp({ db: await open() });
    const { data: login } = await logIn(app);
    const { token } = login;
    const key = new SoftAuthenticator();
    const options = await newPasskey(app, token);
    // Another origin, another domain, another challenge, no finger, another's options, no answer at all.
    const evil = new SoftAuthenticator('http://evil.example');
    const unverified = new SoftAuthenticator();
    unverified.isVerifying = false;
    const stranger = await post<LoginReply>(app, '/api/user/register', {
      ...{ type: 'email', area_id: '1', account: 'second@example.com', password: 'Long-enough-7', re_password: 'Long-enough-7' },
    });
    const wrong = [
      evil.make(options),
      key.make({ ...options, rp: { id: 'evil.example' } }),
      key.make({ challenge: Buffer.alloc(40, 7).toString('base64url') }),
      key.make(await passkeyChallenge(app)),
      unverified.make(options),
      ...['{}', '[]', 'null', '"x"', '{"id":1}', '{"id":"x","response":{"clientDataJSON":"e30"}}', '{{'],
    ];
    for (const answer of wrong) expect((await add(app, token, answer)).code, answer.slice(0, 60)).toBe(1017);
    expect((await add(app, stranger.data.token, key.make(options))).code).toBe(1017);
    expect((await add(app, token, key.make(options))).code).toBe(1);
    expect((await add(app, token, key.make(options))).code).toBe(1);
    expect(await passkeysOf(app, token)).toHaveLength(1);
    const challenge = await passkeyChallenge(app);
    const lies = [
      evil.answer(challenge),
      key.answer({ challenge: options.challenge }),
      key.answer({ ...challenge, rpId: 'evil.example' }),
      '{}',
      'x',
    ];
    for (const answer of lies) expect([1014, 1001], answer.slice(0, 60)).toContain((await enter(app, answer)).code);
    await app.close();
  });

  it('D9.223 belongs to the domain of PUBLIC_ORIGIN; where the site is an address there are none', async () => {
    const origin = 'https://trade.example';
    const app = await startApp({ db: await open(), config: { publicOrigins: [origin, 'https://other.example'] } });
    const { data: login } = await logIn(app);
    const options = await newPasskey(app, login.token);
    expect(options).toMatchObject({ rp: { id: 'trade.example' } });
    const elsewhere = new SoftAuthenticator('https://other.example');
    expect((await add(app, login.token, elsewhere.make({ ...options, rp: { id: 'trade.example' } }))).code).toBe(1017);
    const key = new SoftAuthenticator(origin);
    expect((await add(app, login.token, key.make({ ...options, rp: { id: 'trade.example' } }))).code).toBe(1);
    await app.close();
    const numbers = await startApp({ config: { publicOrigins: ['http://192.0.2.1:8080'] } });
    expect((await post(numbers, '/api/user/passkey_challenge', {})).code).toBe(1008);
    await numbers.close();
  });

  it('D9.223 ten of one person and no more', async () => {
    const app = await startApp({ db: await open() });
    const { data: login } = await logIn(app);
    const codes: number[] = [];
    const options = await newPasskey(app, login.token);
    for (let more = 0; more < 11; more++) codes.push((await add(app, login.token, new SoftAuthenticator().make(options))).code);
    expect(codes).toEqual([...Array(10).fill(1), 1001]);
    await app.close();
  });
});
