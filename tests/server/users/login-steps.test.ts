/** The two steps of a login: a second factor, its tickets, its codes that count once, and the guard that counts every one of them. */
import { describe, expect, it } from 'vitest';
import { LIMITS } from '#server/limits/limits.ts';
import { codeTo, lettersTo, post as postJson } from '../codes/post-box.ts';
import { eachDatabase } from '../each-database.ts';
import { startApp, WIDE_LIMITS } from '../start-app.ts';
import { codeOf, giveCode, HOME, logIn, OWNER, post, setFactor, ticketOf } from './factor-stage.ts';

const AWAY = '203.0.113.9';
/** Locks nobody out for what they get wrong. */
const PATIENT = { ...WIDE_LIMITS, login: { ...WIDE_LIMITS.login, failuresMax: 1_000 } };

eachDatabase('a login with a second factor', (open) => {
  it('S1-7.10 S26 D9.220 asks an unknown device for a code after the password, and a known device for nothing', async () => {
    const app = await startApp({ db: await open() });
    const { device, secret } = await setFactor(app);
    expect((await logIn(app, { device })).code).toBe(1);
    const asked = await logIn(app);
    expect(asked).toMatchObject({ code: 1016, data: { ways: ['code', 'recovery'], until: app.clock.now() + 300_000 } });
    expect(JSON.stringify(asked.data)).not.toMatch(/token|uid|email/);
    app.clock.jump(30_000);
    const entered = await giveCode(app, asked.data.ticket, codeOf(app, secret));
    expect(entered).toMatchObject({ code: 1, data: { user: { email: OWNER.account, two_factor: '1' } } });
    expect((await app.call('/api/user/info', {}, { token: entered.data.token })).code).toBe(1);
    // The device that came in by a code is known from now on.
    expect((await logIn(app, { device: entered.data.device ?? '' })).code).toBe(1);
    await app.close();
  });

  it('D9.220 a ticket counts once, for five minutes, five codes and the network that it was made for', async () => {
    const app = await startApp({ db: await open(), limits: PATIENT });
    const { secret } = await setFactor(app);
    app.clock.jump(30_000);
    const elsewhere = await ticketOf(app);
    expect(await giveCode(app, elsewhere, codeOf(app, secret), { ip: AWAY })).toMatchObject({ code: 1017, data: { left: 0 } });
    expect((await giveCode(app, elsewhere, codeOf(app, secret))).code).toBe(1);
    app.clock.jump(30_000);
    expect(await giveCode(app, elsewhere, codeOf(app, secret))).toMatchObject({ code: 1017, data: { left: 0 } });

    const guessed = await ticketOf(app);
    const left: number[] = [];
    for (let guess = 0; guess < 6; guess++) left.push((await giveCode(app, guessed, '000000')).data.left);
    expect(left).toEqual([4, 3, 2, 1, 0, 0]);
    expect((await giveCode(app, guessed, codeOf(app, secret))).code).toBe(1017);

    const late = await ticketOf(app);
    app.clock.jump(300_000);
    expect(await giveCode(app, late, codeOf(app, secret))).toMatchObject({ code: 1017, data: { left: 0 } });
    for (const odd of ['', 'x', 'A'.repeat(43), "' or 1=1 --"]) expect((await giveCode(app, odd, '123456')).code).toBe(1017);
    await app.close();
  });

  it('D9.220 of a ticket, a time step and a recovery code that are used twice at once, each lets in one', async () => {
    const app = await startApp({ db: await open(), limits: PATIENT });
    const { secret, codes } = await setFactor(app);
    const wins = (replies: readonly { code: number }[]) => replies.filter(({ code }) => code === 1).length;
    app.clock.jump(30_000);
    const one = await ticketOf(app);
    const code = codeOf(app, secret);
    expect(wins(await Promise.all([1, 2, 3, 4].map(() => giveCode(app, one, code))))).toBe(1);

    app.clock.jump(60_000);
    const tickets = [await ticketOf(app), await ticketOf(app), await ticketOf(app)];
    const step = codeOf(app, secret);
    expect(wins(await Promise.all(tickets.map((ticket) => giveCode(app, ticket, step))))).toBe(1);

    const more = [await ticketOf(app), await ticketOf(app), await ticketOf(app)];
    const spare = codes[3] ?? '';
    const tried = await Promise.all(more.map((ticket) => giveCode(app, ticket, ` ${spare.toLowerCase()} `)));
    expect(wins(tried)).toBe(1);
    expect((await giveCode(app, await ticketOf(app), spare)).code).toBe(1017);
    expect((await giveCode(app, await ticketOf(app), codes[4] ?? '')).code).toBe(1);
    await app.close();
  });

  it('D9.220 a code of an earlier step than the last one that was accepted counts no more', async () => {
    const app = await startApp({ db: await open(), limits: PATIENT });
    const { secret } = await setFactor(app);
    app.clock.jump(30_000);
    // A phone that is half a minute ahead.
    expect((await giveCode(app, await ticketOf(app), codeOf(app, secret, 1))).code).toBe(1);
    expect((await giveCode(app, await ticketOf(app), codeOf(app, secret))).code).toBe(1017);
    expect((await giveCode(app, await ticketOf(app), codeOf(app, secret, 2))).code).toBe(1017);
    app.clock.jump(60_000);
    expect((await giveCode(app, await ticketOf(app), codeOf(app, secret))).code).toBe(1);
    await app.close();
  });

  it('P21 D9.221 who knows the password guesses at the code no faster than at a password, and after twenty a day not at all', async () => {
    const app = await startApp({ db: await open(), limits: { ...WIDE_LIMITS, login: { ...LIMITS.login, failuresMax: 1_000 } } });
    const { secret, codes } = await setFactor(app);
    app.clock.jump(60_000);
    let looked = 0;
    for (let minute = 0; minute < 12; minute++) {
      let inMinute = 0;
      for (let guess = 0; guess < 8; guess++) {
        const ip = `203.0.${(minute * 8 + guess) % 250}.9`;
        const first = await logIn(app, {}, { ip });
        if (first.code !== 1016) continue;
        inMinute++;
        const second = await giveCode(app, first.data.ticket, '000000', { ip });
        if (second.code === 1017) inMinute++;
        if (second.code === 1017) looked++;
      }
      expect(inMinute, `minute ${minute}`).toBeLessThanOrEqual(10);
      app.clock.jump(60_000);
    }
    expect(looked).toBeGreaterThan(20);
    // The app's codes are held for the rest of the day; a recovery code, a passkey and known devices are not.
    const held = await ticketOf(app, { ip: HOME });
    expect((await giveCode(app, held, codeOf(app, secret))).code).toBe(1017);
    app.clock.jump(60_000);
    expect((await giveCode(app, await ticketOf(app), codes[0] ?? '')).code).toBe(1);
    app.clock.jump(86_400_000);
    expect((await giveCode(app, await ticketOf(app), codeOf(app, secret))).code).toBe(1);
    await app.close();
  });

  it('S22 D9.221 the right password without its factor takes no failure back', async () => {
    const app = await startApp({ db: await open(), limits: { ...WIDE_LIMITS, login: LIMITS.login } });
    await setFactor(app);
    app.clock.jump(60_000);
    const codes: number[] = [];
    for (let guess = 0; guess < 3; guess++) {
      codes.push((await logIn(app, { password: `wrong-${guess}-wrong` })).code, (await logIn(app)).code);
    }
    expect(codes).toEqual([1014, 1016, 1014, 1016, 1014, 1003]);
    await app.close();
  });
});

eachDatabase('what is stored of a second factor', (open) => {
  it('S26 D9.220 its secret is encrypted, its recovery codes and tickets are hashes; another installation cannot open it', async () => {
    const db = await open();
    const app = await startApp({ db });
    const { secret, codes } = await setFactor(app);
    const ticket = await ticketOf(app);
    const tables = ['second_factor', 'recovery_code', 'sign_in', 'session', 'device', 'login_event', 'audit', 'outbox'] as const;
    const stored = JSON.stringify(
      await Promise.all(tables.map((table) => db.kysely.selectFrom(table).selectAll().execute())),
      (_, value) => (typeof value === 'bigint' ? String(value) : value),
    );
    for (const kept of [secret, ticket, ...codes, ...codes.map((code) => code.replace('-', ''))]) expect(stored).not.toContain(kept);
    await app.close();
    // The same database under another key: the app's codes are refused with a failure that says so, recovery codes with a refusal.
    const lines: string[] = [];
    const other = await startApp({ db, logLines: lines });
    other.clock.jump(60_000);
    expect((await giveCode(other, await ticketOf(other), codeOf(other, secret))).status).toBe(500);
    expect(lines.join()).toMatch(/SECRETS_KEY/);
    await other.close();
  });

  it('D9.222 setting a factor ends all other sessions and forgets their devices', async () => {
    const app = await startApp({ db: await open() });
    const { data: intruder } = await logIn(app, {}, { ip: AWAY });
    const { token, device } = await setFactor(app);
    expect((await app.call('/api/user/info', {}, { token: intruder.token })).code).toBe(999);
    expect((await logIn(app, { device: intruder.device ?? '' }, { ip: AWAY })).code).toBe(1016);
    expect((await app.call('/api/user/info', {}, { token })).code).toBe(1);
    expect((await logIn(app, { device })).code).toBe(1);
    await app.close();
  });

  it('D9.222 D9.229 a password that is set by a mail forgets every device where a factor is set, and only there', async () => {
    const app = await startApp({ db: await open(), limits: PATIENT });
    const reset = async (password: string) => {
      app.clock.jump(60_000);
      await postJson(app, '/api/notify/send_email', { to: OWNER.account, type: 2 });
      const auth_code = await codeTo(app, OWNER.account);
      const fields = { type: 'email', account: OWNER.account, new_password: password, secondary_password: password, auth_code };
      expect((await post(app, '/api/user/forget_password', fields)).code).toBe(1);
      expect((await lettersTo(app, OWNER.account))[0]?.template).toBe('passwordReset');
      return password;
    };
    const { device, secret } = await setFactor(app);
    expect((await logIn(app, { device })).code).toBe(1);
    const password = await reset('Even-better-42');
    const asked = await logIn(app, { device, password });
    expect(asked.code).toBe(1016);
    const entered = await giveCode(app, asked.data.ticket, codeOf(app, secret));
    expect(entered.code).toBe(1);
    const { token, device: known = '' } = entered.data;
    app.clock.jump(60_000);
    expect((await post(app, '/api/user/factor_remove', { password, factor: codeOf(app, secret) }, { token })).code).toBe(1);
    // Without a factor nothing is asked of an unknown device: what a device is known for is the guard alone, and that stays.
    await reset('Even-better-43');
    expect(await app.db.kysely.selectFrom('device').select('token_hash').execute()).toHaveLength(1);
    expect((await logIn(app, { device: known, password: 'Even-better-43' })).code).toBe(1);
    await app.close();
  });

  it('D9.226 begun, set, renewed and removed only by the password, and by the factor too where one is set', async () => {
    const app = await startApp({ db: await open() });
    const { token, secret, codes } = await setFactor(app);
    app.clock.jump(30_000);
    const password = OWNER.password;
    const ask = (path: string, fields: Record<string, string>) =>
      post<{ field?: string; codes?: string[] }>(app, `/api/user/${path}`, fields, { token });
    expect(await ask('factor_remove', { password: 'wrong-wrong' })).toMatchObject({ code: 1014, data: { field: 'password' } });
    expect(await ask('factor_remove', { password })).toMatchObject({ code: 1016, data: { field: 'factor' } });
    expect(await ask('factor_remove', { password, factor: '000000' })).toMatchObject({ code: 1017, data: { field: 'factor' } });
    // One that is set is not replaced by one that is begun.
    expect((await ask('factor_begin', { password, factor: codeOf(app, secret) })).code).toBe(1106);
    app.clock.jump(30_000);
    const renewed = await ask('recovery_codes', { password, factor: codeOf(app, secret) });
    expect(renewed.data.codes).toHaveLength(10);
    expect((await ask('factor_remove', { password, factor: codes[0] ?? '' })).code).toBe(1017);
    expect((await ask('factor_remove', { password, factor: renewed.data.codes?.[0] ?? '' })).code).toBe(1);
    expect((await logIn(app)).code).toBe(1);
    expect((await ask('factor_remove', { password })).code).toBe(1004);
    const acts = (await app.db.kysely.selectFrom('audit').select(['act', 'actor']).execute()).filter(({ act }) => act.startsWith('factor'));
    expect(acts.map(({ act }) => act)).toEqual(['factor.set', 'factor.codes', 'factor.remove']);
    expect(acts[0]?.actor).toMatch(/^user:\d{8}$/);
    await app.close();
  });
});

describe('the second factor of whom it is not for', () => {
  it('S27 a demo account has none: its key is no password', async () => {
    const app = await startApp();
    const { token } = await app.demo();
    for (const path of ['factor_begin', 'passkey_new'])
      expect((await post(app, `/api/user/${path}`, { password: 'x' }, { token })).code).toBe(1005);
    await app.close();
  });
});
