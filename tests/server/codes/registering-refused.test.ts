/** What is wrong with a registration, or with asking for a code: on its field, and nothing is written. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { eachDatabase } from '../each-database.ts';
import { type StartedApp, startApp } from '../start-app.ts';
import { form, MAIL, post, SMS } from './post-box.ts';

eachDatabase('a registration that is refused', (open) => {
  let app: StartedApp;
  beforeAll(async () => {
    app = await startApp({ db: await open(), settings: { verify_reg_type: '1' } });
  });
  afterAll(() => app.close());
  const register = (fields: Record<string, string>) => post<{ field?: string }>(app, '/api/user/register', form(fields));

  it.each([
    ['an empty account', { account: ' ' }, 1001, 'account'],
    ['an account of control characters', { account: 'a\u0000b@example.com' }, 1001, 'account'],
    ['a second address behind the first', { account: 'a@example.com,b@example.com' }, 1001, 'account'],
    ['a header in the address', { account: 'a@example.com\r\nBcc: b@example.com' }, 1001, 'account'],
    ['no area', { account: 'n1@example.com', area_id: '' }, 1001, 'area_id'],
    ['an area that is none', { account: 'n1@example.com', area_id: '1e0' }, 1001, 'area_id'],
    ['D1.1.01 a number without service', { account: '+0865550001111', type: 'phone' }, 1007, undefined],
    ['a number of another area', { account: '+0495550001111', type: 'phone' }, 1001, 'area_id'],
    ['S1-5.05 unequal passwords', { account: 'n1@example.com', re_password: 'Long-enough-8' }, 1001, 're_password'],
    ['the account as password', { account: 'long-name@example.com', password: 'long-name', re_password: 'long-name' }, 1001, 'password'],
    ['no code', { account: 'n1@example.com', sms_code: '' }, 1001, 'sms_code'],
    ['a code that is none', { account: 'n1@example.com', sms_code: "1' or 1" }, 1011, 'sms_code'],
    ['a code in other digits', { account: 'n1@example.com', sms_code: '١٢٣٤٥٦' }, 1011, 'sms_code'],
  ])('S1-7.14 %s: on its field, and nothing is written', async (_name, fields, code, field) => {
    const before = [await app.count('user'), await app.count('session'), await app.count('ledger_tx')];
    const reply = await register({ sms_code: '123456', ...fields });
    expect({ code: reply.code, field: reply.data?.field }).toEqual({ code, field });
    if (code === 1001 && field === 'sms_code') expect(reply.msg).toBe('Please complete');
    expect([await app.count('user'), await app.count('session'), await app.count('ledger_tx')]).toEqual(before);
  });

  it.each(['kp', 'il', 'CN', 'vu', 'cu'])(
    'S1-6.12 D1.1.01 from %s, where there is no service: refused, and nothing is written',
    async (area_id) => {
      const before = [await app.count('user'), await app.count('session')];
      expect((await register({ account: `from-${area_id}@example.com`, area_id, sms_code: '123456' })).code).toBe(1007);
      expect([await app.count('user'), await app.count('session')]).toEqual(before);
    },
  );

  it.each([
    [MAIL, { to: 'nonsense', type: 1 }, 1001, 'to'],
    [MAIL, { to: 'a@example.com', type: 4 }, 1001, 'type'],
    [MAIL, { type: 1 }, 1001, 'to'],
    [SMS, { to: '5551234567', area_id: 99_999, type: 1 }, 1001, 'area_id'],
    [SMS, { to: 'abc', area_id: 1, type: 1 }, 1001, 'to'],
    [SMS, { to: '+8613800000000', type: 2 }, 1007, undefined],
  ])('S1-7.15 %s with %j is refused and sends nothing', async (path, fields, code, field) => {
    const letters = async () => (await app.db.kysely.selectFrom('letter').selectAll().execute()).length;
    const before = await letters();
    const reply = await post<{ field?: string } | null>(app, path, fields);
    expect({ code: reply.code, field: reply.data?.field }).toEqual({ code, field });
    expect(await letters()).toBe(before);
  });
});
