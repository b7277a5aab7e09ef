/** A money call belongs to who began it: whoever is there later, in this tab or in another, sends, asks and voids nothing of it. */
import { beforeEach, describe, expect, it } from 'vitest';
import { money } from '#protocol/rest/endpoint.ts';
import { addIntent, type Intent, readIntents } from '#rest/intents.ts';
import { INTENT_FORGOTTEN_AFTER_MS } from '#rest/resolve-intents.ts';
import { FakeServer, type Sent, watched } from './fake-server.ts';
import { BY_ID, House, PAY } from './money-house.ts';

const pay = money(PAY);

let house: House;
let tab: FakeServer;
beforeEach(() => {
  house = new House();
  tab = open();
  logIn('a');
});
const open = (browser?: FakeServer): FakeServer => {
  const page = new FakeServer(browser);
  page.answer = house.answer;
  return page;
};
const logIn = (user: 'a' | 'b' | '', at = tab, token = user && `token-${user}`): void => {
  at.caller = { token, uid: user, realm: user === 'b' ? 'real' : 'demo' };
};
const users = () => house.executed.map((name) => name.split(' ')[0]);
const isPay = (sent: Sent) => sent.url.pathname === PAY;
const tokens = (at = tab) => new Set(at.sent.map((sent) => sent.headers.authorization));
/** As the page does when a session's user becomes known. */
const settle = async (at = tab) => {
  const resolved = watched(at.request.resumeIntents());
  await tab.clock.advance(60_000);
  return resolved.value?.map(({ code, msg }) => [code, msg]);
};

describe('an order whose reply is lost', () => {
  it.each([
    ['while another account is logged in', true],
    ['after the first one was logged out', false],
  ])('executes once, on its own account, and is told there alone: %s', async (_, staysValid) => {
    house.isLost = isPay;
    const order = watched(tab.request.money(pay, { cont: '1' }, { toastSuccess: true }));
    await tab.clock.advance(100);
    if (!staysValid) house.sessions.delete('token-a');
    logIn('b');
    await tab.clock.advance(120_000);
    expect([users(), [...tokens()]]).toEqual([['a'], ['token-a']]);
    expect([order.error?.code, tab.toasts, tab.lost]).toEqual(['ERR_CANCELED', [], []]);
    expect(await settle()).toEqual([]);
    expect(readIntents(tab.storage)).toMatchObject([{ uid: 'a', realm: 'demo' }]);
    expect(tab.storage.get('money_intents')).not.toContain('token');
    house.sessions.set('token-a2', 'a');
    logIn('a', tab, 'token-a2');
    expect([await settle(), users(), readIntents(tab.storage)]).toEqual([[[1, 'Done']], ['a'], []]);
  });

  it('is not repeated nor voided by an account that another tab of the browser logged in to', async () => {
    house.isDown = isPay;
    const order = watched(tab.request.money(pay));
    const other = open(tab);
    await tab.clock.advance(600);
    logIn('b', other);
    const asked = watched(other.request.resumeIntents());
    await tab.clock.advance(10);
    expect(asked.value).toEqual([]);
    // The storage event reaches the first tab.
    logIn('b');
    await tab.clock.advance(600_000);
    expect([users(), [...tokens()], other.sent, order.error?.code]).toEqual([[], ['token-a'], [], 'ERR_CANCELED']);
    // Final on the server, and told when its owner is back.
    logIn('a');
    expect(await settle()).toEqual([[1109, 'not executed']]);
  });

  it('goes on where the same user has a new session, and its answer is told', async () => {
    house.isLost = (sent) => isPay(sent) && tab.sent.length === 1;
    const order = watched(tab.request.money(pay));
    await tab.clock.advance(100);
    house.sessions.set('token-a2', 'a');
    logIn('a', tab, 'token-a2');
    await tab.clock.advance(1_000);
    expect([order.value, users(), [...tokens()], readIntents(tab.storage)]).toEqual(['filled', ['a'], ['token-a'], []]);
  });

  it('keeps its intent when the first session is over, though the same user is back: the new session makes it final', async () => {
    house.isLost = (sent) => isPay(sent) && tab.sent.length === 1;
    const order = watched(tab.request.money(pay));
    await tab.clock.advance(100);
    house.sessions.delete('token-a');
    house.sessions.set('token-a2', 'a');
    logIn('a', tab, 'token-a2');
    const settled = watched(tab.request.resumeIntents());
    await tab.clock.advance(1_000);
    expect([order.error?.code, tab.lost]).toEqual([999, []]);
    expect([settled.value, users(), readIntents(tab.storage)]).toMatchObject([[{ code: 1, msg: 'Done' }], ['a'], []]);
  });

  it('does not hold up the same order of another account', async () => {
    house.isLost = (sent) => isPay(sent) && sent.headers.authorization === 'token-a';
    watched(tab.request.money(pay, { cont: '1' }));
    await tab.clock.advance(100);
    logIn('b');
    const other = watched(tab.request.money(pay, { cont: '1' }));
    await tab.clock.advance(100);
    expect([other.value, users()]).toEqual(['filled', ['a', 'b']]);
  });
});

describe('between the tap and the first byte', () => {
  it.each([
    ['a logout', ''],
    ['another account', 'b'],
  ] as const)('%s: nothing is sent, nothing is kept, nothing is said', async (_, next) => {
    const load = tab.loadMoney;
    tab.loadMoney = () => tab.clock.sleep(1_000).then(load);
    const order = watched(tab.request.money(pay));
    await tab.clock.advance(500);
    logIn(next);
    await tab.clock.advance(2_000);
    expect([order.error?.code, tab.sent, tab.toasts, readIntents(tab.storage)]).toEqual(['ERR_CANCELED', [], [], []]);
  });

  it('a token whose user is not known yet sends nothing; a visitor is led to the login', async () => {
    tab.caller = { token: 'token-a', uid: '', realm: 'real' };
    const early = watched(tab.request.money(pay));
    logIn('');
    const visitor = watched(tab.request.money(pay, { cont: '1' }));
    await tab.clock.advance(100);
    expect([early.error?.code, visitor.error?.code, tab.lost, tab.sent]).toEqual(['ERR_NETWORK', 999, [false], []]);
  });

  it('a crash after storing: the next life of the page has the server refuse it for good', async () => {
    house.isDown = isPay;
    watched(tab.request.money(pay));
    await tab.clock.advance(10);
    const [intent] = readIntents(tab.storage) as [Intent];
    const later = open();
    addIntent(later.storage, intent);
    logIn('a', later);
    const resolved = watched(later.request.resumeIntents());
    await later.clock.advance(60_000);
    expect([resolved.value?.map(({ code }) => code), house.executed]).toEqual([[1109], []]);
    house.isDown = () => false;
    await tab.clock.advance(10_000);
    expect(house.executed).toEqual([]);
  });

  it('a storage that refuses costs only the survival of a reload', async () => {
    const refuse = () => {
      throw new Error('quota');
    };
    Object.assign(tab.storage, { get: refuse, set: refuse, remove: refuse });
    house.isLost = (sent) => isPay(sent) && tab.sent.length === 1;
    const order = watched(tab.request.money(pay));
    await tab.clock.advance(5_000);
    expect([order.value, users()]).toEqual(['filled', ['a']]);
  });
});

describe('what is left over', () => {
  const intent = (over: Partial<Intent>): Intent => ({
    clientId: 'k1',
    path: PAY,
    atMs: tab.clock.now() - 60_000,
    uid: 'a',
    realm: 'demo',
    ...over,
  });
  /** Of a version of the page that did not note whose it was. */
  const ownerless = (atMs = tab.clock.now() - 60_000): Intent => ({ clientId: 'k1', path: PAY, atMs });

  it('is resolved and told by exactly one of two tabs that ask at once', async () => {
    for (const clientId of ['k1', 'k2', 'k3']) addIntent(tab.storage, intent({ clientId }));
    const other = open(tab);
    logIn('a', other);
    const both = [tab, other].map((page) => watched(page.request.resumeIntents()));
    await tab.clock.advance(60_000);
    const told = both.flatMap(({ value }) => value?.map(({ clientId }) => clientId) ?? ['open']);
    expect(told.sort()).toEqual(['k1', 'k2', 'k3']);
  });

  it('is left to the tab that still sends it', async () => {
    house.isLost = (sent) => isPay(sent) && tab.sent.length < 3;
    const order = watched(tab.request.money(pay));
    const other = open(tab);
    logIn('a', other);
    await tab.clock.advance(100);
    const resolved = watched(other.request.resumeIntents());
    await tab.clock.advance(10_000);
    expect([order.value, resolved.value, other.sent]).toEqual(['filled', [], []]);
  });

  it('of another user or realm is neither asked for nor voided, and nobody hears of it', async () => {
    addIntent(tab.storage, intent({ uid: 'b', realm: 'real' }));
    addIntent(tab.storage, intent({ clientId: 'k2', realm: 'real' }));
    expect([await settle(), tab.sent, tab.toasts, readIntents(tab.storage).length]).toEqual([[], [], [], 2]);
  });

  it('is kept when its user leaves while it is asked for', async () => {
    addIntent(tab.storage, intent({}));
    const resolved = watched(tab.request.resumeIntents());
    logIn('b');
    await tab.clock.advance(120_000);
    expect([resolved.value, [...tokens()], readIntents(tab.storage).length]).toEqual([[], ['token-a'], 1]);
  });

  it('of an older version names nobody: it is asked for and told where it is found, and never voided', async () => {
    addIntent(tab.storage, ownerless());
    house.kept.set('b k1', { code: 1, msg: 'Done', data: null });
    expect([await settle(), tab.paths()]).toEqual([[], [BY_ID]]);
    logIn('b');
    expect([await settle(), tab.paths(), readIntents(tab.storage)]).toEqual([[[1, 'Done']], [BY_ID, BY_ID], []]);
  });

  it.each([
    ['of an older version', () => ownerless(0)],
    ['of this user', () => intent({ atMs: 0 })],
  ])('%s is dropped with a word once the server cannot know its key any more, and not voided', async (_, make) => {
    await tab.clock.advance(INTENT_FORGOTTEN_AFTER_MS + 1_000);
    addIntent(tab.storage, { ...make(), atMs: tab.clock.now() - INTENT_FORGOTTEN_AFTER_MS - 1 });
    house.isDown = () => true;
    expect([await settle(), readIntents(tab.storage).length]).toEqual([[], 1]);
    house.isDown = () => false;
    expect([await settle(), tab.paths()]).toEqual([[['ERR_UNKNOWN_OUTCOME', '']], [BY_ID, BY_ID]]);
    expect(readIntents(tab.storage)).toEqual([]);
  });
});
