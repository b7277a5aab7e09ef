/** Short messages that cost money: how many codes go out to whom, whoever asks from how many networks. */
import { expect, it } from 'vitest';
import { SMS_DAY_MAX } from '#server/letters/letters.ts';
import { LIMITS } from '#server/limits/limits.ts';
import { eachDatabase } from '../each-database.ts';
import { type StartedApp, startApp, WIDE_LIMITS } from '../start-app.ts';
import { MAIL, post, SMS } from './post-box.ts';

const DAY_MS = 86_400_000;
const settings = { verify_reg_type: '1', is_register_phone: '1', is_register_email: '1' };
const few = (sms: Partial<typeof LIMITS.codes.sms>) => ({
  ...WIDE_LIMITS,
  codes: { ...WIDE_LIMITS.codes, sms: { ...WIDE_LIMITS.codes.sms, ...sms } },
});
const askSms = (app: StartedApp, to: string, from = '198.51.100.7') => post(app, SMS, { to, area_id: '', type: 1 }, { from });
const sentTo = async (app: StartedApp) =>
  (await app.db.kysely.selectFrom('letter').select('target').where('channel', '=', 'sms').where('target', '!=', '').execute()).length;

eachDatabase('codes as short messages', (open) => {
  it('D9.306 a person with a /48 gets what one wider network may get, from however many of its /64s, logged in or not', async () => {
    const sms = { network: { perSecond: 0.001, burst: 3 }, widerNetwork: { perSecond: 0.001, burst: 8 } };
    const app = await startApp({ db: await open(), limits: few(sms), settings });
    const statuses = [];
    for (let at = 0; at < 20; at++) statuses.push((await askSms(app, `+4915100000${100 + at}`, `2001:db8:9:${at % 10}::1`)).status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(8);
    expect(await sentTo(app)).toBe(8);
    // Nor as somebody who adds a number to an account.
    const { token } = await app.real();
    const own = { type: 'phone', to: '+4915100000999', area_id: '' };
    const from = '2001:db8:9:77::1';
    expect((await post(app, '/api/user/address_code', own, { from, token })).status).toBe(429);
    // Mail costs nothing, and neighbours are not held up.
    expect((await post(app, MAIL, { to: 'ada@example.com', area_id: '', type: 1 }, { from })).code).toBe(1);
    expect((await askSms(app, '+4915100000888', '2001:db8:10:1::1')).code).toBe(1);
    await app.close();
  });

  it('D9.306 one network has a few of that; as the server is set, none of them has a tenth of the messages of a day', async () => {
    const sms = { network: { perSecond: 1 / 60, burst: 2 } };
    const app = await startApp({ db: await open(), limits: few(sms), settings });
    const codes = [];
    for (let at = 0; at < 3; at++) codes.push((await askSms(app, `+155500010${10 + at}`)).code);
    expect(codes).toEqual([1, 1, 1003]);
    const refused = await askSms(app, '+15550001012');
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '60']);
    await app.clock.advance(60_000);
    expect((await askSms(app, '+15550001012')).code).toBe(1);
    await app.close();
    const { widerNetwork, dayMax, areaDayMax } = LIMITS.codes.sms;
    expect(widerNetwork.burst + (widerNetwork.perSecond * DAY_MS) / 1_000).toBeLessThan(SMS_DAY_MAX / 10);
    expect(areaDayMax).toBeLessThan(dayMax);
    expect(dayMax).toBeLessThan(SMS_DAY_MAX);
  });

  it('D9.306 one calling code takes a part of a day, known numbers and unknown ones alike; owners are told of their accounts after all', async () => {
    const app = await startApp({ db: await open(), limits: few({ areaDayMax: 3, dayMax: 5 }), settings });
    const { token, id } = await app.real();
    await app.db.transaction((trx) =>
      trx.updateTable('user').set({ mobile: '+4915111111111', email: null }).where('id', '=', id).execute(),
    );
    const ofGermany = [];
    for (let at = 0; at < 4; at++) ofGermany.push((await askSms(app, `+4915100000${100 + at}`)).code);
    expect(ofGermany).toEqual([1, 1, 1, 1003]);
    const asked = await Promise.all(['+4915111111111', '+4915122222222'].map((to) => post(app, SMS, { to, area_id: '', type: 2 })));
    for (const reply of asked) expect([reply.status, reply.code, reply.headers['retry-after']]).toEqual([429, 1003, '3600']);
    expect([(await askSms(app, '+15550001001')).code, (await askSms(app, '+3934700000001')).code]).toEqual([1, 1]);
    expect((await askSms(app, '+33612345678')).code).toBe(1003);

    const changed = { password: '135790', current: 'demo-Passw0rd' };
    expect((await app.call('/api/user/amend_pay_password', changed, { method: 'POST', token })).code).toBe(1);
    expect(await sentTo(app)).toBe(6);
    app.clock.jump(DAY_MS);
    expect((await askSms(app, '+4915100000100')).code).toBe(1);
    await app.close();
  });
});

const NUMBER = '+4915111111111';
const OWNED = 'demo-Passw0rd';
/** The owner, whom nobody reaches but by a short message. */
async function ownerByNumber(app: StartedApp) {
  const { token, id } = await app.real();
  await app.db.transaction((trx) => trx.updateTable('user').set({ mobile: NUMBER, email: null }).where('id', '=', id).execute());
  return { token, id };
}
const byNumber = (app: StartedApp, password: string) =>
  post<{ token: string }>(app, '/api/user/loginForU', { login_type: 'phone', account: '+04915111111111', password }, { from: '192.0.2.7' });

eachDatabase('a day that has no short message left', (open) => {
  it('D9.390 keeps nobody who has a number only from a login, a password, a freeze, an exclusion or the end of the account', async () => {
    const app = await startApp({ db: await open(), settings });
    const { token, id } = await ownerByNumber(app);
    const at = app.clock.now();
    const row = {
      user_id: null,
      channel: 'sms',
      target: '+15550001111',
      template: 'resetCode',
      lang: 'en',
      params: '{}',
      failure: '',
    } as const;
    const times = { tries: 1, due: at, expires_at: at, created_at: at, ended_at: at, state: 'sent' } as const;
    for (let left = SMS_DAY_MAX; left > 0; left -= 1_000)
      await app.db.transaction((trx) =>
        trx
          .insertInto('letter')
          .values(Array.from({ length: 1_000 }, () => ({ ...row, ...times })))
          .execute(),
      );
    expect((await byNumber(app, OWNED)).code).toBe(1);
    const changed = { type: 'phone', password: OWNED, new_password: 'Other-Horse-78' };
    expect((await post(app, '/api/user/amend_password', changed, { token })).code).toBe(1);
    expect((await post(app, '/api/user/exclude', { period: '6m', password: 'Other-Horse-78' }, { token })).code).toBe(1);
    expect((await post(app, '/api/user/freeze', {}, { token })).code).toBe(1);
    const told = app.db.kysely
      .selectFrom('letter')
      .select(['template', 'state', 'failure'])
      .where('user_id', '=', id)
      .where('channel', '=', 'sms')
      .orderBy('id');
    expect((await told.execute()).map(({ template, state, failure }) => [template, state, failure])).toEqual(
      ['newDevice', 'passwordChanged', 'selfExcluded', 'accountFrozen'].map((template) => [
        template,
        'failed',
        'too many short messages today',
      ]),
    );
    // A code is no notice: none can be had.
    expect((await askSms(app, '+15550001001')).status).toBe(429);
    await app.db.transaction(async (trx) => {
      await trx.updateTable('user').set({ frozen: 0 }).where('id', '=', id).execute();
      await trx.updateTable('account').set({ balance: 0n }).where('user_id', '=', id).execute();
    });
    const { token: again } = (await byNumber(app, 'Other-Horse-78')).data;
    expect((await post(app, '/api/user/close_account', { password: 'Other-Horse-78' }, { token: again })).code).toBe(1);
    await app.close();
  });

  it('D9.390 gets none back by an account that is closed, of which nothing is kept but the calling code', async () => {
    const app = await startApp({ db: await open(), limits: few({ areaDayMax: 4 }), settings });
    const { token, id } = await ownerByNumber(app);
    await app.db.transaction((trx) => trx.updateTable('account').set({ balance: 0n }).where('user_id', '=', id).execute());
    for (const number of [NUMBER, '+4915100000100']) expect((await askSms(app, number)).code).toBe(1);
    expect((await post(app, '/api/user/amend_pay_password', { password: '135790', current: OWNED }, { token })).code).toBe(1);
    expect((await post(app, '/api/user/close_account', { password: OWNED }, { token })).code).toBe(1);
    const rows = await app.db.kysely.selectFrom('letter').selectAll().where('channel', '=', 'sms').orderBy('id').execute();
    expect(rows.filter(({ target }) => target === NUMBER).map(({ template }) => template)).toEqual(['accountClosed']);
    expect(rows.filter(({ target }) => target === '+49').map(({ user_id, params }) => [user_id, params])).toEqual([
      [null, '{}'],
      [null, '{}'],
    ]);
    // Two that were forgotten, one to somebody else and the last letter: the country's day is full.
    expect((await askSms(app, '+4915100000101')).status).toBe(429);
    await app.close();
  });
});
