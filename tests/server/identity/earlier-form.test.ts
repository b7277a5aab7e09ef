/** Documents that were stored before what makes two of them the same had changed (decision D9.462). */
import { expect, it } from 'vitest';
import { HOUR_MS } from '#domain/time-units.ts';
import { eachDatabase } from '../each-database.ts';
import { identityRig } from './identity-rig.ts';

eachDatabase('a document of an earlier form', (open) => {
  it.each(['by the start', 'by a server that runs, within an hour'])('D9.462 is compared in the one of now, made anew %s', async (how) => {
    const db = await open();
    let own = await identityRig(db);
    const [ada, late] = [await own.person(), await own.person()];
    await own.submit(ada, await own.form(ada));
    expect(await own.operator('approve-identity', [await own.waitingId(ada)], 'as on the card')).toMatchObject({ isGood: true });
    const earlier = { document_hash: 'ab'.repeat(32) };
    const excluded_until = own.clock.now() + 3 * HOUR_MS;
    await own.db.transaction(async (trx) => {
      await trx.updateTable('identity').set(earlier).where('user_id', '=', ada.id).execute();
      await trx.updateTable('user').set({ excluded_until }).where('id', '=', ada.id).execute();
    });
    if (how === 'by the start') own = await identityRig(db);
    else {
      await own.housekeeping.start();
      await own.clock.advance(HOUR_MS + 60_000);
    }
    await expect.poll(async () => (await own.submit(late, await own.form(late))).code).toBe(1015);
    await own.housekeeping.stop();
  });

  it('D9.504 one start with a wrong key takes nothing from those that have the right one', async () => {
    const db = await open();
    let own = await identityRig(db);
    const [ada, late] = [await own.person(), await own.person()];
    await own.submit(ada, await own.form(ada));
    expect(await own.operator('approve-identity', [await own.waitingId(ada)], 'as on the card')).toMatchObject({ isGood: true });
    const excluded_until = own.clock.now() + 3 * HOUR_MS;
    await own.db.transaction(async (trx) => {
      await trx
        .updateTable('identity')
        .set({ document_hash: 'ab'.repeat(32) })
        .where('user_id', '=', ada.id)
        .execute();
      await trx.updateTable('user').set({ excluded_until }).where('id', '=', ada.id).execute();
    });
    await identityRig(db, { secretsKey: 'cd'.repeat(32) });
    own = await identityRig(db);
    expect((await own.submit(late, await own.form(late))).code).toBe(1015);
  });

  it('D9.504 one that is damaged keeps no server from its start, and none of the others from being found', async () => {
    const db = await open();
    let own = await identityRig(db);
    const [eve, ada, late] = [await own.person(), await own.person(), await own.person()];
    await own.submit(eve, { ...(await own.form(eve)), card_id: 'Y-765 432' });
    await own.submit(ada, await own.form(ada));
    expect(await own.operator('approve-identity', [await own.waitingId(ada)], 'as on the card')).toMatchObject({ isGood: true });
    const excluded_until = own.clock.now() + 3 * HOUR_MS;
    await own.db.transaction(async (trx) => {
      const { details } = await trx.selectFrom('identity').select('details').where('user_id', '=', eve.id).executeTakeFirstOrThrow();
      await trx
        .updateTable('identity')
        .set({ details: `${details.slice(0, -8)}AAAAAAAA` })
        .where('user_id', '=', eve.id)
        .execute();
      await trx
        .updateTable('identity')
        .set({ document_hash: 'ab'.repeat(32) })
        .execute();
      await trx.updateTable('user').set({ excluded_until }).where('id', '=', ada.id).execute();
    });
    own = await identityRig(db);
    expect((await own.submit(late, await own.form(late))).code).toBe(1015);
  });
});
