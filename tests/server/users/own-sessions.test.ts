/** Sessions and devices of a person, and the history of their logins. */
import { expect, it } from 'vitest';
import type { LoginEventRow, SessionRow } from '#protocol/rest/security.ts';
import { eachDatabase } from '../each-database.ts';
import { type StartedApp, startApp } from '../start-app.ts';
import { HOME, logIn, OWNER, PHONE_AGENT, post } from './factor-stage.ts';

const DESK_AGENT = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:127.0) Gecko/20100101 Firefox/127.0';
const AWAY = '2001:db8:77:5::9';

const sessionsOf = async (app: StartedApp, token: string) => (await app.call<SessionRow[]>('/api/user/sessions', {}, { token })).data;
const historyOf = async (app: StartedApp, token: string) =>
  (await app.call<LoginEventRow[]>('/api/user/login_history', {}, { token })).data;
const isIn = async (app: StartedApp, token: string) => (await app.call('/api/user/info', {}, { token })).code === 1;

eachDatabase('one’s own sessions', (open) => {
  it('S26 D9.224 are listed with device, network and times, and which is one’s own', async () => {
    const app = await startApp({ db: await open() });
    const first = app.clock.now();
    const { data: phone } = await logIn(app);
    app.clock.jump(7_200_000);
    const { data: desk } = await logIn(app, {}, { ip: AWAY, agent: DESK_AGENT });
    await isIn(app, phone.token);
    const rows = await sessionsOf(app, phone.token);
    expect(rows).toHaveLength(2);
    expect(rows[0]).toMatchObject({
      agent: 'Chrome, Android',
      network: '198.51.100.0/24',
      via: 'password',
      mine: '1',
      first,
      last: app.clock.now(),
    });
    expect(rows[1]).toMatchObject({ agent: 'Firefox, Windows', network: '2001:db8:77::/48', mine: '0' });
    // Nothing by which anybody could get in.
    expect(JSON.stringify(rows)).not.toContain(phone.token);
    expect(JSON.stringify(rows)).not.toContain(desk.token);
    expect(PHONE_AGENT).not.toBe(rows[0]?.agent);
    await app.close();
  });

  it('S26 D9.224 one is ended, or all others; the device of one that was ended is forgotten', async () => {
    const app = await startApp({ db: await open() });
    const [mine, one, two] = [await logIn(app), await logIn(app, {}, { ip: AWAY }), await logIn(app, {}, { agent: DESK_AGENT })];
    const { token } = mine.data;
    const other = await post<{ token: string }>(app, '/api/user/register', {
      ...{ type: 'email', area_id: '1', account: 'second@example.com', password: 'Long-enough-7', re_password: 'Long-enough-7' },
    });
    const row = (await sessionsOf(app, token)).find(({ network }) => network.includes(':'));
    const id = row?.id ?? '';
    // Somebody else's is not found, whoever names it.
    expect((await post(app, '/api/user/session_revoke', { id }, { token: other.data.token })).code).toBe(1004);
    expect((await post(app, '/api/user/session_revoke', { id }, { token })).code).toBe(1);
    expect([await isIn(app, one.data.token), await isIn(app, two.data.token), await isIn(app, token)]).toEqual([false, true, true]);
    expect((await post(app, '/api/user/session_revoke', { id }, { token })).code).toBe(1004);
    expect(await app.db.kysely.selectFrom('device').selectAll().where('user_id', '=', mine.data.user.id).execute()).toHaveLength(2);
    expect((await post(app, '/api/user/session_revoke_others', {}, { token })).code).toBe(1);
    expect([await isIn(app, two.data.token), await isIn(app, token), await isIn(app, other.data.token)]).toEqual([false, true, true]);
    expect(await sessionsOf(app, token)).toHaveLength(1);
    await app.close();
  });

  it('S26 D9.224 the socket of a session that is ended from elsewhere loses its private topics at once', async () => {
    const app = await startApp({ db: await open() });
    const { token } = await app.real();
    const { data: other } = await logIn(app, {}, { ip: AWAY });
    const socket = await app.connect();
    await socket.ask({ type: 'hello', v: 2, profile: 'trade.v2' }, (frame) => frame.type === 'hello');
    await socket.ask({ type: 'login', token: other.token }, (frame) => frame.type === 'login' && frame.code === 1);
    await socket.ask({ type: 'sub', topic: 'ORDER' }, (frame) => frame.type === 'sub' && frame.code === 1);
    await post(app, '/api/user/session_revoke_others', {}, { token });
    expect(await socket.until((frame) => frame.type === 'login' && frame.code === 999)).toBeTruthy();
    const refused = await socket.ask({ type: 'sub', topic: 'ORDER' }, (frame) => frame.type === 'sub');
    expect(refused.code).toBe(999);
    await app.close();
  });
});

eachDatabase('the history of logins', (open) => {
  it('D9.225 S41 tells who got in and who was refused, and which device is new; each is a row of the audit', async () => {
    const app = await startApp({ db: await open() });
    const { data: first } = await logIn(app);
    app.clock.jump(1_000);
    await logIn(app, { password: 'wrong-wrong' }, { ip: AWAY, agent: DESK_AGENT });
    // It is written after its answer.
    await expect.poll(async () => (await historyOf(app, first.token)).length).toBe(2);
    app.clock.jump(1_000);
    await logIn(app, { device: first.device ?? '' });
    await expect.poll(async () => (await historyOf(app, first.token)).length).toBe(3);
    const rows = await historyOf(app, first.token);
    expect(rows.map(({ entered, fresh, agent, network, via }) => [entered, fresh, agent, network, via])).toEqual([
      ['1', '0', 'Chrome, Android', '198.51.100.0/24', 'password'],
      ['0', '1', 'Firefox, Windows', '2001:db8:77::/48', 'password'],
      ['1', '1', 'Chrome, Android', '198.51.100.0/24', 'password'],
    ]);
    const acts = await app.db.kysely.selectFrom('audit').select(['act', 'actor']).where('act', 'like', 'login%').execute();
    expect(acts.map(({ act }) => act)).toEqual(['login', 'login.refused', 'login']);
    expect(JSON.stringify(acts)).not.toContain(OWNER.password);
    await app.close();
  });

  it('D9.225 fifty of each kind are kept: a guesser washes no login away', async () => {
    const app = await startApp({ db: await open() });
    const { data } = await logIn(app);
    const rowsOf = (entered: number) => app.db.kysely.selectFrom('login_event').selectAll().where('entered', '=', entered).execute();
    for (let guess = 0; guess < 60; guess++) {
      await logIn(app, { password: `wrong-${guess}-wrong` }, { ip: `203.0.${guess}.9` });
    }
    await expect.poll(async () => (await rowsOf(0)).length).toBe(50);
    for (let more = 0; more < 55; more++) await logIn(app, { device: data.device ?? '' }, { ip: HOME });
    expect((await rowsOf(1)).length).toBe(50);
    expect((await rowsOf(0)).length).toBe(50);
    await app.close();
  });
});
