/** A second factor that was begun waits for its first code: how many of them may be wrong. */
import { expect, it } from 'vitest';
import type { FactorBegun } from '#protocol/rest/security.ts';
import { eachDatabase } from '../each-database.ts';
import { type StartedApp, startApp } from '../start-app.ts';
import { codeOf, logIn, OWNER, post } from './factor-stage.ts';

const begin = async (app: StartedApp, token: string): Promise<string> =>
  (await post<FactorBegun>(app, '/api/user/factor_begin', { password: OWNER.password }, { token })).data.secret;
const set = (app: StartedApp, token: string, code: string) => post(app, '/api/user/factor_set', { code }, { token });
/** Codes that are wrong now and at the steps around. */
const wrongCodes = (app: StartedApp, secret: string, count: number): string[] => {
  const right = [-1, 0, 1].map((step) => codeOf(app, secret, step));
  return Array.from({ length: count + 3 }, (_, at) => String(at).padStart(6, '0'))
    .filter((code) => !right.includes(code))
    .slice(0, count);
};

eachDatabase('the first code of a second factor', (open) => {
  it('D9.221 D9.278 cannot be guessed by whoever has stolen a session: after five wrong ones it is begun anew, by the password', async () => {
    const app = await startApp({ db: await open() });
    const { token } = (await logIn(app)).data;
    const thief = (await logIn(app, {}, { ip: '203.0.113.9' })).data.token;
    const secret = await begin(app, token);
    for (const code of wrongCodes(app, secret, 5)) expect((await set(app, thief, code)).code).toBe(1017);
    const late = await set(app, thief, codeOf(app, secret));
    expect(late).toMatchObject({ code: 1017, msg: expect.stringContaining('Begin again') });
    expect((await app.call('/api/user/info', {}, { token })).data).toMatchObject({ two_factor: '0' });
    // Many at once are five too.
    const next = await begin(app, token);
    await Promise.all(wrongCodes(app, next, 30).map((code) => set(app, thief, code)));
    expect((await set(app, thief, codeOf(app, next))).code).toBe(1017);
    // Who mistypes it has a few tries.
    const last = await begin(app, token);
    for (const code of wrongCodes(app, last, 4)) await set(app, token, code);
    expect((await set(app, token, codeOf(app, last))).code).toBe(1);
    await app.close();
  });
});
