/** Addresses that an account leaves: what still comes by them while it moves. */
import { expect, it } from 'vitest';
import { codeTo } from '../codes/post-box.ts';
import { eachDatabase } from '../each-database.ts';
import type { StartedApp } from '../start-app.ts';
import { logIn, OWNER, setFactor } from '../users/factor-stage.ts';
import { stageJustBefore } from '../users/just-before.ts';
import { ask } from './own-stage.ts';

const NEW = 'new@example.com';
const AWAY = { ip: '203.0.113.9' };

/** Gives an account another e-mail address. */
async function move(app: StartedApp, token: string, proof: { password: string; factor?: string }): Promise<void> {
  await ask(app, 'address_code', { type: 'email', to: NEW }, token);
  const fields = { type: 'email', to: NEW, auth_code: await codeTo(app, NEW), ...proof };
  expect((await ask(app, 'address_set', fields, token)).code).toBe(1);
}

eachDatabase('a login by a name that the account leaves meanwhile', (openDb) => {
  it('D9.300 D9.398 opens no session: with the move all others were logged out', async () => {
    const { app, justBefore } = await stageJustBefore(await openDb());
    const { token } = (await logIn(app)).data;
    const moving = () => move(app, token, { password: OWNER.password });
    expect(await justBefore(() => logIn(app, {}, AWAY), 1, moving)).toMatchObject({ status: 503, data: null });
    expect((await app.call<unknown[]>('/api/user/sessions', {}, { token })).data).toHaveLength(1);
    expect((await logIn(app, {}, AWAY)).code).toBe(1014);
    expect((await logIn(app, { account: NEW }, AWAY)).code).toBe(1);
    await app.close();
  });

  it('D9.300 D9.398 nor is it asked for its second factor', async () => {
    const { app, justBefore } = await stageJustBefore(await openDb());
    const { token, codes } = await setFactor(app);
    const moving = () => move(app, token, { password: OWNER.password, factor: codes[0] ?? '' });
    expect(await justBefore(() => logIn(app, {}, AWAY), 1, moving)).toMatchObject({ status: 503, data: null });
    expect((await logIn(app, { account: NEW }, AWAY)).code).toBe(1016);
    await app.close();
  });
});
