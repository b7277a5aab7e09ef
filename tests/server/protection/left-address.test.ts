/** Addresses that an account leaves: what still comes by them while it moves, and how long they are nobody's when its person is excluded. */
import { expect, it } from 'vitest';
import { codeTo, lettersTo, PASSWORD, registerBy } from '../codes/post-box.ts';
import { eachDatabase } from '../each-database.ts';
import { type StartedApp, startApp } from '../start-app.ts';
import { logIn, OWNER, post, setFactor } from '../users/factor-stage.ts';
import { stageJustBefore } from '../users/just-before.ts';
import { ask, DAY_MS, letterOf, linkIn, press } from './own-stage.ts';

const byCode = { settings: { verify_reg_type: '1' } };
const ADA = 'ada@example.com';
const SECOND = 'second@example.com';
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

eachDatabase('an address that was left before its person excluded themselves', (openDb) => {
  /** True where who asks for a registration with it gets no code. */
  async function isBarred(app: StartedApp, to: string): Promise<boolean> {
    app.clock.jump(61_000);
    await post(app, '/api/notify/send_email', { to, area_id: '', type: '1' });
    return (await lettersTo(app, to))[0]?.template === 'registerBarred';
  }

  it('D9.301 D9.399 registers nobody until the exclusion is over', async () => {
    const app = await startApp({ db: await openDb(), ...byCode });
    const { token } = (await registerBy(app, ADA)).data;
    await move(app, token, { password: PASSWORD });
    expect((await ask(app, 'exclude', { period: '6m', password: PASSWORD }, token)).code).toBe(1);
    app.clock.jump(8 * DAY_MS);
    expect(await isBarred(app, ADA)).toBe(true);
    app.clock.jump(190 * DAY_MS);
    expect(await isBarred(app, ADA)).toBe(false);
    await app.close();
  });

  it('D9.239 D9.399 nor does that of another account that was verified with the same document', async () => {
    const app = await startApp({ db: await openDb(), ...byCode });
    const ada = (await registerBy(app, ADA)).data;
    app.clock.jump(61_000);
    const second = (await registerBy(app, SECOND)).data;
    const times = { submitted_at: app.clock.now(), decided_at: null };
    for (const { user } of [ada, second]) {
      const shown = { user_id: user.id, state: 'verified', details: '', document_hash: 'one', front_id: '', back_id: '' } as const;
      await app.db.transaction((trx) =>
        trx
          .insertInto('identity')
          .values({ ...shown, ...times, hand_id: null, remark: '' })
          .execute(),
      );
    }
    await move(app, second.token, { password: PASSWORD });
    expect((await ask(app, 'exclude', { period: 'forever', password: PASSWORD }, ada.token)).code).toBe(1);
    await expect.poll(async () => (await lettersTo(app, NEW))[0]?.template).toBe('selfExcluded');
    app.clock.jump(8 * DAY_MS);
    expect(await isBarred(app, SECOND)).toBe(true);
    await app.close();
  });

  it('D9.301 D9.399 one that was free again before stays free', async () => {
    const app = await startApp({ db: await openDb(), ...byCode });
    const { token } = (await registerBy(app, ADA)).data;
    await move(app, token, { password: PASSWORD });
    for (let days = 0; days < 8; days += 4) {
      app.clock.jump(4 * DAY_MS);
      expect((await app.call('/api/user/sessions', {}, { token })).code).toBe(1);
    }
    expect((await ask(app, 'exclude', { period: 'forever', password: PASSWORD }, token)).code).toBe(1);
    expect(await isBarred(app, ADA)).toBe(false);
    await app.close();
  });

  it('D9.301 D9.461 nor one that the exclusion found or saw, and that the link of a letter took back', async () => {
    for (const isExcludedFirst of [true, false]) {
      const app = await startApp({ db: await openDb(), ...byCode });
      const { token } = (await registerBy(app, ADA)).data;
      const exclude = () => ask(app, 'exclude', { period: '6m', password: PASSWORD }, token);
      if (isExcludedFirst) await exclude();
      await move(app, token, { password: PASSWORD });
      if (!isExcludedFirst) await exclude();
      await press(app, linkIn((await letterOf(app, 'emailChanged', ADA)).text));
      expect(await isBarred(app, NEW)).toBe(true);
      app.clock.jump(190 * DAY_MS);
      expect(await isBarred(app, NEW)).toBe(false);
      await app.close();
    }
  });
});
