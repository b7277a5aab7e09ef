/** What ends with a passkey or a second factor that is removed: the sessions that it opened, and no other. */
import { expect, it } from 'vitest';
import type { SecurityReply } from '#protocol/rest/security.ts';
import type { LoginReply } from '#protocol/rest/user.ts';
import { eachDatabase } from '../each-database.ts';
import { type StartedApp, startApp } from '../start-app.ts';
import { codeOf, giveCode, logIn, newPasskey, OWNER, passkeyChallenge, post, setFactor, ticketOf } from './factor-stage.ts';
import { SoftAuthenticator } from './soft-authenticator.ts';

const info = (app: StartedApp, token: string) => app.call<{ why?: string } | null>('/api/user/info', {}, { token });
async function enter(app: StartedApp, key: SoftAuthenticator) {
  // A passkey answers no challenge that is not newer than its last.
  app.clock.jump(1_000);
  return post<LoginReply>(app, '/api/user/login_passkey', { answer: key.answer(await passkeyChallenge(app)), device: '' });
}
/** A passkey of the owner, and its number. */
async function added(app: StartedApp, token: string): Promise<{ key: SoftAuthenticator; id: string }> {
  const key = new SoftAuthenticator();
  const answer = key.make(await newPasskey(app, token));
  expect((await post(app, '/api/user/passkey_add', { answer, name: '' }, { token })).code).toBe(1);
  const { passkeys } = (await app.call<SecurityReply>('/api/user/security', {}, { token })).data;
  return { key, id: String(passkeys.at(-1)?.id) };
}
const remove = (app: StartedApp, token: string, id: string, factor = '') =>
  post(app, '/api/user/passkey_remove', { id, password: OWNER.password, factor }, { token });

eachDatabase('a way in that is removed', (open) => {
  it('D9.307 a passkey takes the sessions along that it opened, but the one that removes it; their pages are told why', async () => {
    const app = await startApp({ db: await open() });
    const { token } = (await logIn(app)).data;
    const [lost, kept] = [await added(app, token), await added(app, token)];
    const [there, here, other] = [await enter(app, lost.key), await enter(app, lost.key), await enter(app, kept.key)];
    expect((await remove(app, here.data.token, lost.id)).code).toBe(1);
    expect(await info(app, there.data.token)).toMatchObject({
      code: 999,
      msg: 'The passkey that you logged in with was removed on another device. Please log in again.',
      data: { why: 'passkey' },
    });
    for (const alive of [here, other]) expect((await info(app, alive.data.token)).code).toBe(1);
    expect((await info(app, token)).code).toBe(1);
    // One that is not theirs or is gone ends nothing.
    expect((await remove(app, here.data.token, lost.id)).code).toBe(1004);
    expect((await info(app, other.data.token)).code).toBe(1);
    await app.close();
  });

  it('D9.307 and the devices of those sessions are forgotten', async () => {
    const app = await startApp({ db: await open() });
    const { token } = (await logIn(app)).data;
    const lost = await added(app, token);
    const guarded = await setFactor(app);
    const device = (await enter(app, lost.key)).data.device ?? '';
    expect((await logIn(app, { device })).code).toBe(1);
    expect((await remove(app, guarded.token, lost.id, guarded.codes[0])).code).toBe(1);
    expect((await logIn(app, { device })).code).toBe(1016);
    expect((await logIn(app, { device: guarded.device })).code).toBe(1);
    await app.close();
  });

  it('D9.307 a session whose passkey nobody knows ends with any', async () => {
    const app = await startApp({ db: await open() });
    const { token } = (await logIn(app)).data;
    const [first, second] = [await added(app, token), await added(app, token)];
    const entered = await enter(app, first.key);
    await app.db.transaction((trx) => trx.updateTable('session').set({ passkey_id: null }).execute());
    expect((await remove(app, token, second.id)).code).toBe(1);
    expect((await info(app, entered.data.token)).data).toEqual({ why: 'passkey' });
    await app.close();
  });

  it('D9.307 nobody is let in by a passkey that is removed meanwhile', async () => {
    const app = await startApp({ db: await open() });
    const { token } = (await logIn(app)).data;
    for (let round = 0; round < 4; round++) {
      const { key, id } = await added(app, token);
      const [entered, removed] = await Promise.all([enter(app, key), remove(app, token, id)]);
      expect(removed.code).toBe(1);
      if (entered.code === 1) expect((await info(app, entered.data.token)).code).toBe(999);
    }
    expect(
      (await app.db.kysely.selectFrom('session').selectAll().where('via', '=', 'passkey').where('revoked_at', 'is', null).execute()).length,
    ).toBe(0);
    await app.close();
  });

  it('D9.307 the second factor takes the sessions along that its codes opened; those of known devices and the one that removes it stay', async () => {
    const app = await startApp({ db: await open() });
    const { device, secret, codes } = await setFactor(app);
    app.clock.jump(30_000);
    const byCode = await giveCode(app, await ticketOf(app), codeOf(app, secret));
    const [byRecovery, own] = [
      await giveCode(app, await ticketOf(app), codes[0] ?? ''),
      await giveCode(app, await ticketOf(app), codes[1] ?? ''),
    ];
    const known = await logIn(app, { device });
    expect([byCode.code, byRecovery.code, own.code, known.code]).toEqual([1, 1, 1, 1]);
    const fields = { password: OWNER.password, factor: codes[2] ?? '' };
    expect((await post(app, '/api/user/factor_remove', fields, { token: own.data.token })).code).toBe(1);
    for (const ended of [byCode, byRecovery]) expect((await info(app, ended.data.token)).data).toEqual({ why: 'factor' });
    for (const alive of [own, known]) expect((await info(app, alive.data.token)).code).toBe(1);
    await app.close();
  });
});
