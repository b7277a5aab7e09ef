/** Acts of protection by a session that is ended while they are on their way, and a new password by an address that the account leaves meanwhile. */
import { expect, it } from 'vitest';
import { codeTo, PASSWORD, registerBy } from '../codes/post-box.ts';
import { eachDatabase } from '../each-database.ts';
import { codeOf, logIn, OWNER, post, setFactor } from '../users/factor-stage.ts';
import { stageJustBefore } from '../users/just-before.ts';
import { ask, DAY_MS, isIn, letterOf, NEW_PASSWORD, protectionOf, statusOf } from './own-stage.ts';

const byCode = { settings: { verify_reg_type: '1' } };
const AWAY = { ip: '203.0.113.9' };
const ADA = 'ada@example.com';
const inAgain = { account: ADA, password: PASSWORD };

eachDatabase('a thief who is thrown out while they act', (openDb) => {
  it('S26 D9.277 D9.396 does not get it done: no closing, no exclusion, no file of all data, no break, no limit', async () => {
    const { app, justBefore } = await stageJustBefore(await openDb(), byCode);
    const owner = (await registerBy(app, ADA)).data;
    const acts: readonly (readonly [string, Record<string, string>])[] = [
      ['close_account', { password: PASSWORD }],
      ['exclude', { period: 'forever', password: PASSWORD }],
      ['own_data', { password: PASSWORD }],
      ['cool_off', { days: '30' }],
      ['lock_limits', { days: '30' }],
      ['own_limit', { kind: 'loss_day', value: '0' }],
    ];
    for (const [path, fields] of acts) {
      const thief = (await logIn(app, inAgain, AWAY)).data.token;
      const throwOut = () => post(app, '/api/user/session_revoke_others', {}, { token: owner.token });
      const reply = await justBefore(() => ask(app, path, fields, thief), 1, throwOut);
      expect([path, reply.code]).toEqual([path, 999]);
    }
    const untouched = { closed_at: 0, excluded_until: 0, cool_off_until: 0, limits_locked_until: 0 };
    expect(await statusOf(app, owner.user.id)).toMatchObject(untouched);
    expect((await protectionOf(app, owner.token)).limits.every(({ value }) => value === '')).toBe(true);
    await app.close();
  });

  it('S26 D9.277 D9.396 nor is a freeze lifted', async () => {
    const { app, justBefore } = await stageJustBefore(await openDb());
    const { token, secret, codes } = await setFactor(app);
    app.clock.jump(DAY_MS);
    expect((await ask(app, 'freeze', {}, token)).code).toBe(1);
    app.clock.jump(DAY_MS);
    const enter = async (factor: string) => {
      const { ticket } = (await logIn(app)).data;
      return (await post<{ token: string }>(app, '/api/user/login_factor', { ticket, code: factor })).data.token;
    };
    const [thief, owner] = [await enter(codes[0] ?? ''), await enter(codes[1] ?? '')];
    const act = () => ask(app, 'unfreeze', { password: OWNER.password, factor: codeOf(app, secret) }, thief);
    // The first of its transactions takes the code.
    const reply = await justBefore(act, 2, async () => {
      expect((await post(app, '/api/user/session_revoke_others', {}, { token: owner })).code).toBe(1);
    });
    expect(reply.code).toBe(999);
    expect((await protectionOf(app, owner)).frozen).toBe('1');
    await app.close();
  });
});

eachDatabase('a new password by a code', (openDb) => {
  it('D9.300 D9.396 is not set by an address that the account leaves meanwhile', async () => {
    const { app, justBefore } = await stageJustBefore(await openDb());
    const { token, user } = (await logIn(app)).data;
    await post(app, '/api/notify/send_email', { to: OWNER.account, area_id: '', type: '2' });
    const auth_code = /\b\d{6}\b/.exec((await letterOf(app, 'resetCode')).text)?.[0] ?? '';
    await post(app, '/api/user/address_code', { type: 'email', to: ADA }, { token });
    const moving = { type: 'email', to: ADA, auth_code: await codeTo(app, ADA), password: OWNER.password };
    const reset = { type: 'email', account: OWNER.account, new_password: NEW_PASSWORD, secondary_password: NEW_PASSWORD, auth_code };
    // The first of its transactions looks at the code.
    const reply = await justBefore(
      () => post(app, '/api/user/forget_password', reset, AWAY),
      2,
      async () => {
        expect((await post(app, '/api/user/address_set', moving, { token })).code).toBe(1);
      },
    );
    expect(reply).toMatchObject({ code: 1011, data: { field: 'auth_code' } });
    expect(await isIn(app, token)).toBe(true);
    expect((await logIn(app, { account: ADA, password: NEW_PASSWORD })).code).toBe(1014);
    expect((await logIn(app, { account: ADA })).code).toBe(1);
    expect((await statusOf(app, user.id)).email).toBe(ADA);
    await app.close();
  });
});
