/** Money calls of two users in two tabs of one browser, in any order, over a network that loses requests and replies. */
import { expect, it } from 'vitest';
import { money } from '#protocol/rest/endpoint.ts';
import { readIntents } from '#rest/intents.ts';
import { FakeServer, type Sent } from './fake-server.ts';
import { House, PAY } from './money-house.ts';

const pay = money(PAY);
let house: House;
let tab: FakeServer;
const open = (browser?: FakeServer): FakeServer => {
  const page = new FakeServer(browser);
  page.answer = house.answer;
  return page;
};
const logIn = (user: 'a' | 'b' | '', at: FakeServer): void => {
  at.caller = { token: user && `token-${user}`, uid: user, realm: user === 'b' ? 'real' : 'demo' };
};
const isPay = (sent: Sent) => sent.url.pathname === PAY;

/** A random life: taps, logins and logouts in two tabs, replies and requests that are lost. The same for the same seed. */
async function live(seed: number): Promise<{ taps: number; told: string[] }> {
  let state = seed;
  const chance = (share: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return state / 0x7fffffff < share;
  };
  const other = open(tab);
  const tabs = [tab, other];
  const told: string[] = [];
  const note = (user: string, key: string) => told.push(`${user} ${key}`);
  const enter = (user: 'a' | 'b' | '') => {
    for (const page of tabs) {
      logIn(user, page);
      const asked = page.caller.uid;
      if (user) void page.request.resumeIntents().then((list) => list.map(({ clientId }) => note(asked, clientId)));
    }
  };
  house.isLost = () => chance(0.3);
  house.isDown = () => chance(0.3);
  enter('a');
  let taps = 0;
  for (let step = 0; step < 30; step++) {
    const page = chance(0.5) ? tab : other;
    if (chance(0.4) && page.caller.uid) {
      taps++;
      const { uid } = page.caller;
      // The server's answer says nothing of the key: what was sent by then is looked up.
      const before = page.sent.length;
      page.request.money(pay, { step, uid }).then(
        () =>
          note(
            uid,
            page.sent
              .slice(before)
              .find((sent) => sent.body.get('step') === String(step))
              ?.body.get('client_id') ?? '',
          ),
        () => undefined,
      );
    }
    if (chance(0.25)) enter(chance(0.4) ? 'a' : chance(0.7) ? 'b' : '');
    await tab.clock.advance(chance(0.5) ? 200 : 3_000);
  }
  house.isLost = () => false;
  house.isDown = () => false;
  for (const user of ['a', 'b', 'a', 'b'] as const) {
    enter(user);
    await tab.clock.advance(700_000);
  }
  return { taps, told };
}

it('whatever races: every order executes at most once and for who began it, and its end is told to them once', async () => {
  let taps = 0;
  for (let seed = 1; seed <= 150; seed++) {
    house = new House();
    tab = open();
    const life = await live(seed);
    taps += life.taps;
    const sent = tab.sent.filter(isPay);
    for (const call of sent) expect(call.headers.authorization, `seed ${seed}`).toBe(`token-${call.body.get('uid')}`);
    expect(new Set(house.executed).size, `seed ${seed}`).toBe(house.executed.length);
    expect(readIntents(tab.storage), `seed ${seed}`).toEqual([]);
    expect(new Set(life.told).size, `seed ${seed}`).toBe(life.told.length);
    for (const name of house.executed) expect(life.told, `seed ${seed}`).toContain(name);
  }
  expect(taps).toBeGreaterThan(1_000);
});
