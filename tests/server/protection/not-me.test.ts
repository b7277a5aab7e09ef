/** Letters about an account, and the link in them that freezes it. */
import { expect, it } from 'vitest';
import type { RecoveryCodes } from '#protocol/rest/security.ts';
import { lettersTo } from '../codes/post-box.ts';
import { eachDatabase } from '../each-database.ts';
import { startApp } from '../start-app.ts';
import { logIn, newPasskey, OWNER, setFactor } from '../users/factor-stage.ts';
import { SoftAuthenticator } from '../users/soft-authenticator.ts';
import {
  ask,
  DAY_MS,
  forget,
  isIn,
  letterOf,
  linkIn,
  NEW_PASSWORD,
  open,
  ownerId,
  press,
  protectionOf,
  statusOf,
  submit,
} from './own-stage.ts';

eachDatabase('letters about an account', (openDb) => {
  it('D9.237 D9.404 S41 every change of what one gets in by has a letter with a link of its own, and withdrawals wait a day, with why', async () => {
    const app = await startApp({ db: await openDb() });
    const { token, codes } = await setFactor(app);
    const id = (await logIn(app, {}, { token })).data.user?.id ?? (await ownerId(app));
    const links = new Set([linkIn((await letterOf(app, 'factorSet')).text)]);
    const whys = [(await protectionOf(app, token)).changed];
    const changed = async (path: string, template: string, fields: Record<string, string>) => {
      app.clock.jump(60_000);
      const reply = await ask<RecoveryCodes>(app, path, fields, token);
      expect([path, reply.code]).toEqual([path, 1]);
      links.add(linkIn((await letterOf(app, template)).text));
      expect([path, (await statusOf(app, id)).credential_changed_at]).toEqual([path, app.clock.now()]);
      whys.push((await protectionOf(app, token)).changed);
      return reply;
    };
    const { password } = OWNER;
    const renewed = (await changed('recovery_codes', 'recoveryRenewed', { password, factor: codes[0] ?? '' })).data.codes;
    await changed('factor_remove', 'factorRemoved', { password, factor: renewed[0] ?? '' });
    const answer = new SoftAuthenticator().make(await newPasskey(app, token));
    await changed('passkey_add', 'passkeyAdded', { answer });
    const passkey = await app.db.kysely.selectFrom('passkey').select('id').executeTakeFirstOrThrow();
    await changed('passkey_remove', 'passkeyRemoved', { id: String(passkey.id), password });
    await changed('amend_pay_password', 'payPasswordSet', { password: '740284', current: password });
    await changed('amend_password', 'passwordChanged', { password, new_password: NEW_PASSWORD, type: 'email' });
    expect(links.size).toBe(7);
    expect(whys).toEqual(['factor-on', 'codes', 'factor-off', 'passkey-added', 'passkey-removed', 'pay-set', 'password']);
    expect((await protectionOf(app, token)).withdrawals).toBe(app.clock.now() + DAY_MS);
    await app.close();
  });

  it('D9.237 a login from a new device is told of, one from a known device is not, and no more than ten in a day', async () => {
    const app = await startApp({ db: await openDb() });
    const { data } = await logIn(app);
    const first = await letterOf(app, 'newDevice');
    expect(first.text).toContain('Chrome, Android');
    expect(first.text).toContain('198.51.100.7');
    linkIn(first.text);
    await logIn(app, { device: data.device ?? '' });
    const count = async () => (await lettersTo(app, OWNER.account)).filter(({ template }) => template === 'newDevice').length;
    expect(await count()).toBe(1);
    for (let at = 0; at < 12; at++) await logIn(app);
    expect(await count()).toBe(10);
    app.clock.jump(DAY_MS + 1);
    await logIn(app);
    expect(await count()).toBe(11);
    // A login is no change of a credential.
    expect((await statusOf(app, data.user.id)).credential_changed_at).toBe(0);
    await app.close();
  });
});

eachDatabase('the link “this was not me”', (openDb) => {
  it('D9.237 a look changes nothing, the press freezes, and all that an intruder had is over', async () => {
    const app = await startApp({ db: await openDb() });
    await app.pushTick('EURUSD', '1.08345');
    const { data: owner } = await logIn(app);
    const { data: thief } = await logIn(app, {}, { ip: '192.0.2.77', agent: 'Thief/1.0' });
    const answer = new SoftAuthenticator();
    await ask(app, 'passkey_add', { answer: answer.make(await newPasskey(app, thief.token)) }, thief.token);
    const path = linkIn((await letterOf(app, 'passkeyAdded')).text);

    for (let looks = 0; looks < 3; looks++) {
      const page = await open(app, path);
      expect(page.status).toBe(200);
      expect(page.text).toContain(owner.user.uid);
      expect(page.text).toContain('a passkey was added on 2026-03-04 10:00 (UTC)');
      expect(page.text).toContain('<form method="post" action="/api/user/not_me_freeze">');
      // It is known by its name and mark, and leads back to the app; nothing in it runs or is fetched.
      expect(page.text).toMatch(/<header><a href="\/"><svg.*<\/svg>Outcry<\/a><\/header>/);
      expect(page.text).toContain('prefers-color-scheme:dark');
      expect(page.text).not.toMatch(/<script|<img|<link|style="/);
      expect(page.headers['cache-control']).toBe('no-store');
      expect(String(page.headers['content-security-policy'])).toContain("form-action 'self'");
    }
    expect((await statusOf(app, owner.user.id)).frozen).toBe(0);
    expect(await isIn(app, thief.token)).toBe(true);

    const frozen = (await press(app, path)).text;
    expect(frozen).toContain('The account is frozen');
    expect(frozen).toContain('An address that was changed is put back.');
    expect(frozen).toContain('<a class="go" href="/#/forgot">Set a new password</a>');
    expect(await statusOf(app, owner.user.id)).toMatchObject({ frozen: 1, password_hash: null });
    expect([await isIn(app, thief.token), await isIn(app, owner.token)]).toEqual([false, false]);
    // Neither the password nor the passkey of the thief lets anybody in.
    expect((await logIn(app)).code).toBe(1014);
    expect(await app.db.kysely.selectFrom('passkey').selectAll().execute()).toEqual([]);
    expect(await app.db.kysely.selectFrom('device').selectAll().where('user_id', '=', owner.user.id).execute()).toEqual([]);
    await letterOf(app, 'accountFrozen');
    // Once: neither this link nor an older one does anything any more.
    const older = linkIn((await letterOf(app, 'newDevice')).text);
    for (const over of [path, older]) {
      expect((await open(app, over)).text).toContain('This link is over');
      expect((await press(app, over)).text).toContain('This link is over');
    }
    expect(await app.db.kysely.selectFrom('account_freeze').selectAll().execute()).toHaveLength(1);

    // The owner gets in by a new password, closes what is open and takes no new risk.
    expect((await forget(app, NEW_PASSWORD)).code).toBe(1);
    const back = (await logIn(app, { password: NEW_PASSWORD })).data;
    expect((await submit(app, back.token)).code).toBe(1015);
    expect((await protectionOf(app, back.token)).by).toBe('link');
    await app.close();
  });

  it('D9.237 is good for a week, and one that was made up is good for nothing', async () => {
    const app = await startApp({ db: await openDb() });
    const { data } = await logIn(app);
    const path = linkIn((await letterOf(app, 'newDevice')).text);
    const madeUp = path.replace(/link=.*/, `link=${'A'.repeat(43)}`);
    expect((await press(app, madeUp)).text).toContain('This link is over');
    app.clock.jump(7 * DAY_MS);
    // A mail program may have cut the link: its reader sees the same page, in words (decision D9.237).
    for (const cut of [path.slice(0, -5), path.split('?')[0] ?? '', `${path}%20x`])
      expect((await open(app, cut)).text).toContain('This link is over');
    expect((await open(app, path)).text).toContain('This link is over');
    expect((await press(app, path)).text).toContain('This link is over');
    expect((await statusOf(app, data.user.id)).frozen).toBe(0);
    const broken = await open(app, path.replace(/link=.*/, 'link=%3Cscript%3E'));
    expect(broken.text).toContain('This link is over');
    expect(broken.text).not.toContain('<script>');
    await app.close();
  });

  it('D9.237 pressed many times at once it freezes once', async () => {
    const app = await startApp({ db: await openDb() });
    await logIn(app);
    await logIn(app);
    const paths = (await lettersTo(app, OWNER.account)).map(({ text }) => linkIn(text));
    expect(paths).toHaveLength(2);
    const pages = await Promise.all([...paths, ...paths, ...paths].map((path) => press(app, path)));
    expect(pages.map(({ status }) => status)).toEqual(Array(6).fill(200));
    expect(pages.filter(({ text }) => text.includes('The account is frozen'))).toHaveLength(1);
    expect(await app.db.kysely.selectFrom('account_freeze').selectAll().execute()).toHaveLength(1);
    const told = (await lettersTo(app, OWNER.account)).filter(({ template }) => template === 'accountFrozen');
    expect(told).toHaveLength(1);
    await app.close();
  });
});
