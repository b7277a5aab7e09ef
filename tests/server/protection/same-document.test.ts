/** An exclusion of a person with several accounts, who was verified with one document. */
import { expect, it } from 'vitest';
import { lettersTo, PASSWORD, registerBy } from '../codes/post-box.ts';
import { eachDatabase } from '../each-database.ts';
import { type StartedApp, startApp } from '../start-app.ts';
import { ask, statusOf, submit } from './own-stage.ts';

eachDatabase('self-exclusion and the document of a person', (openDb) => {
  const byCode = { settings: { verify_reg_type: '1' } };
  const shown = (app: StartedApp, userId: number, state: 'waiting' | 'verified' | 'rejected') =>
    app.db.transaction((trx) =>
      trx
        .insertInto('identity')
        .values({
          ...{ user_id: userId, state, details: '', document_hash: 'the same', front_id: '', back_id: '', hand_id: null },
          ...{ submitted_at: app.clock.now(), decided_at: null, remark: '' },
        })
        .execute(),
    );
  const one = async (app: StartedApp, name: string): Promise<Person> => {
    app.clock.jump(61_000);
    return (await registerBy(app, `${name}@example.com`)).data;
  };
  const three = async (app: StartedApp) => [await one(app, 'ada'), await one(app, 'second'), await one(app, 'waits')] as const;
  type Person = { token: string; user: { id: number } };
  const until = async (app: StartedApp, { user }: Person) => (await statusOf(app, user.id)).excluded_until;

  it('D9.239 D9.395 holds for every account that was verified with it, and for none that only showed it', async () => {
    const app = await startApp({ db: await openDb(), ...byCode });
    const [ada, second, waits] = await three(app);
    await shown(app, ada.user.id, 'verified');
    await shown(app, second.user.id, 'verified');
    await shown(app, waits.user.id, 'waiting');
    const done = await ask<{ until: number }>(app, 'exclude', { period: '6m', password: PASSWORD }, ada.token);
    await expect.poll(() => until(app, second)).toBe(done.data.until);
    expect((await lettersTo(app, 'second@example.com'))[0]?.template).toBe('selfExcluded');
    await app.pushTick('EURUSD', '1.08345');
    expect(await submit(app, second.token)).toMatchObject({ code: 1015, data: { until: done.data.until } });
    expect(await until(app, waits)).toBe(0);
    // One that is verified afterwards follows with the housekeeping.
    await app.db.transaction((trx) =>
      trx.updateTable('identity').set({ state: 'verified' }).where('user_id', '=', waits.user.id).execute(),
    );
    await app.clock.advance(301_000);
    await expect.poll(() => until(app, waits)).toBe(done.data.until);
    await app.close();
  });

  it('D9.239 D9.395 of somebody who was never verified holds for nobody else', async () => {
    const app = await startApp({ db: await openDb(), ...byCode, config: { reviewAfterMs: undefined } });
    const [ada, second] = await three(app);
    await shown(app, ada.user.id, 'waiting');
    await shown(app, second.user.id, 'verified');
    expect((await ask(app, 'exclude', { period: 'forever', password: PASSWORD }, ada.token)).code).toBe(1);
    await app.clock.advance(301_000);
    expect(await until(app, second)).toBe(0);
    await app.close();
  });
});
