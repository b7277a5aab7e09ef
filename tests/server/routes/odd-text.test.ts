/** Texts that a database cannot take, in fields that are looked up: refused by their field, and no failure of the server. */
import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { post } from '../codes/post-box.ts';
import { eachDatabase } from '../each-database.ts';
import { startApp } from '../start-app.ts';
import { logIn, newPasskey } from '../users/factor-stage.ts';
import { SoftAuthenticator } from '../users/soft-authenticator.ts';

const PERSON = { type: 'email', account: 'odd@example.com', area_id: '1', password: 'Long-enough-7', re_password: 'Long-enough-7' };

eachDatabase('texts that no database takes', (open) => {
  it.each([
    ['the id of a picture', '/api/user/register', { ...PERSON, key: 'a\0b', sms_code: 'ABCDE' }, 'key'],
    ['an invite code', '/api/user/register', { ...PERSON, invite_code: 'a\0b' }, 'invite_code'],
    ['an account', '/api/user/loginForU', { account: 'a\0@example.com', password: 'x', login_type: 'email' }, 'account'],
    ['a password', '/api/user/loginForU', { account: 'a@example.com', password: 'x\0', login_type: 'email' }, 'password'],
    ['an address', '/api/notify/send_email', { to: 'a\0@example.com', type: 2 }, 'to'],
  ])('S45 D9.280 %s with a character of nothing is refused by its field', async (_name, path, fields, field) => {
    const app = await startApp({ db: await open(), settings: { verify_reg_type: '2', is_register_invite_code: '1' } });
    expect(await post(app, path, fields)).toMatchObject({ status: 200, code: 1001, data: { field } });
    await app.close();
  });

  it('S45 D9.280 a passkey is named as authenticators name theirs, else its answer is none', async () => {
    const app = await startApp({ db: await open() });
    const { token } = (await logIn(app)).data;
    const response = { clientDataJSON: Buffer.from('{"origin":"http://localhost:8080"}').toString('base64url') };
    for (const id of ['a\0b', '\ud800', 'ä', '', 'x'.repeat(3_000)])
      expect(await post(app, '/api/user/login_passkey', { answer: JSON.stringify({ id, response }) })).toMatchObject({
        status: 200,
        code: 1014,
      });
    const long = new SoftAuthenticator('http://localhost:8080', randomBytes(3_000));
    const answer = long.make(await newPasskey(app, token));
    expect(await post(app, '/api/user/passkey_add', { answer }, { token })).toMatchObject({ status: 200, code: 1017 });
    const longest = new SoftAuthenticator('http://localhost:8080', randomBytes(1_023));
    const added = await post(app, '/api/user/passkey_add', { answer: longest.make(await newPasskey(app, token)) }, { token });
    expect(added).toMatchObject({ status: 200, code: 1 });
    await app.close();
  });
});
