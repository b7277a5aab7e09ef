/** A session that is ended on one node, and its socket on another. */
import { afterAll, expect, inject, it } from 'vitest';
import { freshSchema, type Place } from '../each-database.ts';
import { startApp } from '../start-app.ts';
import { logIn, post } from '../users/factor-stage.ts';

const url = inject('postgresUrl');
let place: Place | undefined;
afterAll(() => place?.remove());

if (!url) it.skip('not tried here: no PostgreSQL on this machine and no TEST_DATABASE_URL', () => {});
else
  it('S26 D9.224 closes its private topics on every node, within the outbox’s look and a read', async () => {
    place = await freshSchema(url);
    const databaseUrl = place.options.databaseUrl as string;
    const [here, there] = [await startApp({ databaseUrl }), await startApp({ databaseUrl })];
    const { data: mine } = await logIn(here);
    const { data: other } = await logIn(here);
    const socket = await there.connect();
    const stays = await there.connect();
    const login = (one: typeof socket, token: string) =>
      one.ask({ type: 'login', token }, (frame) => frame.type === 'login' && frame.code === 1);
    await login(socket, other.token);
    await login(stays, mine.token);
    await socket.ask({ type: 'sub', topic: 'ORDER' }, (frame) => frame.type === 'sub' && frame.code === 1);
    expect((await post(here, '/api/user/session_revoke_others', {}, { token: mine.token })).code).toBe(1);
    const endedMs = there.clock.now();
    await socket.until((frame) => frame.type === 'login' && frame.code === 999);
    // The sweep that asks of itself comes once a minute only.
    expect(there.clock.now() - endedMs).toBeLessThan(5_000);
    expect((await socket.ask({ type: 'sub', topic: 'ORDER' }, (frame) => frame.type === 'sub' && frame.code !== 1)).code).toBe(999);
    expect(stays.frames.some((frame) => frame.code === 999)).toBe(false);
    for (const node of [there, here]) await node.close();
  });
