/** An account that is logged in to by an e-mail address and by a number: guesses by both together are no more than ten a minute. */
import { expect, it } from 'vitest';
import { LIMITS } from '#server/limits/limits.ts';
import { eachDatabase } from '../each-database.ts';
import { startApp, WIDE_LIMITS } from '../start-app.ts';
import { logIn, OWNER } from './factor-stage.ts';

const MOBILE = '+15550001111';

eachDatabase('an account of two names', (open) => {
  it('S23 P21 D9.303 unknown devices reach it ten times a minute by both names together', async () => {
    const app = await startApp({ db: await open(), limits: { ...WIDE_LIMITS, login: LIMITS.login } });
    await app.db.transaction((trx) => trx.updateTable('user').set({ mobile: MOBILE }).where('email', '=', OWNER.account).execute());
    let reached = 0;
    for (let at = 0; at < 20; at++) {
      const from = { ip: `198.51.${at}.7` };
      const byMail = await logIn(app, { password: 'wrong-Passw0rd' }, from);
      const byPhone = await logIn(app, { login_type: 'phone', account: MOBILE, password: 'wrong-Passw0rd' }, from);
      reached += [byMail, byPhone].filter(({ code }) => code === 1014).length;
    }
    expect(reached).toBe(10);
    await app.close();
  });
});
