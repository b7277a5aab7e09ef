/** The smaller rules of another address for an account: which kinds, who is told what, how often, and for how long it can be taken back. */
import { expect, it } from 'vitest';
import { codeTo, lettersTo, PASSWORD, registerBy } from '../codes/post-box.ts';
import { eachDatabase } from '../each-database.ts';
import { DAY_MS, letterOf, linkIn, press, statusOf } from '../protection/own-stage.ts';
import { type StartedApp, startApp, WIDE_LIMITS } from '../start-app.ts';
import { codeOf, giveCode, logIn, OWNER, post, setFactor, ticketOf } from './factor-stage.ts';

const NEW = 'new@example.com';
const MOBILE = '+15550001111';
const ask = (app: StartedApp, token: string, to: string, type = 'email', ip = '198.51.100.7') =>
  post(app, '/api/user/address_code', { type, to }, { token, ip });
const set = (app: StartedApp, token: string, to: string, fields: Record<string, string>) =>
  post(app, '/api/user/address_set', { type: 'email', to, password: OWNER.password, ...fields }, { token });
async function changeTo(app: StartedApp, token: string, to: string, fields: Record<string, string> = {}): Promise<number> {
  app.clock.jump(61_000);
  expect((await ask(app, token, to)).code).toBe(1);
  return (await set(app, token, to, { auth_code: await codeTo(app, to), ...fields })).code;
}
const setOwner = (app: StartedApp, row: { mobile?: string; letter_word?: string; area_id?: number }) =>
  app.db.transaction((trx) => trx.updateTable('user').set(row).where('email', '=', OWNER.account).execute());
const byCode = { settings: { verify_reg_type: '1' } };

eachDatabase('rules of another address', (open) => {
  it('D9.300 only of the kinds that the site takes, for the code and for the change', async () => {
    const app = await startApp({ db: await open(), settings: { is_register_phone: '0', is_register_email: '1' } });
    const { token } = (await logIn(app)).data;
    expect((await ask(app, token, '+15550002222', 'phone')).code).toBe(1008);
    expect((await set(app, token, '+15550002222', { type: 'phone', auth_code: '123456' })).code).toBe(1008);
    expect((await ask(app, token, NEW)).code).toBe(1);
    await app.close();
  });

  it('D9.300 the other address is told too, number and country stay what they were, and begun logins end', async () => {
    const app = await startApp({ db: await open() });
    const { token, secret, codes } = await setFactor(app);
    await setOwner(app, { mobile: MOBILE, area_id: 44 });
    app.clock.jump(30_000);
    const ticket = await ticketOf(app);
    expect(await changeTo(app, token, NEW, { factor: codes[0] ?? '' })).toBe(1);
    for (const to of [OWNER.account, MOBILE]) expect((await lettersTo(app, to))[0]?.template, to).toBe('emailChanged');
    const { email, mobile, area_id } = await app.db.kysely
      .selectFrom('user')
      .selectAll()
      .where('email', '=', NEW)
      .executeTakeFirstOrThrow();
    expect({ email, mobile, area_id }).toEqual({ email: NEW, mobile: MOBILE, area_id: 44 });
    expect(await giveCode(app, ticket, codeOf(app, secret))).toMatchObject({ code: 1017, data: { left: 0 } });
    await app.close();
  });

  it('D9.228 D9.300 no letter to an address that is not theirs yet has the word of the person; one to its owner has the owner’s', async () => {
    const app = await startApp({ db: await open(), ...byCode });
    await setOwner(app, { letter_word: 'heron' });
    const { token } = (await logIn(app)).data;
    const other = (await registerBy(app, 'other@example.com')).data.token;
    expect((await post(app, '/api/user/profile', { word: 'plover', password: PASSWORD }, { token: other })).code).toBe(1);
    app.clock.jump(61_000);
    for (const to of [NEW, 'other@example.com']) expect((await ask(app, token, to)).code).toBe(1);
    expect((await letterOf(app, 'addressCode', NEW)).text).not.toContain('heron');
    const known = (await letterOf(app, 'addressKnown', 'other@example.com')).text;
    expect([known.includes('plover'), known.includes('heron')]).toEqual([true, false]);
    // A former address of somebody else's: whoever reads there may be anybody.
    expect(await changeTo(app, token, NEW)).toBe(1);
    app.clock.jump(61_000);
    expect((await ask(app, other, OWNER.account)).code).toBe(1);
    const barred = (await letterOf(app, 'addressBarred')).text;
    expect([barred.includes('plover'), barred.includes('heron')]).toEqual([false, false]);
    await app.close();
  });

  it('D9.300 codes are counted by person too, from however many networks and to however many addresses', async () => {
    const rest = { ...WIDE_LIMITS.rest, sendCode: { perSecond: 0.001, burst: 3 } };
    const app = await startApp({ db: await open(), limits: { ...WIDE_LIMITS, rest } });
    const { token } = (await logIn(app)).data;
    const statuses = [];
    for (let at = 0; at < 5; at++) statuses.push((await ask(app, token, `a${at}@example.com`, 'email', `198.51.${at}.7`)).status);
    expect(statuses).toEqual([200, 200, 200, 429, 429]);
    await app.close();
  });

  it('D9.301 a code that was sent before the address became a former one of somebody else gives it to nobody', async () => {
    const app = await startApp({ db: await open(), ...byCode });
    const other = (await registerBy(app, 'other@example.com')).data.token;
    const { token } = (await logIn(app)).data;
    app.clock.jump(61_000);
    expect((await ask(app, other, NEW)).code).toBe(1);
    const early = await codeTo(app, NEW);
    expect(await changeTo(app, token, NEW)).toBe(1);
    expect(await changeTo(app, token, 'third@example.com')).toBe(1);
    expect((await set(app, other, NEW, { auth_code: early, password: 'Long-enough-7' })).code).toBe(1011);
    await app.close();
  });

  it('D9.301 it can be taken back for a week and no longer', async () => {
    const app = await startApp({ db: await open() });
    const { token, user } = (await logIn(app)).data;
    expect(await changeTo(app, token, NEW)).toBe(1);
    const link = linkIn((await letterOf(app, 'emailChanged')).text);
    app.clock.jump(7 * DAY_MS);
    expect((await press(app, link)).text).not.toContain('The account is frozen');
    expect(await statusOf(app, user.id)).toMatchObject({ email: NEW, frozen: 0 });
    await app.close();
  });

  it('D9.301 of two changes by one session at once the later knows what the earlier one left: each can be taken back', async () => {
    const app = await startApp({ db: await open() });
    const { token, user } = (await logIn(app)).data;
    const wanted = ['one@example.com', 'two@example.com'];
    for (const to of wanted) expect((await ask(app, token, to)).code).toBe(1);
    const codes = await Promise.all(wanted.map((to) => codeTo(app, to)));
    const replies = await Promise.all(wanted.map((to, at) => set(app, token, to, { auth_code: codes[at] ?? '' })));
    expect(replies.map(({ code }) => code)).toEqual([1, 1]);
    const { email } = await statusOf(app, user.id);
    const between = wanted.find((one) => one !== email);
    const rows = await app.db.kysely.selectFrom('address_change').select('former').orderBy('id').execute();
    expect(rows.map(({ former }) => former)).toEqual([OWNER.account, between]);
    await app.close();
  });

  it('D9.304 whoever was logged out by a freeze is told so in words', async () => {
    const app = await startApp({ db: await open() });
    const [first, second] = [(await logIn(app)).data.token, (await logIn(app)).data.token];
    expect((await post(app, '/api/user/freeze', {}, { token: second })).code).toBe(1);
    for (const token of [first, second])
      expect(await app.call('/api/user/info', {}, { token })).toMatchObject({
        code: 999,
        msg: expect.stringContaining('Your account was frozen'),
        data: { why: 'freeze' },
      });
    await app.close();
  });
});
