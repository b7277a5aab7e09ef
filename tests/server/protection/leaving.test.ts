/** All that is kept about a person as a file, and an account that is closed for good. */
import { expect, it } from 'vitest';
import { lettersTo, PASSWORD, registerBy } from '../codes/post-box.ts';
import { eachDatabase } from '../each-database.ts';
import { type StartedApp, startApp } from '../start-app.ts';
import { OWNER, post, setFactor } from '../users/factor-stage.ts';
import { ask, DAY_MS, letterOf, linkIn, press, statusOf, submit, submitPending } from './own-stage.ts';

const NEWCOMER = 'newcomer@example.com';

async function ownFile(app: StartedApp, token: string, fields: Record<string, string>) {
  const headers = { 'content-type': 'application/x-www-form-urlencoded', authorization: token };
  const payload = new URLSearchParams(fields).toString();
  const reply = await app.app.inject({ method: 'POST', url: '/api/user/own_data', payload, headers });
  return { type: String(reply.headers['content-type']), disposition: String(reply.headers['content-disposition']), text: reply.body };
}

eachDatabase('all data of oneself', (openDb) => {
  it('D9.242 is one JSON file, given for password and factor, with everything of the person and nothing that proves them', async () => {
    const app = await startApp({ db: await openDb(), settings: { verify_reg_type: '1' } });
    const { token, codes } = await setFactor(app);
    await app.pushTick('EURUSD', '1.08345');
    const other = await registerBy(app, NEWCOMER);
    expect((await submit(app, token)).code).toBe(1);
    await ask(app, 'own_limit', { kind: 'loss_day', value: '12.5' }, token);
    expect(JSON.parse((await ownFile(app, token, { password: 'wrong' })).text).code).toBe(1014);
    const file = await ownFile(app, token, { password: OWNER.password, factor: codes[0] ?? '' });
    expect(file.type).toBe('application/json; charset=utf-8');
    expect(file.disposition).toMatch(/^attachment; filename="account-\d{8}\.json"$/);
    const data = JSON.parse(file.text);
    expect(data.person).toMatchObject({ email: OWNER.account, has_password: true, two_factor: 1 });
    expect(data.orders).toHaveLength(1);
    expect(data.orders[0]).toMatchObject({ lots: '0.1', margin: '108.345', executions: [{ kind: 'open', price: '1.08345' }] });
    expect(data.limits).toEqual([{ kind: 'loss_day', value: '12.5', next: '', next_at: 0 }]);
    expect(data['ledger forex balance'].length).toBeGreaterThan(0);
    expect(data.logins.length).toBeGreaterThan(0);
    expect(data.acts.map(({ act }: { act: string }) => act)).toContain('factor.set');
    // Nothing to get in with, and nothing of anybody else.
    const user = await statusOf(app, data.person.id);
    const secrets = await app.db.kysely.selectFrom('second_factor').select('secret').execute();
    const hashes = await app.db.kysely.selectFrom('session').select('token_hash').execute();
    for (const secret of [user.password_hash, token, ...codes, ...secrets.map((row) => row.secret), ...hashes.map((row) => row.token_hash)])
      expect(file.text).not.toContain(String(secret));
    expect(file.text).not.toContain('argon2');
    expect(file.text).not.toContain(NEWCOMER);
    expect(other.code).toBe(1);
    await app.close();
  });

  it('D9.242 a long life of trades comes in pages and whole', async () => {
    const app = await startApp({ db: await openDb(), settings: { verify_reg_type: '1' } });
    const { token, id } = await app.real();
    const rows = Array.from({ length: 1_203 }, (_, at) => ({
      ...{ user_id: id, at, entered: 1, via: 'password' as const, agent: `agent ${at}`, network: '-', is_new: 0 },
    }));
    for (let from = 0; from < rows.length; from += 200) {
      await app.db.transaction((trx) =>
        trx
          .insertInto('login_event')
          .values(rows.slice(from, from + 200))
          .execute(),
      );
    }
    const data = JSON.parse((await ownFile(app, token, { password: OWNER.password })).text);
    expect(data.logins.filter(({ agent }: { agent: string }) => agent.startsWith('agent ')).map(({ at }: { at: number }) => at)).toEqual(
      rows.map(({ at }) => at),
    );
    await app.close();
  });
});

eachDatabase('an account that is closed', (openDb) => {
  it('D9.29 D9.241 is refused while it holds anything, and says what', async () => {
    const app = await startApp({ db: await openDb(), settings: { verify_reg_type: '1' } });
    await app.pushTick('EURUSD', '1.08345');
    const { token, id } = await app.real();
    const close = () => ask(app, 'close_account', { password: OWNER.password }, token);
    expect((await submit(app, token)).code).toBe(1);
    expect((await submitPending(app, token)).code).toBe(1);
    expect(await close()).toMatchObject({ code: 1030, data: { field: 'positions', value: '1' } });
    expect((await app.call('/v2/api/forex/close_all', {}, { token })).code).toBe(1);
    expect(await close()).toMatchObject({ code: 1030, data: { field: 'pending', value: '1' } });
    expect((await app.call('/v2/api/forex/cancel_all', {}, { token })).code).toBe(1);
    expect(await close()).toMatchObject({ code: 1030, data: { field: 'balances' } });
    expect((await statusOf(app, id)).closed_at).toBe(0);
    await app.close();
  });

  it('D9.241 S41 forgets who it was, keeps what the law says, and nobody gets in any more', async () => {
    const app = await startApp({ db: await openDb(), settings: { verify_reg_type: '1' } });
    const made = await registerBy(app, NEWCOMER);
    const { token, user } = made.data;
    expect((await ask(app, 'close_account', { password: 'wrong' }, token)).code).toBe(1014);
    expect((await ask(app, 'close_account', { password: PASSWORD }, token)).code).toBe(1);
    // Whoever still holds the session hears why, and its row says nothing of where it was opened.
    expect(await app.call('/api/user/info', {}, { token })).toMatchObject({ code: 999, data: { why: 'close' } });
    const rows = await app.db.kysely.selectFrom('session').selectAll().where('user_id', '=', user.id).execute();
    expect(rows.map(({ agent, network, device_hash }) => [agent, network, device_hash])).toEqual([['', '', null]]);
    const fields = { account: NEWCOMER, password: PASSWORD, login_type: 'email' };
    expect((await post(app, '/api/user/loginForU', fields)).code).toBe(1014);
    expect(await statusOf(app, user.id)).toMatchObject({ email: null, mobile: null, password_hash: null, closed_at: app.clock.now() });
    for (const table of ['device', 'address_change', 'login_event', 'not_me', 'own_limit'] as const)
      expect([table, await app.db.kysely.selectFrom(table).selectAll().where('user_id', '=', user.id).execute()]).toEqual([table, []]);
    // The last letter alone has the address.
    expect((await lettersTo(app, NEWCOMER)).map(({ template, text }) => [template, text.includes('not_me')])).toEqual([
      ['accountClosed', false],
    ]);
    const kept = await app.db.kysely.selectFrom('account').selectAll().where('user_id', '=', user.id).execute();
    expect(kept.length).toBeGreaterThan(0);
    const acts = await app.db.kysely.selectFrom('audit').select('act').where('act', '=', 'account.close').execute();
    expect(acts).toHaveLength(1);
    await app.close();
  });

  it('D9.241 its address registers nobody for thirty days, whose answer tells nobody so, and anybody after that', async () => {
    const app = await startApp({ db: await openDb(), settings: { verify_reg_type: '1' } });
    const { token } = (await registerBy(app, NEWCOMER)).data;
    await ask(app, 'close_account', { password: PASSWORD }, token);
    app.clock.jump(60_000);
    const asked = { to: NEWCOMER, area_id: '', type: '1' };
    const free = await post(app, '/api/notify/send_email', { ...asked, to: 'free@example.com' });
    const sent = await post(app, '/api/notify/send_email', asked);
    expect([sent.code, sent.msg, sent.data]).toEqual([free.code, free.msg, free.data]);
    expect((await letterOf(app, 'registerBarred', NEWCOMER)).text).not.toMatch(/\b\d{6}\b/);
    app.clock.jump(30 * DAY_MS);
    const again = await registerBy(app, NEWCOMER);
    expect(again).toMatchObject({ code: 1, data: { user: { email: NEWCOMER } } });
    await app.close();
  });

  it('D9.239 D9.241 of somebody who excluded themselves: not before the exclusion is over', async () => {
    const app = await startApp({ db: await openDb(), settings: { verify_reg_type: '1' } });
    const { token } = (await registerBy(app, NEWCOMER)).data;
    expect((await ask(app, 'exclude', { period: '6m', password: PASSWORD }, token)).code).toBe(1);
    expect((await ask(app, 'close_account', { password: PASSWORD }, token)).code).toBe(1);
    app.clock.jump(40 * DAY_MS);
    await post(app, '/api/notify/send_email', { to: NEWCOMER, area_id: '', type: '1' });
    await letterOf(app, 'registerBarred', NEWCOMER);
    await app.close();
  });

  it('D9.241 closed twice at once it is closed once; an older link does nothing', async () => {
    const app = await startApp({ db: await openDb(), settings: { verify_reg_type: '1' } });
    const { token, user } = (await registerBy(app, NEWCOMER)).data;
    await post(app, '/api/user/loginForU', { account: NEWCOMER, password: PASSWORD, login_type: 'email' });
    const path = linkIn((await letterOf(app, 'newDevice', NEWCOMER)).text);
    const replies = await Promise.all([1, 2, 3].map(() => ask(app, 'close_account', { password: PASSWORD }, token)));
    expect(replies.filter(({ code }) => code === 1)).toHaveLength(1);
    expect((await press(app, path)).text).toContain('This link is over');
    expect((await statusOf(app, user.id)).frozen).toBe(0);
    const acts = await app.db.kysely.selectFrom('audit').select('act').where('act', '=', 'account.close').execute();
    expect(acts).toHaveLength(1);
    await app.close();
  });
});
