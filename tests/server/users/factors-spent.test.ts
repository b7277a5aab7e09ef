/** D9.427: a code of the second factor is used up by the act that it is given for, and by nothing that was wrong with something else. */
import { expect, it } from 'vitest';
import { change, codeTo, otherThan } from '../codes/post-box.ts';
import { eachDatabase } from '../each-database.ts';
import { type StartedApp, startApp } from '../start-app.ts';
import { codeOf, OWNER, post, setFactor } from './factor-stage.ts';

const NEW = 'new@example.com';
const { password } = OWNER;
const PAY = 'quiet-Harbour-9';

/** Somebody with a second factor whose app shows a code that was not used yet. */
async function guarded(app: StartedApp) {
  const own = await setFactor(app);
  app.clock.jump(61_000);
  const call = <T>(url: string, fields: Record<string, string>) => post<T>(app, `/api/user/${url}`, fields, { token: own.token });
  return { ...own, call, factor: codeOf(app, own.secret) };
}

eachDatabase('a code of the second factor', (openDb) => {
  it('D9.427 counts still after a wrong code of the letter; so does a recovery code', async () => {
    const app = await startApp({ db: await openDb() });
    const { call, factor, codes } = await guarded(app);
    const wanted = { type: 'email', to: NEW };
    expect((await call('address_code', wanted)).code).toBe(1);
    const auth_code = await codeTo(app, NEW);
    const set = (fields: Record<string, string>) => call('address_set', { ...wanted, password, ...fields });
    for (const proof of [factor, codes[0] as string]) {
      expect(await set({ auth_code: otherThan(auth_code), factor: proof })).toMatchObject({ code: 1011, data: { field: 'auth_code' } });
    }
    expect((await set({ auth_code, factor: otherThan(factor) })).code).toBe(1017);
    expect((await set({ auth_code, factor })).code).toBe(1);
    // Once, and the recovery code is left.
    expect((await call('recovery_codes', { password, factor })).code).toBe(1017);
    expect((await call('recovery_codes', { password, factor: codes[0] as string })).code).toBe(1);
    await app.close();
  });

  it('D9.427 counts still where a new password is refused: for a wrong code of the letter, or as the pay password', async () => {
    const app = await startApp({ db: await openDb() });
    const { call, factor, codes } = await guarded(app);
    expect((await call('amend_pay_password', { password: PAY, current: password, factor: codes[0] as string })).code).toBe(1);
    await change(app, { is_reset_password_verify: '1' });
    expect((await post(app, '/api/notify/send_email', { to: OWNER.account, area_id: '1', type: '3' })).code).toBe(1);
    const auth_code = await codeTo(app, OWNER.account);
    const amend = (new_password: string, code: string) =>
      call('amend_password', { type: 'email', password, new_password, auth_code: code, factor });
    expect((await amend('better-Harbour-8', otherThan(auth_code))).code).toBe(1011);
    expect(await amend(PAY, auth_code)).toMatchObject({ code: 1001, data: { field: 'new_password' } });
    expect((await amend('better-Harbour-8', auth_code)).code).toBe(1);
    await app.close();
  });

  it('D9.427 counts still where there is nothing to do: a factor that is set already, a passkey that is not there', async () => {
    const app = await startApp({ db: await openDb() });
    const { call, factor } = await guarded(app);
    expect((await call('factor_begin', { password, factor })).code).toBe(1106);
    expect((await call('passkey_remove', { id: '4711', password, factor })).code).toBe(1004);
    expect((await call('recovery_codes', { password, factor })).code).toBe(1);
    await app.close();
  });
});
