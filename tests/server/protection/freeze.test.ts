/** What may still be done with a frozen account, and what comes first of a freeze and an order. */
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { lockPersonAccount } from '#server/ledger/person-account.ts';
import { insertFreeze } from '#server/repositories/freeze-repository.ts';
import { eachDatabase } from '../each-database.ts';
import { type StartedApp, startApp } from '../start-app.ts';
import { stageOfTwo } from '../users/crossing.ts';
import { OWNER } from '../users/factor-stage.ts';
import { ask, isIn, lateSubmit, MICRO, ownerWithPrice, statusOf, submit, submitPending } from './own-stage.ts';

eachDatabase('a frozen account', (openDb) => {
  it('D9.29 D9.236 S30 closes, cancels, edits and reads, and takes no new risk; what waited for its price is cancelled', async () => {
    const app = await startApp({ db: await openDb() });
    const { token, id, uid } = await ownerWithPrice(app);
    const order = (await submit(app, token)).data as { id: number };
    expect((await submitPending(app, token)).code).toBe(1);
    expect((await ask(app, 'freeze', {}, token)).code).toBe(1);
    expect(await isIn(app, token)).toBe(false);
    await expect
      .poll(async () => (await app.db.kysely.selectFrom('trade_order').select('id').where('status', '=', 0).execute()).length)
      .toBe(0);

    const { token: again } = await app.real();
    const own = { token: again };
    const held = (await app.call<{ data: { Id: number }[] }>('/v2/api/forex/my_deal', { status: '1' }, own)).data.data[0]?.Id;
    expect(held).toBeDefined();
    for (const [path, fields] of [
      ['/v2/api/micro/submit', MICRO],
      ['/v2/api/forex/reverse', { id: String(held) }],
    ] as const)
      expect([path, (await app.call(path, fields, own)).code]).toEqual([path, 1015]);
    expect((await submit(app, again)).code).toBe(1015);
    expect((await submitPending(app, again)).code).toBe(1015);
    // One that was let in before, and comes to the desk now.
    expect((await lateSubmit(app, { id, uid })).code).toBe(1015);
    for (const [path, fields] of [
      ['factor_begin', { password: OWNER.password }],
      ['passkey_new', { password: OWNER.password }],
      ['amend_pay_password', { password: '740284', current: OWNER.password }],
      ['close_account', { password: OWNER.password }],
    ] as const)
      expect([path, (await ask(app, path, fields, again)).code]).toEqual([path, 1015]);
    expect((await app.call('/v2/api/forex/set_stop_price', { id: String(held), stop_loss_price: '1.07000' }, own)).code).toBe(1);
    expect((await app.call('/v2/api/forex/close', { id: String(held) }, own)).code).toBe(1);
    expect((await app.call('/v2/api/main/accountLog/forexChange', {}, own)).code).toBe(1);
    expect(order).toBeTruthy();
    await app.close();
  });

  it('D9.236 a freeze and an order at once: no order is taken after the freeze, and none is half taken', async () => {
    const app = await startApp({ db: await openDb() });
    const { token, id, uid } = await ownerWithPrice(app);
    const orders = Array.from({ length: 8 }, () => lateSubmit(app, { id, uid }));
    const [frozen, ...replies] = await Promise.all([ask(app, 'freeze', {}, token), ...orders]);
    expect(frozen.code).toBe(1);
    const taken = replies.filter(({ code }) => code === 1).length;
    expect(replies.every(({ code }) => code === 1 || code === 1015)).toBe(true);
    const rows = await app.db.kysely.selectFrom('trade_order').select('id').where('user_id', '=', id).execute();
    expect(rows).toHaveLength(taken);
    expect((await lateSubmit(app, { id, uid })).code).toBe(1015);
    await app.close();
  });

  it('D9.236 waits for an order that is being opened, and comes after it', async () => {
    const db = await openDb();
    if (db.dialect === 'sqlite') return; // One writer: whatever is being opened is done before.
    const app = await startApp({ db });
    const { token, id } = await ownerWithPrice(app);
    let isFrozen = false;
    let freezing: Promise<unknown> = Promise.resolve();
    await db.transaction(async (trx) => {
      await lockPersonAccount(trx, id, 'micro');
      freezing = ask(app, 'freeze', {}, token).then(() => {
        isFrozen = true;
      });
      // It has reached the lock, and waits there.
      await expect.poll(() => waitersOf(app), { timeout: 10_000 }).toBeGreaterThan(0);
      expect(isFrozen).toBe(false);
    });
    await freezing;
    expect((await statusOf(app, id)).frozen).toBe(1);
    await app.close();
  });

  it('D9.236 S41 should the server end right after the freeze, what waits for its price is cancelled by the housekeeping', async () => {
    const app = await startApp({ db: await openDb() });
    const { token, id } = await ownerWithPrice(app);
    expect((await submitPending(app, token)).code).toBe(1);
    // As the freeze commits it, without what follows.
    await app.db.transaction((trx) => insertFreeze(trx, { userId: id, way: 'self', atMs: app.clock.now() }));
    const waiting = async () => (await app.db.kysely.selectFrom('trade_order').select('id').where('status', '=', 0).execute()).length;
    expect(await waiting()).toBe(1);
    await expect
      .poll(
        async () => {
          await app.clock.advance(20_000);
          return waiting();
        },
        { timeout: 20_000 },
      )
      .toBe(0);
    await app.close();
  });

  it('D9.236 a change of a credential that was under way when the account was frozen is undone', async () => {
    const { app, crossing } = await stageOfTwo(await openDb());
    const { token, id } = await ownerWithPrice(app);
    const [, changed] = await crossing(
      () => app.db.transaction((trx) => insertFreeze(trx, { userId: id, way: 'self', atMs: app.clock.now() })),
      () => ask(app, 'amend_pay_password', { password: '740284', current: OWNER.password }, token),
    );
    expect(changed.code).not.toBe(1);
    expect((await statusOf(app, id)).pay_password_hash).toBeNull();
    await app.close();
  });
});

/** Statements of this database that wait for a lock. */
async function waitersOf(app: StartedApp): Promise<number> {
  const query = sql<{ waiting: number }>`select count(*) as waiting from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  return Number((await query.execute(app.db.kysely)).rows[0]?.waiting);
}
