/** Another e-mail address or number for an account: who may, what is told to whom, and what a "not me" link gives back. */
import { expect, it } from 'vitest';
import { codeTo, lettersTo, otherThan, PASSWORD, registerBy } from '../codes/post-box.ts';
import { eachDatabase } from '../each-database.ts';
import { DAY_MS, forget, letterOf, linkIn, NEW_PASSWORD, ownerId, press, protectionOf, statusOf } from '../protection/own-stage.ts';
import { type Reply, type StartedApp, startApp } from '../start-app.ts';
import { codeOf, logIn, OWNER, post, setFactor } from './factor-stage.ts';

const NEW = 'new@example.com';
const NUMBER = { type: 'phone', to: '15112345678', area_id: '49' };
const MAIL = { type: 'email', to: NEW };
const { password } = OWNER;

const ask = (app: StartedApp, token: string, wanted: Record<string, string> = MAIL): Promise<Reply> =>
  post(app, '/api/user/address_code', wanted, { token });
const set = (app: StartedApp, token: string, fields: Record<string, string>): Promise<Reply<{ locked_until: number }>> =>
  post(app, '/api/user/address_set', { ...MAIL, password, ...fields }, { token });
/** Asks for a code and sets the address by it. */
async function changeTo(app: StartedApp, token: string, to: string, fields: Record<string, string> = {}) {
  app.clock.jump(61_000);
  expect((await ask(app, token, { type: 'email', to })).code).toBe(1);
  return set(app, token, { to, auth_code: await codeTo(app, to), ...fields });
}
const setRow = (app: StartedApp, id: number, row: { frozen?: number; excluded_until?: number }) =>
  app.db.transaction((trx) => trx.updateTable('user').set(row).where('id', '=', id).execute());
const templatesTo = async (app: StartedApp, to: string) => (await lettersTo(app, to)).map(({ template }) => template);
const open = { settings: { verify_reg_type: '1' } };

eachDatabase('another address', (openDb) => {
  it('D9.300 is set by password and code: both addresses are told, other sessions end and say why, withdrawals wait', async () => {
    const app = await startApp({ db: await openDb() });
    const other = (await logIn(app)).data.token;
    const { token, user } = (await logIn(app)).data;
    expect((await ask(app, token)).code).toBe(1);
    const code = await codeTo(app, NEW);
    expect(await set(app, token, { auth_code: code, password: 'wrong-Passw0rd' })).toMatchObject({
      code: 1014,
      data: { field: 'password' },
    });
    expect(await set(app, token, { auth_code: otherThan(code) })).toMatchObject({ code: 1011, data: { field: 'auth_code' } });
    expect(await set(app, token, { auth_code: '' })).toMatchObject({ code: 1001, data: { field: 'auth_code' } });
    expect((await statusOf(app, user.id)).email).toBe(OWNER.account);

    const done = await set(app, token, { auth_code: code });
    expect([done.code, done.data.locked_until]).toEqual([1, app.clock.now() + DAY_MS]);
    expect((await protectionOf(app, token)).withdrawals).toBe(app.clock.now() + DAY_MS);
    expect((await app.call('/api/user/info', {}, { token: other })).data).toEqual({ why: 'address' });
    expect((await templatesTo(app, OWNER.account))[0]).toBe('emailChanged');
    expect((await templatesTo(app, NEW))[0]).toBe('addressSet');
    // One logs in by the new one alone, and the code is used up.
    expect((await logIn(app)).code).toBe(1014);
    expect((await logIn(app, { account: NEW })).code).toBe(1);
    expect(await set(app, token, { auth_code: code })).toMatchObject({ code: 1001, data: { field: 'to' } });
    await app.close();
  });

  it('D9.300 a number is added to an account that has an e-mail address only, and logs in from then on', async () => {
    const app = await startApp({ db: await openDb() });
    const areas = (await app.call<{ id: number; global_code: string }[]>('/api/default/area_list')).data;
    const area_id = String(areas.find(({ global_code }) => global_code === '+049')?.id);
    const { token, user } = (await logIn(app)).data;
    expect((await ask(app, token, { ...NUMBER, area_id })).code).toBe(1);
    const auth_code = await codeTo(app, '+4915112345678');
    // As many write it, with the 0 that stands there at home.
    expect((await set(app, token, { ...NUMBER, to: '015112345678', area_id, auth_code })).code).toBe(1);
    expect(await statusOf(app, user.id)).toMatchObject({ email: OWNER.account, mobile: '+4915112345678' });
    expect((await templatesTo(app, OWNER.account))[0]).toBe('phoneChanged');
    expect((await logIn(app, { login_type: 'phone', account: '+049015112345678' })).code).toBe(1);
    expect((await ask(app, token, { type: 'phone', to: '+8613800000000' })).code).toBe(1007);
    await app.close();
  });

  it('D9.226 D9.300 asks for a code of the second factor where one is set, and for nothing while the account is frozen', async () => {
    const app = await startApp({ db: await openDb() });
    const { token, secret } = await setFactor(app);
    const user = { id: await ownerId(app) };
    app.clock.jump(30_000);
    expect(await changeTo(app, token, NEW)).toMatchObject({ code: 1016, data: { field: 'factor' } });
    const auth_code = await codeTo(app, NEW);
    expect((await set(app, token, { auth_code, factor: codeOf(app, secret) })).code).toBe(1);
    await setRow(app, user.id, { frozen: 1 });
    expect((await ask(app, token, { type: 'email', to: 'third@example.com' })).code).toBe(1015);
    expect((await set(app, token, { to: 'third@example.com', auth_code })).code).toBe(1015);
    await app.close();
  });

  it('D9.25 D9.300 nothing tells that the address is somebody’s: the same answer, no code, a letter to its owner', async () => {
    const app = await startApp({ db: await openDb(), ...open });
    expect((await registerBy(app, 'taken@example.com')).code).toBe(1);
    app.clock.jump(61_000);
    const { token } = (await logIn(app)).data;
    const free = await ask(app, token, { type: 'email', to: 'free@example.com' });
    const taken = await ask(app, token, { type: 'email', to: 'taken@example.com' });
    expect({ ...taken, rid: '', headers: {} }).toEqual({ ...free, rid: '', headers: {} });
    expect((await templatesTo(app, 'taken@example.com'))[0]).toBe('addressKnown');
    expect((await letterOf(app, 'addressKnown', 'taken@example.com')).text).not.toMatch(/\b\d{6}\b/);
    const wrong = await set(app, token, { to: 'free@example.com', auth_code: otherThan(await codeTo(app, 'free@example.com')) });
    const onTaken = await set(app, token, { to: 'taken@example.com', auth_code: '123456' });
    expect({ ...onTaken, rid: '', headers: {} }).toEqual({ ...wrong, rid: '', headers: {} });
    await app.close();
  });

  it('D9.300 P22 a code is good for the account that asked for it, and for no other', async () => {
    const app = await startApp({ db: await openDb(), ...open });
    const thief = (await registerBy(app, 'thief@example.com')).data.token;
    const { token } = (await logIn(app)).data;
    await ask(app, token);
    const auth_code = await codeTo(app, NEW);
    expect((await set(app, thief, { auth_code, password: PASSWORD })).code).toBe(1011);
    expect((await set(app, token, { auth_code })).code).toBe(1);
    await app.close();
  });
});

eachDatabase('changes of addresses that meet', (openDb) => {
  it('D9.300 of two accounts that take one address at once one gets it, and the other hears what a wrong code hears', async () => {
    const app = await startApp({ db: await openDb(), ...open });
    const second = (await registerBy(app, 'second@example.com')).data.token;
    const { token } = (await logIn(app)).data;
    await ask(app, token);
    const first = await codeTo(app, NEW);
    app.clock.jump(61_000);
    await ask(app, second);
    const codes = [first, await codeTo(app, NEW)];
    const replies = await Promise.all([
      set(app, token, { auth_code: codes[0] ?? '' }),
      set(app, second, { auth_code: codes[1] ?? '', password: PASSWORD }),
    ]);
    expect(replies.map(({ code }) => code).sort()).toEqual([1, 1011]);
    await app.close();
  });

  it('D9.300 of one code sent four times at once one counts, and the account is as it was or whole', async () => {
    const app = await startApp({ db: await openDb() });
    const { token, user } = (await logIn(app)).data;
    await ask(app, token);
    const auth_code = await codeTo(app, NEW);
    const replies = await Promise.all(Array.from({ length: 4 }, () => set(app, token, { auth_code })));
    expect(replies.filter(({ code }) => code === 1)).toHaveLength(1);
    expect((await statusOf(app, user.id)).email).toBe(NEW);
    expect(await app.db.kysely.selectFrom('address_change').selectAll().execute()).toHaveLength(1);
    await app.close();
  });

  it('D9.300 of a freeze and a change that meet nothing is left half done: no change stands on a frozen account', async () => {
    const app = await startApp({ db: await openDb() });
    const { token, user } = (await logIn(app)).data;
    await ask(app, token);
    const auth_code = await codeTo(app, NEW);
    const [changed] = await Promise.all([set(app, token, { auth_code }), post(app, '/api/user/freeze', {}, { token })]);
    const { email, frozen } = await statusOf(app, user.id);
    expect(frozen).toBe(1);
    expect(email).toBe(changed.code === 1 ? NEW : OWNER.account);
    expect((await app.call('/api/user/info', {}, { token })).data).toEqual({ why: 'freeze' });
    await app.close();
  });
});

eachDatabase('“not me” after another address', (openDb) => {
  it('D9.301 the link to the old address takes the change back and freezes; the one to the new address only freezes', async () => {
    const app = await startApp({ db: await openDb() });
    const { token, user } = (await logIn(app)).data;
    expect((await changeTo(app, token, 'thief@example.com')).code).toBe(1);
    expect((await changeTo(app, token, 'thief2@example.com')).code).toBe(1);
    const mine = linkIn((await letterOf(app, 'emailChanged')).text);
    const theirs = linkIn((await letterOf(app, 'addressSet', 'thief2@example.com')).text);
    // Whoever changed it presses first: that must not void what the owner was sent.
    await press(app, theirs);
    expect(await statusOf(app, user.id)).toMatchObject({ email: 'thief2@example.com', frozen: 1 });
    expect((await press(app, mine)).text).toContain('The account is frozen');
    expect(await statusOf(app, user.id)).toMatchObject({ email: OWNER.account, frozen: 1, password_hash: null });
    // Nor can the second of theirs give it back to them.
    await press(app, linkIn((await letterOf(app, 'emailChanged', 'thief@example.com')).text));
    expect((await statusOf(app, user.id)).email).toBe(OWNER.account);
    expect((await forget(app, NEW_PASSWORD)).code).toBe(1);
    expect((await logIn(app, { password: NEW_PASSWORD })).code).toBe(1);
    await app.close();
  });

  it('D9.301 the old address registers nobody for a week, its own account may have it back', async () => {
    const app = await startApp({ db: await openDb(), ...open });
    const { token } = (await logIn(app)).data;
    const other = (await registerBy(app, 'other@example.com')).data.token;
    expect((await changeTo(app, token, NEW)).code).toBe(1);
    app.clock.jump(61_000);
    expect((await ask(app, other, { type: 'email', to: OWNER.account })).code).toBe(1);
    expect((await templatesTo(app, OWNER.account))[0]).toBe('addressBarred');
    expect((await changeTo(app, token, OWNER.account)).code).toBe(1);
    expect((await changeTo(app, token, NEW)).code).toBe(1);
    app.clock.jump(7 * DAY_MS);
    await expect(registerBy(app, OWNER.account)).resolves.toMatchObject({ code: 1 });
    await app.close();
  });

  it('D9.29 D9.301 whoever has excluded themselves opens no account with the address that they gave away', async () => {
    const app = await startApp({ db: await openDb(), ...open });
    const { token, user } = (await logIn(app)).data;
    await setRow(app, user.id, { excluded_until: app.clock.now() + 183 * DAY_MS });
    expect((await changeTo(app, token, NEW)).code).toBe(1);
    app.clock.jump(30 * DAY_MS);
    await expect(registerBy(app, OWNER.account)).rejects.toThrow('no code was sent');
    await app.close();
  });
});
