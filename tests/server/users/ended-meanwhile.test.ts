/** Acts of a session, and logins from a device, that are ended while they are on their way: between the gate and the commit something else was first. */
import { expect, it } from 'vitest';
import type { FactorBegun } from '#protocol/rest/security.ts';
import type { LoginReply } from '#protocol/rest/user.ts';
import { eachDatabase } from '../each-database.ts';
import type { StartedApp } from '../start-app.ts';
import { stageOfTwo } from './crossing.ts';
import { codeOf, giveCode, logIn, newPasskey, OWNER, passkeyChallenge, post, setFactor } from './factor-stage.ts';
import { SoftAuthenticator } from './soft-authenticator.ts';

const AWAY = '203.0.113.9';
const NEW = 'Even-better-42';

const changePassword = (app: StartedApp, token: string) =>
  post(app, '/api/user/amend_password', { type: 'email', password: OWNER.password, new_password: NEW }, { token });

eachDatabase('what is ended while it is on its way', (open) => {
  it('S26 D9.277 a thief who is thrown out by a new password does not leave a passkey behind', async () => {
    const { app, crossing } = await stageOfTwo(await open());
    const thief = (await logIn(app, {}, { ip: AWAY })).data.token;
    const { token } = (await logIn(app)).data;
    const key = new SoftAuthenticator();
    const answer = key.make(await newPasskey(app, thief));
    const [changed, added] = await crossing(
      () => changePassword(app, token),
      () => post(app, '/api/user/passkey_add', { answer }, { token: thief }),
    );
    expect(changed.code).toBe(1);
    expect(added.code).toBe(999);
    expect((await post(app, '/api/user/login_passkey', { answer: key.answer(await passkeyChallenge(app)) })).code).toBe(1014);
    await app.close();
  });

  it('S26 D9.277 nor a second factor of their own, which would lock the owner out', async () => {
    const { app, crossing } = await stageOfTwo(await open());
    const thief = (await logIn(app, {}, { ip: AWAY })).data.token;
    const { token } = (await logIn(app)).data;
    const begun = await post<FactorBegun>(app, '/api/user/factor_begin', { password: OWNER.password }, { token: thief });
    const [changed, set] = await crossing(
      () => changePassword(app, token),
      () => post(app, '/api/user/factor_set', { code: codeOf(app, begun.data.secret) }, { token: thief }),
    );
    expect(changed.code).toBe(1);
    expect(set.code).toBe(999);
    expect((await app.call('/api/user/info', {}, { token })).data).toMatchObject({ two_factor: '0' });
    await app.close();
  });

  it('D9.222 D9.224 D9.277 a device that is forgotten while somebody logs in from it is asked for the second factor', async () => {
    const { app, crossing } = await stageOfTwo(await open());
    const { token, codes } = await setFactor(app);
    const asked = await logIn(app, {}, { ip: AWAY });
    const lost = (await giveCode(app, asked.data.ticket, codes[0] ?? '', { ip: AWAY })).data as LoginReply;
    expect((await logIn(app, { device: lost.device ?? '' }, { ip: AWAY })).code).toBe(1);
    const [ended, entered] = await crossing(
      () => post(app, '/api/user/session_revoke_others', {}, { token }),
      () => logIn(app, { device: lost.device ?? '' }, { ip: AWAY }),
    );
    expect(ended.code).toBe(1);
    expect(entered).toMatchObject({ status: 503, data: null });
    expect((await logIn(app, { device: lost.device ?? '' }, { ip: AWAY })).code).toBe(1016);
    await app.close();
  });
});
