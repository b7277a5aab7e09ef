/** The set-up of a second factor that is left and come back to: how long and to whom it shows the same secret. */
import { expect, it } from 'vitest';
import type { FactorBegun } from '#protocol/rest/security.ts';
import { eachDatabase } from '../each-database.ts';
import { type StartedApp, startApp } from '../start-app.ts';
import { codeOf, logIn, OWNER, post } from './factor-stage.ts';

const TEN_MINUTES_MS = 600_000;
const begin = async (app: StartedApp, token: string, password = OWNER.password) =>
  (await post<FactorBegun | null>(app, '/api/user/factor_begin', { password }, { token })).data;
const set = (app: StartedApp, token: string, code: string) => post(app, '/api/user/factor_set', { code }, { token });

eachDatabase('a second factor that is begun again', (open) => {
  it('D9.442 has the same secret for ten minutes, by the password, and its code counts', async () => {
    const app = await startApp({ db: await open() });
    const { token } = (await logIn(app)).data;
    const first = await begin(app, token);
    expect(first?.secret).toMatch(/^[A-Z2-7]{32}$/);
    app.clock.jump(TEN_MINUTES_MS - 1);
    expect((await begin(app, token, 'wrong'))?.secret).toBeUndefined();
    expect(await begin(app, token)).toEqual(first);
    app.clock.jump(1);
    const second = await begin(app, token);
    expect(second?.secret).not.toBe(first?.secret);
    // Ten minutes from its own beginning.
    app.clock.jump(TEN_MINUTES_MS - 1);
    expect(await begin(app, token)).toEqual(second);
    expect((await set(app, token, codeOf(app, first?.secret ?? ''))).code).toBe(1017);
    expect((await set(app, token, codeOf(app, second?.secret ?? ''))).code).toBe(1);
    await app.close();
  });

  it('D9.442 shows no session what another one has begun, nor one that takes no code any more', async () => {
    const app = await startApp({ db: await open() });
    const thief = (await logIn(app, {}, { ip: '203.0.113.9' })).data.token;
    const { token } = (await logIn(app)).data;
    const theirs = await begin(app, thief);
    const own = await begin(app, token);
    expect(own?.secret).not.toBe(theirs?.secret);
    expect((await set(app, token, codeOf(app, theirs?.secret ?? ''))).code).toBe(1017);
    const right = [-1, 0, 1].map((step) => codeOf(app, own?.secret ?? '', step));
    const wrong = Array.from({ length: 7 }, (_, at) => String(at).padStart(6, '0')).filter((code) => !right.includes(code));
    for (const code of wrong.slice(0, 4)) expect((await set(app, token, code)).code).toBe(1017);
    expect((await begin(app, token))?.secret).not.toBe(own?.secret);
    await app.close();
  });

  it("D9.460 takes codes of the session that began it alone: another one, a thief's, uses up no try of it and sets it by none", async () => {
    const app = await startApp({ db: await open() });
    const thief = (await logIn(app, {}, { ip: '203.0.113.9' })).data.token;
    const { token } = (await logIn(app)).data;
    const own = await begin(app, token);
    const right = codeOf(app, own?.secret ?? '');
    const over = { code: 1017, msg: expect.stringMatching(/again/) };
    for (let attempt = 0; attempt < 5; attempt++) expect(await set(app, thief, attempt === 4 ? right : '000000')).toMatchObject(over);
    expect((await set(app, token, right)).code).toBe(1);
    expect((await app.call('/api/user/info', {}, { token: thief })).code).toBe(999);
    await app.close();
  });
});
