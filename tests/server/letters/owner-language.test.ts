/** In which language somebody is written to. German has some letters here: enough to see which are chosen, and which fall back. */
import { expect, it, vi } from 'vitest';
import { codeTo, form, lettersTo, MAIL } from '../codes/post-box.ts';
import { eachDatabase } from '../each-database.ts';
import { letterOf, linkIn, open as openPage, press } from '../protection/own-stage.ts';
import { type StartedApp, startApp } from '../start-app.ts';

vi.mock('#server/site/message-texts.ts', async (original) => {
  const { TEXTS } = await original<typeof import('#server/site/message-texts.ts')>();
  const de = {
    'letter.registerCode.subject': 'Ihr Code',
    'letter.registerCode.text': 'Der Code ist {code}.',
    'letter.registerKnown.subject': 'Sie haben ein Konto',
    'letter.registerKnown.text': 'Mit dieser Adresse gibt es ein Konto.',
    'letter.passwordChanged.subject': 'Ihr Passwort wurde geändert',
    'letter.passwordChanged.text': 'Das Passwort von {uid} wurde geändert. Nicht Sie? {link}',
    // A part of a letter is none.
    'letter.newDevice.subject': 'Ein neues Gerät',
    'notMe.title': 'Waren Sie das nicht?',
  };
  return { TEXTS: { ...TEXTS, de } };
});

const ADA = 'ada@example.com';
const PASSWORD = 'Long-enough-7';
/** A POST in a language of the call. */
const post = async <T = { token: string }>(
  app: StartedApp,
  url: string,
  payload: object,
  { lang, token = '' }: { lang: string; token?: string },
) => (await app.app.inject({ method: 'POST', url, payload, headers: { lang, authorization: token } })).json() as { code: number; data: T };

/** Registers by a code, in a language. */
async function register(app: StartedApp, account: string, lang: string): Promise<string> {
  expect((await post(app, MAIL, { to: account, area_id: '', type: 1 }, { lang })).code).toBe(1);
  const sms_code = await codeTo(app, account);
  const made = await post(app, '/api/user/register', form({ account, sms_code, password: PASSWORD, re_password: PASSWORD }), { lang });
  expect(made.code).toBe(1);
  return made.data.token;
}
let changes = 0;
async function changePassword(app: StartedApp, token: string, lang: string): Promise<void> {
  const [password, new_password] = [changes === 0 ? PASSWORD : `Even-better-${changes}`, `Even-better-${changes + 1}`];
  changes++;
  expect((await post(app, '/api/user/amend_password', { type: 'email', password, new_password }, { lang, token })).code).toBe(1);
}
const newest = async (app: StartedApp, to = ADA) => (await lettersTo(app, to))[0];

eachDatabase('the language of letters', (open) => {
  it('D9.314 is that of the registration, whoever’s call they come of, until its person chooses another', async () => {
    changes = 0;
    const app = await startApp({ db: await open(), settings: { verify_reg_type: '1' } });
    const token = await register(app, ADA, 'de');
    expect((await lettersTo(app, ADA)).at(-1)).toMatchObject({
      subject: 'Ihr Code',
      text: expect.stringMatching(/^Der Code ist \d{6}\.$/),
    });
    await changePassword(app, token, 'en');
    expect((await newest(app))?.subject).toBe('Ihr Passwort wurde geändert');
    app.clock.jump(60_000);
    await post(app, MAIL, { to: ADA, area_id: '', type: 1 }, { lang: 'jp' });
    expect((await newest(app))?.text).toBe('Mit dieser Adresse gibt es ein Konto.');

    expect((await post(app, '/api/user/profile', { lang: 'en' }, { lang: 'de', token })).code).toBe(1);
    await changePassword(app, token, 'de');
    expect((await newest(app))?.subject).toContain('your password was changed');
    // A change of something else leaves it, and what is no language changes nothing.
    expect((await post(app, '/api/user/profile', { nickname: 'Ada' }, { lang: 'de', token })).code).toBe(1);
    expect(await post(app, '/api/user/profile', { lang: 'tlh' }, { lang: 'de', token })).toMatchObject({
      code: 1001,
      data: { field: 'lang' },
    });
    const row = await app.db.kysely.selectFrom('user').select(['lang', 'nickname']).where('email', '=', ADA).executeTakeFirstOrThrow();
    expect(row).toEqual({ lang: 'en', nickname: 'Ada' });
    await app.close();
  });

  it('D9.314 of an account that has none it is that of the call; a letter that is not whole in it is in English', async () => {
    changes = 0;
    const app = await startApp({ db: await open(), settings: { verify_reg_type: '1' } });
    const token = await register(app, ADA, 'de');
    await app.db.transaction((trx) => trx.updateTable('user').set({ lang: '' }).execute());
    await changePassword(app, token, 'en');
    expect((await newest(app))?.subject).toContain('your password was changed');
    await changePassword(app, token, 'de');
    expect((await newest(app))?.subject).toBe('Ihr Passwort wurde geändert');
    // Its word has no German words here: the whole letter is in English.
    expect(
      (await post(app, '/api/user/profile', { word: 'heron', lang: 'de', password: `Even-better-${changes}` }, { lang: 'de', token })).code,
    ).toBe(1);
    await changePassword(app, token, 'de');
    expect(await newest(app)).toMatchObject({
      subject: expect.stringContaining('your password was changed'),
      text: expect.stringContaining('heron'),
    });
    await post(app, '/api/user/loginForU', { login_type: 'email', account: ADA, password: `Even-better-${changes}` }, { lang: 'de' });
    const device = await letterOf(app, 'newDevice', ADA);
    expect(device.subject).not.toContain('Gerät');
    await app.close();
  });

  it('D9.314 the page of a letter’s link speaks as the letter does, though a browser that follows it says nothing', async () => {
    changes = 0;
    const app = await startApp({ db: await open(), settings: { verify_reg_type: '1' } });
    const token = await register(app, ADA, 'de');
    await changePassword(app, token, 'en');
    const link = linkIn((await newest(app))?.text ?? '');
    const page = await openPage(app, link);
    expect(page.text).toContain('<html lang="de">');
    expect(page.text).toContain('Waren Sie das nicht?');
    expect((await press(app, link)).text).toContain('<html lang="de">');
    await app.close();
  });
});
