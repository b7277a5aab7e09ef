/** What a change of the password ends beside sessions, and what a page is told whose session was ended from elsewhere. */
import { expect, it } from 'vitest';
import { codeTo, post as postJson } from '../codes/post-box.ts';
import { eachDatabase } from '../each-database.ts';
import { type StartedApp, startApp } from '../start-app.ts';
import { codeOf, giveCode, logIn, OWNER, post, setFactor, ticketOf } from './factor-stage.ts';

const NEW = 'Even-better-42';

async function reset(app: StartedApp): Promise<void> {
  await postJson(app, '/api/notify/send_email', { to: OWNER.account, area_id: '', type: 2 });
  const fields = { type: 'email', account: OWNER.account, new_password: NEW, secondary_password: NEW };
  const done = await postJson(app, '/api/user/forget_password', { ...fields, auth_code: await codeTo(app, OWNER.account) });
  expect(done.code).toBe(1);
}
const info = (app: StartedApp, token: string) => app.call<{ why?: string } | null>('/api/user/info', {}, { token });

eachDatabase('what a change of a credential ends', (open) => {
  it('S26 D9.261 a login that waits for its code dies with the password that it was begun by', async () => {
    const app = await startApp({ db: await open() });
    const { secret, token, codes } = await setFactor(app);
    app.clock.jump(30_000);
    const [before, spare] = [await ticketOf(app), await ticketOf(app)];
    await reset(app);
    expect(await giveCode(app, before, codeOf(app, secret))).toMatchObject({ code: 1017, data: { left: 0 } });
    expect(await giveCode(app, spare, codes[0] ?? '')).toMatchObject({ code: 1017, data: { left: 0 } });
    expect((await info(app, token)).code).toBe(999);
    // Neither code was used up by it, and the new password is a way in with either.
    const asked = await logIn(app, { password: NEW });
    expect((await giveCode(app, asked.data.ticket, codeOf(app, secret))).code).toBe(1);
    const again = await logIn(app, { password: NEW });
    expect((await giveCode(app, again.data.ticket, codes[0] ?? '')).code).toBe(1);
    await app.close();
  });

  it('S26 D9.261 and with a change of it by who is logged in', async () => {
    const app = await startApp({ db: await open() });
    const { secret, token, codes } = await setFactor(app);
    app.clock.jump(30_000);
    const before = await ticketOf(app);
    const fields = { type: 'email', new_password: NEW, password: OWNER.password, factor: codes[1] ?? '' };
    expect((await post(app, '/api/user/amend_password', fields, { token })).code).toBe(1);
    expect(await giveCode(app, before, codeOf(app, secret))).toMatchObject({ code: 1017, data: { left: 0 } });
    expect((await info(app, token)).code).toBe(1);
    await app.close();
  });

  it('S26 D9.261 a ticket that is made while the password is set anew lets nobody in', async () => {
    const app = await startApp({ db: await open() });
    const { secret } = await setFactor(app);
    app.clock.jump(30_000);
    const [asked] = await Promise.all([logIn(app), reset(app)]);
    // Whichever was first: by the old password nobody has a ticket that counts.
    const ticket = asked.code === 1016 ? asked.data.ticket : '';
    expect((await giveCode(app, ticket, codeOf(app, secret))).code).toBe(1017);
    expect(await app.db.kysely.selectFrom('sign_in').selectAll().execute()).toEqual([]);
    await app.close();
  });

  it('D9.261 whose session was ended from elsewhere is told by what, also after the next login; nobody else is', async () => {
    const app = await startApp({ db: await open() });
    const login = async (password = OWNER.password) => (await logIn(app, { password })).data.token;
    const [first, kept] = [await login(), await login()];
    expect((await post(app, '/api/user/session_revoke_others', {}, { token: kept })).code).toBe(1);
    expect(await info(app, first)).toMatchObject({ code: 999, msg: 'You were logged out from another device.', data: { why: 'device' } });
    const changed = { type: 'email', new_password: 'Another-one-41', password: OWNER.password };
    const second = await login();
    expect((await post(app, '/api/user/amend_password', changed, { token: kept })).code).toBe(1);
    expect(await info(app, second)).toMatchObject({ code: 999, data: { why: 'password' } });
    await reset(app);
    const fresh = await login(NEW);
    expect(await info(app, kept)).toMatchObject({ code: 999, msg: expect.stringContaining('new password'), data: { why: 'reset' } });
    expect(await info(app, second)).toMatchObject({ data: { why: 'password' } });
    await post(app, '/api/user/logout', {}, { token: fresh });
    for (const none of [fresh, '', 'A'.repeat(43)])
      expect(await info(app, none)).toMatchObject({ code: 999, msg: 'Please log in', data: null });
    await app.close();
  });

  it('D9.261 of one person twenty ended sessions at most are remembered', async () => {
    const app = await startApp({ db: await open() });
    const tokens: string[] = [];
    for (let round = 0; round < 23; round++) {
      const { data } = await logIn(app);
      const other = (await logIn(app)).data.token;
      tokens.push(other);
      await post(app, '/api/user/session_revoke_others', {}, { token: data.token });
      await post(app, '/api/user/logout', {}, { token: data.token });
      app.clock.jump(1_000);
    }
    await logIn(app);
    const whys = await Promise.all(tokens.map(async (token) => (await info(app, token)).data?.why));
    expect(whys).toEqual([...Array(3).fill(undefined), ...Array(20).fill('device')]);
    expect(await app.count('session')).toBeLessThanOrEqual(21);
    await app.close();
  });
});
