/** Calls that were let in before their account was closed, or their session ended, and come to write afterwards: nothing of them is done. */
import { expect, it } from 'vitest';
import type { AlertRow } from '#protocol/rest/alert.ts';
import { PASSWORD, registerBy } from '../codes/post-box.ts';
import { eachDatabase } from '../each-database.ts';
import { DETAILS } from '../identity/identity-rig.ts';
import { photo, sendPhoto, sentPhoto } from '../send-photo.ts';
import type { StartedApp } from '../start-app.ts';
import { logIn, post } from '../users/factor-stage.ts';
import { stageJustBefore } from '../users/just-before.ts';
import { ask, DAY_MS, operate, statusOf } from './own-stage.ts';

const byCode = { settings: { verify_reg_type: '1', is_real_name_auth: '1' } };
const ADA = 'ada@example.com';
const AWAY = { ip: '203.0.113.9' };
/** How long photos of identity are kept after a closing. */
const KEPT_MS = 5 * 365 * DAY_MS;

const setAlert = (app: StartedApp, token: string, price: string) =>
  app.call<AlertRow>('/v2/api/alert/create', { forex_id: '1', kind: 'above', price }, { method: 'POST', token });

async function identityForm(app: StartedApp, token: string): Promise<Record<string, string>> {
  const colours = ['#111111', '#222222', '#333333'];
  const [front_pic = '', reverse_pic = '', hand_pic = ''] = await Promise.all(colours.map((colour) => sentPhoto(app, token, colour)));
  return { ...DETAILS, front_pic, reverse_pic, hand_pic };
}

const apply = (app: StartedApp, token: string, form: Record<string, string>) =>
  app.call('/api/user_real/real_name', form, { method: 'POST', token });

type Act = () => Promise<{ code: number }>;

/** What a page of a person writes, each with what it needs beforehand; of all that no test of its own looks at. */
const ACTS: Readonly<Record<string, (app: StartedApp, token: string) => Promise<Act> | Act>> = {
  async identity(app, token) {
    const form = await identityForm(app, token);
    return () => apply(app, token, form);
  },
  'a photo': (app, token) => async () => sendPhoto(app, token, await photo().jpeg().toBuffer()),
  'an alert': (app, token) => () => setAlert(app, token, '1.3'),
  async 'an alert edited'(app, token) {
    const { Id } = (await setAlert(app, token, '1.2')).data;
    return () => app.call('/v2/api/alert/edit', { id: String(Id), price: '1.4' }, { method: 'POST', token });
  },
  async 'an alert deleted'(app, token) {
    const { Id } = (await setAlert(app, token, '1.25')).data;
    return () => app.call('/v2/api/alert/delete', { id: String(Id) }, { method: 'POST', token });
  },
  'a limit': (app, token) => () => ask(app, 'own_limit', { kind: 'micro_day', value: '9' }, token),
  'a reminder': (app, token) => () => ask(app, 'session_reminder', { minutes: '60' }, token),
  'a nickname': (app, token) => () => ask(app, 'profile', { nickname: 'Ada' }, token),
  'a language': (app, token) => () => ask(app, 'profile', { lang: 'de' }, token),
  'the name of a passkey': (app, token) => () => ask(app, 'passkey_rename', { id: '1', name: 'Phone' }, token),
  'a demo account': (app, token) => () => ask(app, 'own_demo', {}, token),
};

const rowsOf = (app: StartedApp, table: 'identity' | 'price_alert' | 'own_limit' | 'account_freeze', userId: number) =>
  app.db.kysely.selectFrom(table).selectAll().where('user_id', '=', userId).execute();

eachDatabase('what is done after an account was closed', (openDb) => {
  it('D9.241 D9.398 is nothing: no application, alert, limit, reminder, name, language or demo account', async () => {
    const { app, justBefore } = await stageJustBefore(await openDb(), byCode);
    await app.pushTick('EURUSD', '1.08345');
    for (const [name, prepare] of Object.entries(ACTS)) {
      const { token, user } = (await registerBy(app, ADA.replace('ada', name.replaceAll(' ', '-')))).data;
      const act = await prepare(app, token);
      const close = async () => expect((await ask(app, 'close_account', { password: PASSWORD }, token)).code).toBe(1);
      expect([name, (await justBefore(act, 1, close)).code]).toEqual([name, 999]);
      const left = await Promise.all((['identity', 'price_alert', 'own_limit'] as const).map((table) => rowsOf(app, table, user.id)));
      expect([name, left.flat()]).toEqual([name, []]);
      expect(await statusOf(app, user.id)).toMatchObject({ nickname: '', lang: '', remind_minutes: 0, real_status: 0 });
      expect(await app.db.kysely.selectFrom('user').select('id').where('owner_id', '=', user.id).execute()).toEqual([]);
      app.clock.jump(61_000);
    }
    await app.close();
  });

  it('D9.241 D9.398 a freeze finds nothing to freeze any more', async () => {
    const { app, justBefore } = await stageJustBefore(await openDb(), byCode);
    const { token, user } = (await registerBy(app, ADA)).data;
    await justBefore(
      () => ask(app, 'freeze', {}, token),
      1,
      () => ask(app, 'close_account', { password: PASSWORD }, token),
    );
    expect(await rowsOf(app, 'account_freeze', user.id)).toEqual([]);
    expect(await statusOf(app, user.id)).toMatchObject({ frozen: 0, closed_at: app.clock.now() });
    await app.close();
  });

  it('D9.241 D9.398 an application that was left behind is never verified, and its photos go five years after the closing', async () => {
    const { app } = await stageJustBefore(await openDb(), { ...byCode, config: { reviewAfterMs: undefined } });
    const { token, user } = (await registerBy(app, ADA)).data;
    expect((await apply(app, token, await identityForm(app, token))).code).toBe(1);
    expect((await ask(app, 'close_account', { password: PASSWORD }, token)).code).toBe(1);
    const [row] = await rowsOf(app, 'identity', user.id);
    // As an application stood that came after the closing, before that was refused.
    await app.db.transaction(async (trx) => {
      await trx.updateTable('identity').set({ state: 'waiting', decided_at: null }).where('user_id', '=', user.id).execute();
      await trx.updateTable('upload').set({ delete_at: null }).where('user_id', '=', user.id).execute();
    });
    const id = String(row?.id);
    expect(await operate(app, 'approve-identity', [id], 'as on the card')).toMatchObject({
      isGood: false,
      lines: [`identity ${id}: the account is closed; it can be rejected`],
    });
    const { closed_at } = await statusOf(app, user.id);
    const due = () => app.db.kysely.selectFrom('upload').select('delete_at').where('user_id', '=', user.id).execute();
    app.clock.jump(25 * 3_600_000);
    await app.clock.advance(3_000);
    await expect.poll(due).toEqual(Array.from({ length: 3 }, () => ({ delete_at: closed_at + KEPT_MS })));
    expect(await operate(app, 'reject-identity', [id], 'closed')).toMatchObject({ isGood: true });
    await app.close();
  });
});

eachDatabase('what is done by a session that was ended', (openDb) => {
  it('S26 D9.277 D9.398 is nothing, whatever it is', async () => {
    const { app, justBefore } = await stageJustBefore(await openDb(), byCode);
    const owner = (await registerBy(app, ADA)).data;
    await app.pushTick('EURUSD', '1.08345');
    for (const [name, prepare] of Object.entries(ACTS)) {
      const thief = (await logIn(app, { account: ADA, password: PASSWORD }, AWAY)).data.token;
      const act = await prepare(app, thief);
      const before = await rowsOf(app, 'price_alert', owner.user.id);
      const throwOut = () => post(app, '/api/user/session_revoke_others', {}, { token: owner.token });
      expect([name, (await justBefore(act, 1, throwOut)).code]).toEqual([name, 999]);
      expect(await rowsOf(app, 'price_alert', owner.user.id)).toEqual(before);
    }
    expect(await rowsOf(app, 'identity', owner.user.id)).toEqual([]);
    expect(await statusOf(app, owner.user.id)).toMatchObject({ nickname: '', remind_minutes: 0 });
    await app.close();
  });
});
