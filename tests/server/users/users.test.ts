import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AreaRow } from '#protocol/rest/site.ts';
import type { AccountRow, LoginReply, UserRow } from '#protocol/rest/user.ts';
import { LIMITS } from '#server/limits/limits.ts';
import { ABSOLUTE_MS, SLIDING_MS } from '#server/users/sessions.ts';
import { type StartedApp, startApp, WIDE_LIMITS } from '../start-app.ts';

let app: StartedApp;
beforeAll(async () => {
  app = await startApp({ limits: { ...WIDE_LIMITS, hashing: LIMITS.hashing } });
});
afterAll(() => app.close());

const POST = { method: 'POST' } as const;
const login = (account: string, password: string, server = app) =>
  server.call<LoginReply>('/api/user/loginForU', { account, password, login_type: 'email' }, POST);
const register = (fields: Record<string, string>, server = app) =>
  server.call<LoginReply & { field: string }>(
    '/api/user/register',
    { type: 'email', area_id: '1', password: 'Long-enough-7', re_password: 'Long-enough-7', ...fields },
    POST,
  );

describe('logging in', () => {
  it('S1-7.07 S1-7.10 loginForU takes a form and answers token and user', async () => {
    const { status, code, data } = await login('demo@example.com', 'demo-Passw0rd');
    expect({ status, code }).toEqual({ status: 200, code: 1 });
    expect(data.token).toMatch(/^[\w-]{43}$/);
    expect(data.user).toMatchObject({ email: 'demo@example.com', is_demo: 0 });
    expect(data.user.id).toBeGreaterThan(0);
    expect(JSON.stringify(data)).not.toMatch(/hash|argon/);
  });

  it('takes JSON too, and the account in any case', async () => {
    const reply = await app.app.inject({
      method: 'POST',
      url: '/api/user/loginForU',
      payload: { account: ' Demo@Example.COM ', password: 'demo-Passw0rd', login_type: 'email' },
    });
    expect(reply.json()).toMatchObject({ code: 1 });
  });

  it('answers alike for a wrong password and an account that does not exist', async () => {
    const wrong = await login('demo@example.com', 'not-the-password');
    const nobody = await login('nobody@example.com', 'not-the-password');
    for (const reply of [wrong, nobody]) expect(reply).toMatchObject({ status: 200, code: 1014, data: null });
    expect(wrong.msg).toBe(nobody.msg);
  });

  it('S1-7.21 user/info shows the user of the token, raw or after Bearer, and 999 without one', async () => {
    const { token, id } = await app.real();
    expect((await app.call<UserRow>('/api/user/info', {}, { token })).data.id).toBe(id);
    expect((await app.call<UserRow>('/api/user/info', {}, { token: `Bearer ${token}` })).data.id).toBe(id);
    expect(await app.call('/api/user/info')).toMatchObject({ status: 200, code: 999, data: null });
    expect((await app.call('/api/user/info', {}, { token: `${token}x` })).code).toBe(999);
  });

  it('S1-3.16 S2-3.12 a user has the fields of the specification, and of the fund password only whether there is one', async () => {
    const { token } = (await register({ account: 'fields@example.com' })).data;
    const { data } = await app.call<UserRow>('/api/user/info', {}, { token });
    expect(data).toEqual({
      ...{ id: expect.any(Number), uid: expect.stringMatching(/^\d{8}$/), email: 'fields@example.com', mobile: '', area_id: 1 },
      ...{ is_demo: 0, is_trader: '0', is_real: '0', real_status: 0, level: 1, credit_score: 100, two_factor: '0', has_pay_password: '0' },
      ...{ invite_code: expect.stringMatching(/^\w{4,}$/), nickname: `Trader${data.uid.slice(-4)}`, name: data.nickname, remark: '' },
    });
    const { data: areas } = await app.call<AreaRow[]>('/api/default/area_list');
    for (const area of areas) expect(Object.keys(area).sort()).toEqual(['code', 'global_code', 'id', 'name']);
    await app.call('/api/user/amend_pay_password', { password: '740284', current: 'Long-enough-7' }, { ...POST, token });
    const { data: after } = await app.call<UserRow>('/api/user/info', {}, { token });
    expect(after).toEqual({ ...data, has_pay_password: '1' });
    await app.call('/api/user/profile', { nickname: 'Ada' }, { ...POST, token });
    expect((await app.call<UserRow>('/api/user/info', {}, { token })).data).toMatchObject({ nickname: 'Ada', name: 'Ada' });
  });

  it.each([
    ['Outcry Support', 'This name could pass for us or for who works here. Please choose another'],
    ['аdmin', 'This name could pass for us or for who works here. Please choose another'],
    ['αlphabet', 'Letters of two alphabets in one word look like another name. Please choose another'],
    ['a\u200bda', 'Only characters that can be seen, please'],
    ['a\u0007da', 'Only characters that can be seen, please'],
    ['x'.repeat(21), 'At most 20 characters, please'],
  ])('D9.391 the nickname %j is refused on its field, with words, and not cut', async (nickname, words) => {
    const { token } = await app.real();
    const before = (await app.call<UserRow>('/api/user/info', {}, { token })).data.nickname;
    const reply = await app.call('/api/user/profile', { nickname }, { ...POST, token });
    expect(reply).toMatchObject({ code: 1001, msg: words, data: { field: 'nickname', allowed: expect.stringContaining('at most 20') } });
    expect((await app.call<UserRow>('/api/user/info', {}, { token })).data.nickname).toBe(before);
  });

  it('logout ends this session and no other', async () => {
    const first = await app.real();
    const second = await app.real();
    expect((await app.call('/api/user/logout', {}, { ...POST, token: first.token })).code).toBe(1);
    expect((await app.call('/api/user/info', {}, { token: first.token })).code).toBe(999);
    expect((await app.call('/api/user/info', {}, { token: second.token })).code).toBe(1);
  });

  it('a token never travels in a query', async () => {
    const { token } = await app.real();
    const reply = await app.call<{ value: string }>('/api/user/info', { token }, { token });
    expect(reply).toMatchObject({ code: 1001, data: { field: 'token', value: '' } });
  });

  it('stores no token and no password', async () => {
    const { token } = await app.real();
    const rows = JSON.stringify([
      await app.db.kysely.selectFrom('session').selectAll().execute(),
      await app.db.kysely.selectFrom('user').selectAll().execute(),
    ]);
    expect(rows).not.toContain(token);
    expect(rows).not.toContain('demo-Passw0rd');
    expect(rows).toContain('$argon2id$v=19$m=19456,t=2,p=1$');
  });
});

describe('sessions', () => {
  it('D0.07 live 7 days from the last use and 30 days at most', async () => {
    const own = await startApp();
    const { token } = await own.real();
    const isAlive = async () => (await own.call('/api/user/info', {}, { token })).code === 1;
    let aged = 0;
    while (aged + SLIDING_MS - 1_000 < ABSOLUTE_MS) {
      own.clock.jump(SLIDING_MS - 1_000);
      aged += SLIDING_MS - 1_000;
      expect(await isAlive()).toBe(true);
    }
    own.clock.jump(ABSOLUTE_MS - aged);
    expect(await isAlive()).toBe(false);
    const { token: idle } = await own.real();
    own.clock.jump(SLIDING_MS);
    expect((await own.call('/api/user/info', {}, { token: idle })).code).toBe(999);
    await own.close();
  });
});

describe('demo accounts', () => {
  it('S1-7.11 S1-7.12 S1-3.13 a demo id starts a session; the one account is of type demo and holds 10,000', async () => {
    const made = await app.call<{ demo_id: string }>('/api/user/createAccountDemoForU');
    expect(made).toMatchObject({ code: 1, data: { demo_id: expect.stringMatching(/^[0-9a-f]{32}$/) } });
    const { code, data } = await app.call<LoginReply>('/api/user/loginDemoForU', { demo_id: made.data.demo_id }, POST);
    expect(code).toBe(1);
    expect(data.user.is_demo).toBe(1);
    const balances = await app.call<AccountRow[]>('/v2/api/main/wallet/getBalance', {}, { token: data.token });
    expect(balances.data).toEqual([{ type: 'demo', balance: '10000', lockBalance: '0', deficit: '0', accountTypeId: 9, currencyId: 1 }]);
  });

  it('an unknown demo id is refused, one that nobody entered for 30 days is gone', async () => {
    const own = await startApp();
    const enter = (demo_id: string) => own.call('/api/user/loginDemoForU', { demo_id }, POST);
    expect((await enter('0'.repeat(32))).code).toBe(1014);
    const { demoId } = await own.demo();
    own.clock.jump(30 * 86_400_000 + 1);
    expect((await enter(demoId)).code).toBe(1014);
    await own.close();
  });

  it('D1.5.06 a page that loads ahead of the person makes no account', async () => {
    const before = await app.count('user');
    for (const headers of [{ 'sec-purpose': 'prefetch' }, { 'sec-purpose': 'prefetch;prerender' }, { purpose: 'prefetch' }]) {
      const reply = await app.app.inject({ method: 'GET', url: '/api/user/createAccountDemoForU', headers });
      expect(reply.json()).toMatchObject({ code: 1001 });
    }
    expect((await app.app.inject({ method: 'HEAD', url: '/api/user/createAccountDemoForU' })).statusCode).toBe(404);
    expect(await app.count('user')).toBe(before);
  });

  it('S1-7.12 resetForexDemoAccount brings the balance back; a real user has nothing to reset', async () => {
    const { token } = await app.demo();
    const fields = { type: '1', cont: '0.5', forex_id: '1', status: '1', multiple: '100' };
    expect((await app.call('/v2/api/forex/submit', fields, { ...POST, token })).code).toBe(1);
    const balance = async () => (await app.call<AccountRow[]>('/v2/api/main/wallet/getBalance', {}, { token })).data[0];
    expect(await balance()).not.toMatchObject({ balance: '10000', lockBalance: '0' });
    expect(await app.call('/v2/api/main/user/resetForexDemoAccount', {}, { token })).toMatchObject({ code: 1 });
    expect(await balance()).toMatchObject({ balance: '10000', lockBalance: '0' });
    const real = await app.real();
    expect((await app.call('/v2/api/main/user/resetForexDemoAccount', {}, { token: real.token })).code).toBe(1004);
  });

  it('ten an hour from one network, then 429 with Retry-After', async () => {
    const own = await startApp({ limits: { ...WIDE_LIMITS, rest: { ...WIDE_LIMITS.rest, createDemo: LIMITS.rest.createDemo } } });
    for (let made = 0; made < 10; made++) expect((await own.call('/api/user/createAccountDemoForU')).code).toBe(1);
    const refused = await own.call('/api/user/createAccountDemoForU');
    expect(refused).toMatchObject({ status: 429, code: 1003 });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    await own.close();
  });
});

describe('registering', () => {
  it('S1-7.21 S1-3.13 opens an account with three empty balances and logs in', async () => {
    const { code, data } = await register({ account: 'New.Person@Example.com' });
    expect(code).toBe(1);
    expect(data.user).toMatchObject({ email: 'new.person@example.com', is_demo: 0, uid: expect.stringMatching(/^\d{8}$/) });
    const { data: rows } = await app.call<AccountRow[]>('/v2/api/main/wallet/getBalance', {}, { token: data.token });
    expect(rows.map((row) => [row.type, row.accountTypeId, row.balance])).toEqual([
      ['forex', 1, '0'],
      ['micro', 2, '0'],
      ['change', 3, '0'],
    ]);
    expect((await app.call('/api/user/get_profits', {}, { token: data.token })).data).toEqual({ profits: '0', net: '0' });
  });

  it('S1-7.14 accepts the seventeen fields of the specification', async () => {
    const fields = 'invite_code sms_code key name id_type card_id front_pic reverse_pic hand_pic pay_password ssn'.split(' ');
    const extra = Object.fromEntries(fields.filter((name) => name !== 'invite_code').map((name) => [name, '1']));
    expect((await register({ account: 'sixteen@example.com', area_id: '1', mobile: '', ...extra })).code).toBe(1);
  });

  it('by phone: the prefix form is brought to E.164, so one number is one account', async () => {
    const phone = { type: 'phone', area_id: '1', account: '+0015551234567', mobile: '5551234567' };
    const { code, data } = await register(phone);
    expect(code).toBe(1);
    expect(data.user.mobile).toBe('+15551234567');
    expect((await register({ ...phone, account: '+15551234567' })).code).toBe(1013);
    const fields = { account: '+0015551234567', password: 'Long-enough-7', login_type: 'phone' };
    expect((await app.call('/api/user/loginForU', fields, POST)).code).toBe(1);
  });

  it.each([
    ['no e-mail', { account: 'nonsense' }, 1001, 'account'],
    ['unequal passwords', { account: 'a1@example.com', re_password: 'Long-enough-8' }, 1001, 're_password'],
    ['a short password', { account: 'a2@example.com', password: 'short', re_password: 'short' }, 1001, 'password'],
    ['a common password', { account: 'a3@example.com', password: 'Password123', re_password: 'Password123' }, 1001, 'password'],
    ['keyboard rows', { account: 'a4@example.com', password: 'qwerty12345', re_password: 'qwerty12345' }, 1001, 'password'],
    ['the account itself', { account: 'longname@example.com', password: 'longname', re_password: 'longname' }, 1001, 'password'],
    ['an unknown invite code', { account: 'a5@example.com', invite_code: 'NOBODY99' }, 1001, 'invite_code'],
    ['an unknown area', { account: '+0015550001111', type: 'phone', area_id: '99999' }, 1001, 'area_id'],
    ['a country without service', { account: '+8613800000000', type: 'phone', area_id: '1' }, 1007, undefined],
    ['an account that exists', { account: 'demo@example.com' }, 1013, undefined],
  ])('refuses %s and writes nothing', async (_name, fields, code, field) => {
    const before = await app.count('user');
    const reply = await register(fields);
    expect(reply.code).toBe(code);
    if (field) expect(reply.data.field).toBe(field);
    if ('password' in fields) expect(JSON.stringify(reply)).not.toContain(fields.password);
    expect(await app.count('user')).toBe(before);
  });

  it('where a code is asked for, one that was never sent is wrong', async () => {
    const own = await startApp({ settings: { verify_reg_type: '1' } });
    expect((await register({ account: 'code@example.com', sms_code: '123456' }, own)).code).toBe(1011);
    await own.close();
  });

  it('two at once for one account: one is made', async () => {
    const replies = await Promise.all(Array.from({ length: 4 }, () => register({ account: 'twice@example.com' })));
    expect(replies.map((reply) => reply.code).sort()).toEqual([1, 1013, 1013, 1013]);
  });
});
