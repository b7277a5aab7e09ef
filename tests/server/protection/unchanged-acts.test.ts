/** Limits and breaks that are asked for again and again, by whoever has no more than a session. */
import { expect, it } from 'vitest';
import { LIMITS } from '#server/limits/limits.ts';
import { lettersTo } from '../codes/post-box.ts';
import { eachDatabase } from '../each-database.ts';
import { startApp, WIDE_LIMITS } from '../start-app.ts';
import { OWNER } from '../users/factor-stage.ts';
import { ask, ownerWithPrice } from './own-stage.ts';

eachDatabase('acts of protection that change nothing', (openDb) => {
  it('D9.394 what changes nothing leaves no row of the audit and no letter, however often it is asked for', async () => {
    const app = await startApp({ db: await openDb() });
    const { token } = await ownerWithPrice(app);
    for (const value of ['5', '5', '5', '9', '9', '9']) await ask(app, 'own_limit', { kind: 'micro_day', value }, token);
    for (let times = 0; times < 4; times++) {
      expect((await ask(app, 'cool_off', { days: '1' }, token)).code).toBe(1);
      expect((await ask(app, 'lock_limits', { days: '1' }, token)).code).toBe(1);
      expect((await ask(app, 'exclude', { period: 'forever', password: OWNER.password }, token)).code).toBe(1);
      await app.clock.advance(1_000);
    }
    const rows = await app.db.kysely.selectFrom('audit').select('act').where('act', '<>', 'login').orderBy('id').execute();
    const acts = rows.map(({ act }) => act).filter((act) => /^(limit|cool|exclude)/.test(act));
    expect(acts).toEqual(['limit.ask', 'limit.ask', 'cool-off', 'limits.lock', 'exclude']);
    expect((await lettersTo(app, OWNER.account)).filter(({ template }) => template === 'selfExcluded')).toHaveLength(1);
    await app.close();
  });

  it('D9.394 limits and breaks have a rate of their own: as the server is set, a day has some 1,500 of them and no more', async () => {
    const app = await startApp({
      db: await openDb(),
      limits: { ...WIDE_LIMITS, rest: { ...WIDE_LIMITS.rest, ownLimit: LIMITS.rest.ownLimit } },
    });
    const { token } = await ownerWithPrice(app);
    const statuses = [];
    for (let at = 0; at < 24; at++)
      statuses.push((await ask(app, 'own_limit', { kind: 'micro_day', value: String(99 - at) }, token)).status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(20);
    expect((await ask(app, 'freeze', {}, token)).code).toBe(1);
    await app.close();
  });
});
