/** What a code that was asked for leaves to do afterwards: who asks something else right behind it must not tell by the wait whose address is known. */
import { expect, it } from 'vitest';
import { lettersTo, MAIL, post, SMS } from '../codes/post-box.ts';
import { eachDatabase } from '../each-database.ts';
import { startApp } from '../start-app.ts';

eachDatabase('the work behind an answer', (open) => {
  it('S22 D9.284 is the same for a known address and an unknown one: a letter is claimed and ended, and nobody is written to', async () => {
    const app = await startApp({ db: await open() });
    const { kysely } = app.db;
    const withNumber = { mobile: '+15550001111' };
    await app.db.transaction((trx) => trx.updateTable('user').set(withNumber).where('email', '=', 'demo@example.com').execute());
    const workOf = async (path: string, fields: Record<string, unknown>) => {
      expect((await post(app, path, fields)).code).toBe(1);
      const waiting = kysely.selectFrom('letter').select('id').where('state', '=', 'waiting');
      await expect.poll(async () => (await waiting.execute()).length).toBe(0);
      const { tries, ended_at, params } = await kysely.selectFrom('letter').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow();
      return { tries, endedAfterMs: ended_at - app.clock.now(), hasWords: params !== '{}' };
    };
    for (const type of [2, 3]) {
      app.clock.jump(60_000);
      expect(await workOf(MAIL, { to: 'demo@example.com', type })).toEqual({ tries: 1, endedAfterMs: 0, hasWords: true });
      expect(await workOf(MAIL, { to: 'nobody@example.com', type })).toEqual({ tries: 1, endedAfterMs: 0, hasWords: false });
      expect(await workOf(SMS, { to: '5550001111', area_id: 1, type })).toEqual({ tries: 1, endedAfterMs: 0, hasWords: true });
      expect(await workOf(SMS, { to: '5550002222', area_id: 1, type })).toEqual({ tries: 1, endedAfterMs: 0, hasWords: false });
    }
    expect(await lettersTo(app, '')).toEqual([]);
    expect(await lettersTo(app, 'nobody@example.com')).toEqual([]);
    await app.close();
  });
});
