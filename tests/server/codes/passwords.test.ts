import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CREDENTIAL_LOCK_MS, withdrawalsLockedUntil } from '#domain/credential-lock.ts';
import type { LoginReply, UserRow } from '#protocol/rest/user.ts';
import { auditProblem, newestActs } from '#server/repositories/audit-repository.ts';
import { eachDatabase } from '../each-database.ts';
import { type StartedApp, startApp } from '../start-app.ts';
import { lettersTo as allLettersTo, change, codeTo, form, MAIL, otherThan, PASSWORD, post, SMS } from './post-box.ts';

/** Apart from those about logins from new devices: every login of these tests is one. */
const lettersTo = async (app: StartedApp, to: string) => (await allLettersTo(app, to)).filter(({ template }) => template !== 'newDevice');

const FORGET = '/api/user/forget_password';
const AMEND = '/api/user/amend_password';
const AMEND_PAY = '/api/user/amend_pay_password';
const NEW = 'Even-better-42';

eachDatabase('passwords', (open) => {
  let app: StartedApp;
  beforeAll(async () => {
    app = await startApp({ db: await open(), settings: { verify_reg_type: '3', is_reset_password_verify: '0' } });
  });
  afterAll(() => app.close());

  let people = 0;
  /** A new person, logged in. */
  async function person(fields: Record<string, string> = {}) {
    const account = fields.account ?? `person${++people}@example.com`;
    const { data } = await post<LoginReply>(app, '/api/user/register', form({ account, ...fields }));
    return { account, token: data.token, id: data.user.id, uid: data.user.uid };
  }
  const login = (account: string, password: string, login_type = 'email') =>
    post<LoginReply>(app, '/api/user/loginForU', { account, password, login_type });
  const isIn = async (token: string) => (await app.call('/api/user/info', {}, { token })).code === 1;
  const ask = (to: string, type: number) => post(app, MAIL, { to, type });
  const record = (id: number) => app.db.kysely.selectFrom('user').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  /** Whoever tries a password afterwards is in the chain too. */
  const newestAct = async () => (await newestActs(app.db.kysely, 10)).find(({ act }) => !act.startsWith('login'));
  const forget = (fields: Record<string, string>) =>
    post<{ field?: string } | null>(app, FORGET, { type: 'email', new_password: NEW, secondary_password: NEW, ...fields });

  describe('forgotten', () => {
    it('S1-7.18 S1-5.17 D1.5.09 by the code of a mail: the new password counts, every session ends, the owner is told, withdrawals wait', async () => {
      const { account, token, id, uid } = await person();
      const other = (await login(account, PASSWORD)).data.token;
      expect((await ask(account, 2)).code).toBe(1);
      const reply = await forget({ account, auth_code: await codeTo(app, account) });
      expect(reply).toMatchObject({ code: 1, data: null });
      expect([await isIn(token), await isIn(other)]).toEqual([false, false]);
      expect([(await login(account, PASSWORD)).code, (await login(account, NEW)).code]).toEqual([1014, 1]);
      expect((await lettersTo(app, account))[0]).toMatchObject({ template: 'passwordReset', text: expect.stringContaining(uid) });
      expect((await record(id)).credential_changed_at).toBe(app.clock.now());
      expect(await newestAct()).toMatchObject({ actor: `user:${uid}`, act: 'password reset' });
    });

    it('S1-7.18 by phone too: the server takes what a short message brought', async () => {
      const { account } = await person({ type: 'phone', account: '+0015557770001', mobile: '5557770001' });
      await post(app, SMS, { to: '5557770001', area_id: 1, type: 2 });
      const auth_code = await codeTo(app, '+15557770001');
      expect((await forget({ type: 'phone', account, auth_code })).code).toBe(1);
      expect((await login(account, NEW, 'phone')).code).toBe(1);
    });

    it('S22 D1.5.08 an address that nobody has an account by: the same answers, and no letter', async () => {
      const { account } = await person();
      const [known, unknown] = [await ask(account, 2), await ask('nobody@example.com', 2)];
      const same = (a: object, b: object) => {
        for (const key of ['status', 'code', 'msg', 'data']) expect(Reflect.get(a, key)).toEqual(Reflect.get(b, key));
      };
      same(known, unknown);
      expect(await lettersTo(app, 'nobody@example.com')).toEqual([]);
      const wrong = otherThan(await codeTo(app, account));
      same(await forget({ account, auth_code: wrong }), await forget({ account: 'nobody@example.com', auth_code: wrong }));
      same(await ask(account, 2), await ask('nobody@example.com', 2));
      expect((await ask(account, 2)).status).toBe(429);
    });

    it('S24 a code to register or to change sets no forgotten password; five tries and once', async () => {
      const { account } = await person();
      await ask(account, 3);
      expect((await forget({ account, auth_code: await codeTo(app, account) })).code).toBe(1011);
      app.clock.jump(60_000);
      await ask(account, 2);
      const auth_code = await codeTo(app, account);
      const [first, second] = await Promise.all([forget({ account, auth_code }), forget({ account, auth_code })]);
      expect([first.code, second.code].sort()).toEqual([1, 1011]);
      app.clock.jump(60_000);
      await ask(account, 2);
      const right = await codeTo(app, account);
      for (let guess = 0; guess < 5; guess++) expect((await forget({ account, auth_code: otherThan(right) })).code).toBe(1011);
      expect((await forget({ account, auth_code: right })).code).toBe(1011);
    });

    it.each([
      ['a repeat that differs', { secondary_password: 'Even-better-43' }, 'secondary_password', 'Password inconsistency'],
      ['a common one', { new_password: 'Password123', secondary_password: 'Password123' }, 'new_password', undefined],
      ['a short one', { new_password: 'short', secondary_password: 'short' }, 'new_password', undefined],
      ['no address', { account: 'nonsense' }, 'account', undefined],
      ['no code', { auth_code: '' }, 'auth_code', 'Please complete'],
      ['another type', { type: 'pigeon' }, 'type', undefined],
    ])('S1-5.17 %s is refused on its field', async (_name, fields, field, msg) => {
      const reply = await forget({ account: 'demo@example.com', auth_code: '123456', ...fields });
      expect(reply).toMatchObject({ code: 1001, data: { field }, ...(msg === undefined ? {} : { msg }) });
      expect(JSON.stringify(reply)).not.toContain('Password123');
    });
  });

  describe('changed by who is logged in', () => {
    it('S1-7.19 D1.5.11 S26 the current one proves it; others are logged out, this one stays, the owner is told, withdrawals wait a day', async () => {
      const { account, token, id, uid } = await person();
      const other = (await login(account, PASSWORD)).data.token;
      const fields = { new_password: NEW, type: 'email', password: PASSWORD };
      const reply = await post<{ locked_until: number }>(app, AMEND, fields, { token });
      expect(reply).toMatchObject({ code: 1, msg: expect.any(String), data: { locked_until: app.clock.now() + CREDENTIAL_LOCK_MS } });
      expect([await isIn(token), await isIn(other)]).toEqual([true, false]);
      expect([(await login(account, PASSWORD)).code, (await login(account, NEW)).code]).toEqual([1014, 1]);
      expect((await lettersTo(app, account))[0]?.template).toBe('passwordChanged');
      expect(withdrawalsLockedUntil((await record(id)).credential_changed_at)).toBe(reply.data.locked_until);
      expect(await newestAct()).toMatchObject({ actor: `user:${uid}`, act: 'password', subject: `user:${uid}` });
      expect(await auditProblem(app.db.kysely)).toBeUndefined();
    });

    it.each([
      ['the wrong current one', { password: 'Not-the-one-5' }, 1014, 'password'],
      ['no current one', { password: '' }, 1001, 'password'],
      ['the same again', { new_password: PASSWORD }, 1001, 'new_password'],
      ['a common one', { new_password: '12345678' }, 1001, 'new_password'],
    ])('S1-5.19 D1.5.11 %s changes nothing', async (_name, fields, code, field) => {
      const { account, token, id } = await person();
      const reply = await post<{ field: string }>(
        app,
        AMEND,
        { new_password: NEW, type: 'email', password: PASSWORD, ...fields },
        { token },
      );
      expect({ code: reply.code, field: reply.data.field }).toEqual({ code, field });
      expect((await record(id)).credential_changed_at).toBe(0);
      expect((await login(account, PASSWORD)).code).toBe(1);
      expect(await lettersTo(app, account)).toEqual([]);
    });

    it('S1-5.18 a code is asked for by the flag: one of a mail to the own address, of type 3, or of type 2 as the specification has it', async () => {
      await change(app, { is_reset_password_verify: '1' });
      const { account, token } = await person();
      const amend = (auth_code: string, password = PASSWORD, new_password = NEW) =>
        post<{ field: string }>(app, AMEND, { new_password, type: 'email', password, auth_code }, { token });
      expect(await amend('')).toMatchObject({ code: 1001, msg: 'Please complete', data: { field: 'auth_code' } });
      await ask(account, 3);
      const code = await codeTo(app, account);
      expect(await amend(otherThan(code))).toMatchObject({ code: 1011, data: { field: 'auth_code' } });
      expect((await amend(code)).code).toBe(1);
      expect((await amend(code, NEW, 'Third-better-43')).code).toBe(1011);
      app.clock.jump(60_000);
      await ask(account, 2);
      expect((await amend(await codeTo(app, account), NEW, 'Third-better-43')).code).toBe(1);
      const phone = await post<{ field: string }>(
        app,
        AMEND,
        { new_password: NEW, type: 'phone', password: PASSWORD, auth_code: '1' },
        { token },
      );
      expect(phone).toMatchObject({ code: 1001, data: { field: 'type' } });
      await change(app, { is_reset_password_verify: '0' });
    });

    it('S23 P21 five wrong ones and this session waits; the owner logs in elsewhere', async () => {
      const { account, token } = await person();
      const guess = () => post(app, AMEND, { new_password: NEW, type: 'email', password: 'Not-the-one-5' }, { token });
      for (let more = 0; more < 5; more++) expect((await guess()).code).toBe(1014);
      expect((await guess()).status).toBe(429);
      expect((await post(app, AMEND_PAY, { password: '740284', current: PASSWORD }, { token })).status).toBe(429);
      const { data } = await login(account, PASSWORD);
      expect((await post(app, AMEND, { new_password: NEW, type: 'email', password: PASSWORD }, { token: data.token })).code).toBe(1);
    });
  });

  describe('for paying', () => {
    it('S1-7.19 D9.28 S1-5.21 set and changed with the login password; both are told, noted, and lock withdrawals', async () => {
      const { account, token, id } = await person();
      const other = (await login(account, PASSWORD)).data.token;
      const set = (password: string, current = PASSWORD) => post<{ field: string }>(app, AMEND_PAY, { password, current }, { token });
      expect(await set('740284')).toMatchObject({ code: 1, msg: 'The fund password is set' });
      expect((await app.call<UserRow>('/api/user/info', {}, { token })).data.has_pay_password).toBe('1');
      const first = await record(id);
      expect(first.credential_changed_at).toBe(app.clock.now());
      app.clock.jump(5_000);
      expect(await set('912653')).toMatchObject({ code: 1, msg: 'The fund password was changed' });
      const second = await record(id);
      expect(second.pay_password_hash).not.toBe(first.pay_password_hash);
      expect(second.credential_changed_at).toBe(app.clock.now());
      expect((await lettersTo(app, account)).map((letter) => letter.template)).toEqual(['payPasswordChanged', 'payPasswordSet']);
      expect(await isIn(other)).toBe(true);
      expect((await login(account, PASSWORD)).code).toBe(1);
    });

    it('D9.203 is not the login password either when that is changed to it, or set anew', async () => {
      const { account, token, id } = await person();
      await post(app, AMEND_PAY, { password: 'Pay-for-it-8', current: PASSWORD }, { token });
      const { password_hash } = await record(id);
      const amended = await post(app, AMEND, { new_password: 'Pay-for-it-8', type: 'email', password: PASSWORD }, { token });
      expect(amended).toMatchObject({ code: 1001, data: { field: 'new_password' }, msg: expect.stringContaining('fund password') });
      await ask(account, 2);
      const code = await codeTo(app, account);
      const secret = { new_password: 'Pay-for-it-8', secondary_password: 'Pay-for-it-8' };
      expect(await forget({ account, auth_code: code, ...secret })).toMatchObject({ code: 1001, data: { field: 'new_password' } });
      expect((await record(id)).password_hash).toBe(password_hash);
      // The code was right, and is good for another password.
      expect((await forget({ account, auth_code: code })).code).toBe(1);
    });

    it.each([
      ['the wrong login password', { current: 'Not-the-one-5' }, 1014, 'current'],
      ['no login password', { current: '' }, 1001, 'current'],
      ['too short', { password: '12345' }, 1001, 'password'],
      ['too easy', { password: '111111' }, 1001, 'password'],
      ['the login password again', { password: PASSWORD }, 1001, 'password'],
    ])('D9.28 D1.5.07 %s sets nothing', async (_name, fields, code, field) => {
      const { token, id } = await person();
      const reply = await post<{ field: string }>(app, AMEND_PAY, { password: '740284', current: PASSWORD, ...fields }, { token });
      expect({ code: reply.code, field: reply.data.field }).toEqual({ code, field });
      expect((await record(id)).pay_password_hash).toBeNull();
    });

    it('D1.5.10 a demo account has neither, a visitor is asked to log in', async () => {
      const { token } = await app.demo();
      for (const [path, fields] of [
        [AMEND, { new_password: NEW, type: 'email', password: PASSWORD }],
        [AMEND_PAY, { password: '740284', current: PASSWORD }],
      ] as const) {
        expect((await post(app, path, fields, { token })).code).toBe(1005);
        expect((await post(app, path, fields)).code).toBe(999);
      }
    });
  });
});
