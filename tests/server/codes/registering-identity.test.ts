/** Who somebody is, along with their registration, and the demo account that they registered from. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { RealNameReply } from '#protocol/rest/identity.ts';
import type { AccountRow, LoginReply } from '#protocol/rest/user.ts';
import { eachDatabase } from '../each-database.ts';
import { sentPhoto } from '../send-photo.ts';
import { type StartedApp, startApp } from '../start-app.ts';
import { change, form, post } from './post-box.ts';

const REGISTER = '/api/user/register';
const SITE = { verify_reg_type: '3', is_real_name_auth: '1', is_register_auth: '1', is_auth_ssn: '1', is_auth_hand_pic: '1' };
const WHO = {
  ...{ name: 'Ada Byron', id_type: '1', card_id: 'X-123 456', ssn: '123-45-6789', country: 'GB', birthday: '1990-12-10' },
} as const;

eachDatabase('a registration with an identity', (open) => {
  let app: StartedApp;
  beforeAll(async () => {
    app = await startApp({ db: await open(), settings: SITE, config: { reviewAfterMs: undefined } });
  });
  afterAll(() => app.close());
  let people = 0;
  const account = () => `new${++people}@example.com`;
  const register = (fields: Record<string, string>, token?: string) =>
    post<LoginReply & { field?: string }>(app, REGISTER, form({ account: account(), ...fields }), token ? { token } : {});
  const identities = () => app.db.kysely.selectFrom('identity').selectAll().execute();

  it.each([
    ['no name', { name: '' }, 1001, 'name'],
    ['no country', { country: '' }, 1001, 'country'],
    ['a country without service', { country: 'kp' }, 1007, 'country'],
    ['a country that is none', { country: 'ZZ' }, 1001, 'country'],
    ['no birthday', { birthday: '' }, 1001, 'birthday'],
    ['a child', { birthday: '2015-01-01' }, 1001, 'birthday'],
    ['no document', { id_type: '' }, 1001, 'id_type'],
    ['no number', { card_id: '' }, 1001, 'card_id'],
    ['no social security number where it is asked for', { ssn: '' }, 1001, 'ssn'],
    ['a photo that nobody can have sent', { front_pic: `/api/common/file/${'a'.repeat(32)}` }, 1001, 'front_pic'],
  ])('D1.5.19 D9.259 all of it or nothing: %s is refused on its field, and no account is made', async (_name, fields, code, field) => {
    const before = await app.count('user');
    const reply = await register({ ...WHO, ...fields });
    expect({ code: reply.code, field: reply.data?.field }).toEqual({ code, field });
    expect(await app.count('user')).toBe(before);
  });

  it('D1.5.19 S1-7.14 S1-7.26 with all of it the account is made, and photos and real_name make the application with its session', async () => {
    const { code, data } = await register(WHO);
    expect(code).toBe(1);
    // Nothing of it is kept until the photos are there.
    expect(await identities()).toEqual([]);
    const [front_pic = '', reverse_pic = '', hand_pic = ''] = await Promise.all(
      ['#111111', '#222222', '#333333'].map((colour) => sentPhoto(app, data.token, colour)),
    );
    const fields = { ...WHO, front_pic, reverse_pic, hand_pic };
    const sent = await app.call<RealNameReply>('/api/user_real/real_name', fields, { method: 'POST', token: data.token });
    expect(sent).toMatchObject({ code: 1, data: { review_status: 1, name: 'Ada Byron' } });
    expect((await app.call<{ real_status: number }>('/api/user/info', {}, { token: data.token })).data.real_status).toBe(1);
  });

  it.each([{ is_real_name_auth: '0' }, { is_register_auth: '0' }])(
    'S1-5.06 nobody is asked with %j: what is said is neither looked at nor kept',
    async (off) => {
      await change(app, off);
      expect((await register({ name: '4', id_type: '9' })).code).toBe(1);
      await change(app, SITE);
      expect((await register({ name: '4' })).code).toBe(1001);
      expect((await register({})).code).toBe(1);
    },
  );

  it('S1-5.07 the social security number is asked for with its flag only', async () => {
    await change(app, { is_auth_ssn: '0' });
    expect((await register({ ...WHO, ssn: '' })).code).toBe(1);
    await change(app, SITE);
    expect((await register({ ...WHO, ssn: '' })).data.field).toBe('ssn');
  });
});

eachDatabase('a demo account whose person registers', (open) => {
  let app: StartedApp;
  beforeAll(async () => {
    app = await startApp({ db: await open(), settings: { verify_reg_type: '3' } });
  });
  afterAll(() => app.close());
  const register = async (account: string, token?: string) =>
    (await post<LoginReply>(app, REGISTER, form({ account }), token ? { token } : {})).data;
  const ownDemo = (token: string) => post<LoginReply>(app, '/api/user/own_demo', {}, { token });
  const accounts = async (token: string) => (await app.call<AccountRow[]>('/v2/api/main/wallet/getBalance', {}, { token })).data;

  it('D9.27 D9.260 is theirs from then on, with what is in it, from any device; both sessions live, and each sees its own money', async () => {
    const demo = await app.demo();
    const before = await accounts(demo.token);
    const real = await register('ann@example.com', demo.token);
    expect(real.user.is_demo).toBe(0);
    const entered = await ownDemo(real.token);
    expect(entered).toMatchObject({ code: 1, data: { user: { uid: demo.uid, is_demo: 1 } } });
    expect(await accounts(entered.data.token)).toEqual(before);
    expect((await accounts(real.token)).map(({ type, balance }) => [type, Number(balance)])).toEqual([
      ['forex', 0],
      ['micro', 0],
      ['change', 0],
    ]);
    // The demo's own sessions and its key are what they were.
    expect((await app.call('/api/user/info', {}, { token: demo.token })).code).toBe(1);
    const byKey = await post<LoginReply>(app, '/api/user/loginDemoForU', { demo_id: demo.demoId });
    expect(byKey.data.user.uid).toBe(demo.uid);
    // No posting crosses: nobody's money has moved.
    const crossed = await app.db.kysely.selectFrom('ledger_tx').selectAll().where('user_id', '=', real.user.id).execute();
    expect(crossed).toEqual([]);
  });

  it('D9.260 its owner enters it however long it was idle, where its key alone opens it no more', async () => {
    const demo = await app.demo();
    const { token } = await register('idle@example.com', demo.token);
    app.clock.jump(31 * 86_400_000);
    expect((await post(app, '/api/user/loginDemoForU', { demo_id: demo.demoId })).code).toBe(1014);
    expect((await ownDemo(token)).code).toBe(999);
    const again = await post<LoginReply>(app, '/api/user/loginForU', {
      ...{ login_type: 'email', account: 'idle@example.com', password: 'Long-enough-7' },
    });
    expect((await ownDemo(again.data.token)).data.user.uid).toBe(demo.uid);
  });

  it('D9.260 a demo account is one person’s: whoever registers from it next has another, made once', async () => {
    const demo = await app.demo();
    const first = await register('first@example.com', demo.token);
    const second = await register('second@example.com', demo.token);
    const [one, two] = await Promise.all([ownDemo(second.token), ownDemo(second.token)]);
    expect(one.data.user.uid).toBe(two.data.user.uid);
    expect(one.data.user.uid).not.toBe(demo.uid);
    expect((await ownDemo(first.token)).data.user.uid).toBe(demo.uid);
    // Who registers from a real session takes nothing along.
    const third = await register('third@example.com', first.token);
    expect((await ownDemo(third.token)).data.user.uid).not.toBe(demo.uid);
  });

  it('S1-2.118 D9.260 is closed with is_mock_login, and to demo accounts and visitors', async () => {
    const demo = await app.demo();
    const { token } = await register('closed@example.com', demo.token);
    expect((await ownDemo(demo.token)).code).toBe(1005);
    expect((await post(app, '/api/user/own_demo', {})).code).toBe(999);
    await change(app, { is_mock_login: '0' });
    const off = await ownDemo(token);
    await change(app, { is_mock_login: '1' });
    expect(off.code).not.toBe(1);
    expect((await ownDemo(token)).code).toBe(1);
  });
});
