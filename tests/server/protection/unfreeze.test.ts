/** Lifting a freeze: by its person, and by an operator. */
import { expect, it } from 'vitest';
import { eachDatabase } from '../each-database.ts';
import { startApp } from '../start-app.ts';
import { codeOf, giveCode, logIn, OWNER, setFactor } from '../users/factor-stage.ts';
import {
  ask,
  DAY_MS,
  forget,
  isIn,
  letterOf,
  linkIn,
  NEW_PASSWORD,
  operate,
  ownerId,
  ownerWithPrice,
  press,
  protectionOf,
  statusOf,
  submit,
} from './own-stage.ts';

eachDatabase('lifting a freeze', (openDb) => {
  it('D9.29 D9.236 by oneself: after a day, with the second factor, once, and it is in the audit', async () => {
    const app = await startApp({ db: await openDb() });
    const { token, secret, device } = await setFactor(app);
    await app.pushTick('EURUSD', '1.08345');
    app.clock.jump(60_000);
    expect((await ask(app, 'freeze', {}, token)).code).toBe(1);
    // The device is unknown now: the factor is asked for at the login too.
    const step = await logIn(app, { device });
    expect(step.code).toBe(1016);
    const entered = await giveCode(app, step.data.ticket, codeOf(app, secret));
    const own = entered.data.token;
    const reauth = () => ({ password: OWNER.password, factor: codeOf(app, secret) });
    const early = await ask<{ until: number }>(app, 'unfreeze', reauth(), own);
    const until = (await protectionOf(app, own)).liftable;
    expect(early).toMatchObject({ code: 1019, data: { until } });
    app.clock.jump(until - app.clock.now());
    expect((await ask(app, 'unfreeze', { password: OWNER.password }, own)).code).toBe(1016);
    expect((await ask(app, 'unfreeze', { ...reauth(), password: 'wrong' }, own)).code).toBe(1014);
    expect(await protectionOf(app, own)).toMatchObject({ frozen: '1', by: 'self' });
    app.clock.jump(30_000);
    expect((await ask(app, 'unfreeze', reauth(), own)).code).toBe(1);
    expect(await protectionOf(app, own)).toMatchObject({ frozen: '0', by: '', liftable: 0 });
    expect((await ask(app, 'unfreeze', reauth(), own)).code).toBe(1004);
    await app.pushTick('EURUSD', '1.08346');
    expect((await submit(app, own)).code).toBe(1);
    linkIn((await letterOf(app, 'accountUnfrozen')).text);
    const acts = await app.db.kysely.selectFrom('audit').select('act').where('act', 'in', ['freeze', 'unfreeze']).orderBy('id').execute();
    expect(acts.map(({ act }) => act)).toEqual(['freeze', 'unfreeze']);
    await app.close();
  });

  it('D9.236 without a second factor, or with one that a thief may have set, only an operator lifts it', async () => {
    const app = await startApp({ db: await openDb() });
    const { token, uid } = await ownerWithPrice(app);
    await ask(app, 'freeze', {}, token);
    const { token: again } = await app.real();
    app.clock.jump(2 * DAY_MS);
    expect((await ask(app, 'unfreeze', { password: OWNER.password }, again)).code).toBe(1015);
    expect((await protectionOf(app, again)).liftable).toBe(0);
    expect(await operate(app, 'unfreeze', [uid], '')).toMatchObject({ isGood: false });
    expect(await operate(app, 'unfreeze', [uid], 'showed their passport')).toMatchObject({ isGood: true });
    expect(await operate(app, 'unfreeze', [uid], 'again')).toMatchObject({ isGood: false });

    // A factor that was set two days before a "not me".
    const { token: own, codes } = await setFactor(app);
    app.clock.jump(2 * DAY_MS);
    await press(app, linkIn((await letterOf(app, 'factorSet')).text));
    await forget(app, NEW_PASSWORD);
    const { ticket } = (await logIn(app, { password: NEW_PASSWORD })).data;
    const entered = await giveCode(app, ticket, codes[0] ?? '');
    app.clock.jump(2 * DAY_MS);
    const reauth = { password: NEW_PASSWORD, factor: codes[1] ?? '' };
    expect((await ask(app, 'unfreeze', reauth, entered.data.token)).code).toBe(1015);
    expect(await isIn(app, own)).toBe(false);
    await app.close();
  });

  it('D9.236 an operator’s freeze is lifted by nobody else', async () => {
    const app = await startApp({ db: await openDb() });
    const { token, secret } = await setFactor(app);
    const { uid } = await statusOf(app, await ownerId(app));
    expect(await operate(app, 'freeze', ['00000000'], 'why')).toMatchObject({ isGood: false });
    expect(await operate(app, 'freeze', [uid], 'a call of the bank')).toMatchObject({ isGood: true });
    expect(await operate(app, 'freeze', [uid], 'again')).toMatchObject({ isGood: false });
    expect(await isIn(app, token)).toBe(false);
    app.clock.jump(9 * DAY_MS);
    const { ticket } = (await logIn(app)).data;
    const entered = await giveCode(app, ticket, codeOf(app, secret));
    app.clock.jump(30_000);
    const reauth = { password: OWNER.password, factor: codeOf(app, secret) };
    expect((await ask(app, 'unfreeze', reauth, entered.data.token)).code).toBe(1015);
    await app.close();
  });

  it('D9.236 an operator’s freeze takes the place of one that its person could lift; the other way round it stays', async () => {
    const app = await startApp({ db: await openDb() });
    const { token, secret } = await setFactor(app);
    const { uid } = await statusOf(app, await ownerId(app));
    expect((await ask(app, 'freeze', {}, token)).code).toBe(1);
    expect(await operate(app, 'freeze', [uid], 'a call of the bank')).toMatchObject({ isGood: true });
    expect(await operate(app, 'freeze', [uid], 'again')).toMatchObject({ isGood: false });
    app.clock.jump(9 * DAY_MS);
    const { ticket } = (await logIn(app)).data;
    const own = (await giveCode(app, ticket, codeOf(app, secret))).data.token;
    expect(await protectionOf(app, own)).toMatchObject({ frozen: '1', by: 'operator', liftable: 0 });
    await ask(app, 'freeze', {}, own);
    expect(await protectionOf(app, own)).toMatchObject({ by: 'operator' });
    app.clock.jump(30_000);
    expect((await ask(app, 'unfreeze', { password: OWNER.password, factor: codeOf(app, secret) }, own)).code).toBe(1015);
    await app.close();
  });
});
