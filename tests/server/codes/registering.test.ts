import { afterAll, beforeAll, expect, it } from 'vitest';
import type { LoginReply } from '#protocol/rest/user.ts';
import { eachDatabase } from '../each-database.ts';
import { type StartedApp, startApp } from '../start-app.ts';
import { change, codeTo, form, lettersTo, MAIL, otherThan, PASSWORD, post, registerBy, SMS } from './post-box.ts';

const REGISTER = '/api/user/register';
const SENT = { verify_reg_type: '1', is_register_invite_code: '1', invite_code_required: '0', is_register_pay_pwd: '0' };

eachDatabase('registering by a sent code', (open) => {
  let app: StartedApp;
  const logLines: string[] = [];
  beforeAll(async () => {
    app = await startApp({ db: await open(), settings: SENT, logLines });
  });
  afterAll(() => app.close());
  const ask = (to: string, type = 1) => post<{ wait_s: number }>(app, MAIL, { to, area_id: '', type });
  const register = (fields: Record<string, string>) => post<LoginReply & { field?: string }>(app, REGISTER, form(fields));

  it('S1-5.04 S1-7.14 S1-7.15 D1.5.08 by e-mail: six digits come by mail, open one account, and are used up', async () => {
    expect(await ask('Ada@Example.com')).toMatchObject({ status: 200, code: 1, data: { wait_s: 60 } });
    const [letter] = await lettersTo(app, 'ada@example.com');
    expect(letter).toMatchObject({ channel: 'email', template: 'registerCode', text: expect.stringMatching(/\b\d{6}\b/) });
    // The subject is what a locked screen shows.
    expect(letter?.subject).not.toMatch(/\d/);
    const code = await codeTo(app, 'ada@example.com');
    const made = await register({ account: 'ada@example.com', sms_code: code });
    expect(made).toMatchObject({
      code: 1,
      data: { token: expect.any(String), user: { email: 'ada@example.com', is_demo: 0, area_id: 1 } },
    });
    const users = await app.count('user');
    expect(await register({ account: 'ada@example.com', sms_code: code })).toMatchObject({ code: 1011, data: { field: 'sms_code' } });
    expect(await app.count('user')).toBe(users);
  });

  it('S1-7.15 D1.7.03 by phone: bare digits with their area, a short message with the code', async () => {
    const asked = await post(app, SMS, { to: '5551234567', area_id: 1, type: '1' });
    expect(asked.code).toBe(1);
    const [letter] = await lettersTo(app, '+15551234567');
    expect(letter).toMatchObject({ channel: 'sms', template: 'registerCode' });
    expect(letter?.text.length).toBeLessThan(160);
    const phone = { type: 'phone', account: '+0015551234567', mobile: '5551234567', area_id: '1' };
    expect(await register({ ...phone, sms_code: await codeTo(app, '+15551234567') })).toMatchObject({
      code: 1,
      data: { user: { mobile: '+15551234567' } },
    });
  });

  it('D9.25 S22 a known address is answered as a new one is; its owner is told, no code was sent, and every code is wrong', async () => {
    await registerBy(app, 'known@example.com');
    app.clock.jump(60_000);
    const [known, fresh] = [await ask('known@example.com'), await ask('fresh@example.com')];
    for (const key of ['status', 'code', 'msg', 'data'] as const) expect(known[key]).toEqual(fresh[key]);
    const [letter] = await lettersTo(app, 'known@example.com');
    expect(letter?.template).toBe('registerKnown');
    expect(letter?.text).not.toMatch(/\d{6}/);
    const [wrongKnown, wrongFresh] = [
      await register({ account: 'known@example.com', sms_code: '123456' }),
      await register({ account: 'fresh@example.com', sms_code: otherThan(await codeTo(app, 'fresh@example.com')) }),
    ];
    expect(wrongKnown.code).toBe(1011);
    for (const key of ['status', 'code', 'msg', 'data'] as const) expect(wrongKnown[key]).toEqual(wrongFresh[key]);
  });

  it('P22 D1.5.08 five tries and no more: the sixth is wrong though it is right', async () => {
    await ask('tries@example.com');
    const code = await codeTo(app, 'tries@example.com');
    const guesses = await Promise.all(
      Array.from({ length: 5 }, () => register({ account: 'tries@example.com', sms_code: otherThan(code) })),
    );
    expect(guesses.map((reply) => reply.code)).toEqual([1011, 1011, 1011, 1011, 1011]);
    expect((await register({ account: 'tries@example.com', sms_code: code })).code).toBe(1011);
    app.clock.jump(60_000);
    expect((await registerBy(app, 'tries@example.com')).code).toBe(1);
  });

  it('P22 ten minutes, and a newer code kills the older', async () => {
    await ask('slow@example.com');
    const first = await codeTo(app, 'slow@example.com');
    app.clock.jump(60_000);
    await ask('slow@example.com');
    const second = await codeTo(app, 'slow@example.com');
    if (first !== second) expect((await register({ account: 'slow@example.com', sms_code: first })).code).toBe(1011);
    app.clock.jump(600_000);
    expect((await register({ account: 'slow@example.com', sms_code: second })).code).toBe(1011);
    expect((await registerBy(app, 'slow@example.com')).code).toBe(1);
  });

  it('D9.24 D9.33 case makes no second account, dots and tags do; the nickname is made of the number', async () => {
    const first = await registerBy<LoginReply>(app, 'dots.and+tag@example.com');
    const { uid, nickname } = first.data.user;
    expect(nickname).toBe(`Trader${uid.slice(-4)}`);
    // One mailbox, perhaps, so it is written to no sooner.
    app.clock.jump(60_000);
    expect((await registerBy(app, 'dotsand+tag@example.com')).code).toBe(1);
    app.clock.jump(60_000);
    await ask('Dots.And+Tag@Example.com');
    expect((await lettersTo(app, 'dots.and+tag@example.com'))[0]?.template).toBe('registerKnown');
  });

  it('S24 a code to set a password registers nobody', async () => {
    const before = await app.count('user');
    await ask('other@example.com', 2);
    expect(await lettersTo(app, 'other@example.com')).toEqual([]);
    await registerBy(app, 'purpose@example.com');
    app.clock.jump(60_000);
    await ask('purpose@example.com', 2);
    const reset = await codeTo(app, 'purpose@example.com');
    expect((await register({ account: 'purpose@example.com', sms_code: reset })).code).toBe(1011);
    expect(await app.count('user')).toBe(before + 1);
  });

  it('P22 the server makes one wait: 60 s, five an hour, ten a day, for whatever the codes are', async () => {
    const asked = async (type: number) => (await ask('often@example.com', type)).status;
    expect(await asked(1)).toBe(200);
    const early = await ask('often@example.com', 2);
    expect(early).toMatchObject({ status: 429, code: 1003 });
    expect(early.headers['retry-after']).toBe('60');
    for (const type of [2, 3, 1, 2]) {
      app.clock.jump(60_000);
      expect(await asked(type)).toBe(200);
    }
    app.clock.jump(60_000);
    expect(await asked(1)).toBe(429);
    app.clock.jump(3_600_000);
    for (let more = 0; more < 5; more++) {
      expect(await asked(1)).toBe(200);
      app.clock.jump(60_000);
    }
    app.clock.jump(3_600_000);
    expect(await asked(1)).toBe(429);
    app.clock.jump(86_400_000);
    expect(await asked(1)).toBe(200);
  });

  it('the same code twice at once, and twice with other passwords: one account', async () => {
    await ask('race@example.com');
    const sms_code = await codeTo(app, 'race@example.com');
    const replies = await Promise.all(
      [PASSWORD, 'Other-enough-8', 'Third-enough-9'].map((password) =>
        register({ account: 'race@example.com', sms_code, password, re_password: password }),
      ),
    );
    expect(replies.map((reply) => reply.code).sort()).toEqual([1, 1011, 1011]);
  });

  it('S1-5.10 D1.5.18 an invite code is recorded, unknown ones are refused, and it is needed where the site says so', async () => {
    const { data } = await registerBy<LoginReply>(app, 'inviter@example.com');
    const invite_code = data.user.invite_code;
    const invited = await registerBy<LoginReply>(app, 'invited@example.com', { invite_code: invite_code.toLowerCase() });
    const row = await app.db.kysely.selectFrom('user').select('invited_by').where('id', '=', invited.data.user.id).executeTakeFirst();
    expect(row?.invited_by).toBe(data.user.id);
    expect(await register({ account: 'x1@example.com', invite_code: 'NOBODY99' })).toMatchObject({
      code: 1001,
      data: { field: 'invite_code' },
    });
    // Nor is that of an account that is closed.
    expect((await post(app, '/api/user/close_account', { password: PASSWORD }, { token: data.token })).code).toBe(1);
    expect(await register({ account: 'x1@example.com', invite_code })).toMatchObject({
      ...{ code: 1001, data: { field: 'invite_code' } },
    });
    await change(app, { invite_code_required: '1' });
    const without = await register({ account: 'x1@example.com' });
    expect(without).toMatchObject({ code: 1001, msg: 'Please complete', data: { field: 'invite_code' } });
    await change(app, { is_register_invite_code: '0' });
    expect((await registerBy(app, 'x1@example.com', { invite_code: 'NOBODY99' })).code).toBe(1);
    await change(app, SENT);
  });

  it('S1-5.07 D1.5.07 a pay password is asked for by its flag, and stored as a hash', async () => {
    await change(app, { is_register_pay_pwd: '1' });
    const refused = async (pay_password: string) => register({ account: 'pay@example.com', pay_password });
    for (const bad of ['', '12345', '123456', '111111', PASSWORD]) {
      expect(await refused(bad), bad).toMatchObject({ code: 1001, data: { field: 'pay_password', value: '' } });
    }
    expect((await refused('')).msg).toBe('Please complete');
    const made = await registerBy<LoginReply>(app, 'pay@example.com', { pay_password: '740284' });
    expect(made.data.user.has_pay_password).toBe('1');
    const rows = await app.db.kysely.selectFrom('user').select('pay_password_hash').where('email', '=', 'pay@example.com').execute();
    expect(rows[0]?.pay_password_hash).toMatch(/^\$argon2id\$/);
    await change(app, SENT);
    expect((await registerBy<LoginReply>(app, 'no-pay@example.com', { pay_password: '740284' })).data.user.has_pay_password).toBe('0');
  });

  it('S1-5.04 D1.5.03 the kinds that the site takes: others are refused, with both flags off it is e-mail', async () => {
    await change(app, { is_register_phone: '0' });
    const phone = { type: 'phone', account: '+0015550009999', area_id: '1' };
    expect((await register(phone)).code).toBe(1008);
    expect((await post(app, SMS, { to: '5550009999', area_id: 1, type: 1 })).code).toBe(1008);
    await change(app, { is_register_email: '0' });
    expect((await ask('kinds@example.com')).code).toBe(1);
    await change(app, { is_register_phone: '1' });
    expect((await ask('kinds@example.com')).code).toBe(1008);
    expect((await register({ account: 'kinds@example.com', sms_code: '123456' })).code).toBe(1008);
    await change(app, { is_register_email: '1' });
  });

  it('S40 S24 no code and no address of somebody without an account is stored in the clear, and none is in the log', async () => {
    await ask('stranger@example.com', 2);
    await ask('secret@example.com');
    const code = await codeTo(app, 'secret@example.com');
    const rows = JSON.stringify([
      await app.db.kysely.selectFrom('code').selectAll().execute(),
      await app.db.kysely.selectFrom('code_target').selectAll().execute(),
    ]);
    expect(rows).not.toContain(code);
    expect(rows).not.toContain('secret@example.com');
    expect(JSON.stringify(await app.db.kysely.selectFrom('letter').selectAll().execute())).not.toContain('stranger@example.com');
    expect(logLines.join('')).not.toContain(code);
    expect(logLines.join('')).not.toContain('example.com');
  });
});

it('S1-5.12 D9.25 without a sent code nothing is sent; type 3 asks for none, and says who exists', async () => {
  const app = await startApp({ settings: { verify_reg_type: '3' } });
  expect((await post(app, MAIL, { to: 'a@example.com', type: 1 })).code).toBe(1008);
  expect((await post(app, REGISTER, form({ account: 'a@example.com' }))).code).toBe(1);
  expect(await post(app, REGISTER, form({ account: 'a@example.com' }))).toMatchObject({ code: 1013, data: { field: 'account' } });
  await app.close();
});
