/** Demo accounts by the device that they were made on. */
import { expect, it } from 'vitest';
import type { CreateDemoReply } from '#protocol/rest/user.ts';
import { LIMITS } from '#server/limits/limits.ts';
import { eachDatabase } from '../each-database.ts';
import { type StartedApp, startApp } from '../start-app.ts';
import { logIn, post } from './factor-stage.ts';

const DAY_MS = 86_400_000;
const { demosPerDevice } = LIMITS.login;
const make = (app: StartedApp, device = '') => post<CreateDemoReply>(app, '/api/user/createAccountDemoForU', { device });
const enter = (app: StartedApp, demo_id: string) => post(app, '/api/user/loginDemoForU', { demo_id });

eachDatabase('demo accounts of a device', (open) => {
  it('D9.308 five, also when more are asked for at once; a device is told once what it is called', async () => {
    const app = await startApp({ db: await open() });
    const { data: first } = await make(app);
    const device = first.device ?? '';
    expect(device).not.toBe('');
    const more = await Promise.all(Array.from({ length: 8 }, () => make(app, device)));
    expect(more.map(({ code }) => code).sort((a, b) => a - b)).toEqual([
      ...Array(demosPerDevice - 1).fill(1),
      ...Array(9 - demosPerDevice).fill(1003),
    ]);
    expect(more.filter(({ code }) => code === 1).every(({ data }) => !('device' in data))).toBe(true);
    expect(more.find(({ code }) => code === 1003)?.msg).toBe(
      'This device has 5 demo accounts already. One that nobody enters for 30 days makes room.',
    );
    // Those that it has are entered as ever, and other devices have their own.
    expect((await enter(app, first.demo_id)).code).toBe(1);
    const other = await make(app);
    expect([other.code, other.data.device === device]).toEqual([1, false]);
    // Nobody chooses a token: one that the server did not give counts for none.
    expect((await make(app, 'A'.repeat(43))).data.device).toEqual(expect.any(String));
    expect((await make(app, 'x')).code).toBe(1);
    await app.close();
  });

  it('D9.308 one that nobody entered for 30 days makes room, and accounts with a name take none', async () => {
    const app = await startApp({ db: await open() });
    const device = (await logIn(app)).data.device ?? '';
    const made = [];
    for (let at = 0; at < demosPerDevice; at++) made.push(await make(app, device));
    expect(made.every(({ code }) => code === 1)).toBe(true);
    expect((await make(app, device)).code).toBe(1003);
    app.clock.jump(20 * DAY_MS);
    for (const { data } of made.slice(1)) expect((await enter(app, data.demo_id)).code).toBe(1);
    app.clock.jump(11 * DAY_MS);
    expect([(await make(app, device)).code, (await make(app, device)).code]).toEqual([1, 1003]);
    await app.close();
  });
});
