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
