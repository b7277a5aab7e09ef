import { beforeEach, describe, expect, it } from 'vitest';
import { money } from '#protocol/rest/endpoint.ts';
import { readIntents } from '#rest/intents.ts';
import { pauseUntilBack } from '#ui/requests/pause-until-back.ts';
import { isOffline, linkState, wasEverOpen } from '#ui/state/link.ts';
import { type Answer, FakeServer, watched } from './fake-server.ts';

/** Its data has no fixed shape. */
const PAY = '/v2/api/pay';
const pay = money(PAY);
const UUID_4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
let server: FakeServer;
beforeEach(() => {
  server = new FakeServer();
});

/** Answers by path; what is not named succeeds. */
const byPath = (answers: Record<string, Answer>): void => {
  server.answer = (sent) => answers[sent.url.pathname] ?? { code: 1, data: null };
};

describe('one key', () => {
  it('is a UUID version 4, stored before the first send and removed after the answer', async () => {
    let storedAtSend: string[] = [];
    server.answer = () => {
      storedAtSend = readIntents(server.storage).map((intent) => intent.clientId);
      return { code: 1, data: 'filled' };
    };
    const reply = watched(server.request.money(pay, { cont: '0.1' }));
    await server.clock.advance(20);
    const key = server.sent[0]?.body.get('client_id') ?? '';
    expect(key).toMatch(UUID_4);
    expect(storedAtSend).toEqual([key]);
    expect(reply.value).toBe('filled');
    expect(readIntents(server.storage)).toEqual([]);
  });

  it('differs from call to call', async () => {
    for (let call = 0; call < 50; call++) {
      watched(server.request.money(pay));
      await server.clock.advance(20);
    }
    expect(new Set(server.sent.map((sent) => sent.body.get('client_id'))).size).toBe(50);
  });

  it('S1-8.08 D0.10 an identical money call in flight blocks the second; after the answer a repeat is allowed', async () => {
    const first = watched(server.request.money(pay, { cont: '0.1' }));
    const second = watched(server.request.money(pay, { cont: '0.1' }));
    const other = watched(server.request.money(pay, { cont: '0.2' }));
    await server.clock.advance(20);
    expect([first.state, second.error?.code, other.state, server.sent.length]).toEqual(['done', 'ERR_BLOCKED', 'done', 2]);
    expect(server.warnings).toEqual(['request blocked, not sent']);
    watched(server.request.money(pay, { cont: '0.1' }));
    await server.clock.advance(0);
    expect(server.sent).toHaveLength(3);
  });

  it('is never cancelled by its caller', async () => {
    const caller = new AbortController();
    const reply = watched(server.request.money(pay, {}, { signal: caller.signal }));
    caller.abort();
    await server.clock.advance(5);
    expect(server.sent[0]?.aborted).toBe(false);
    await server.clock.advance(20);
    expect(reply.state).toBe('done');
    expect(server.toasts).toEqual([]);
  });

  it('works when storage refuses everything', async () => {
    const refuse = () => {
      throw new Error('quota');
    };
    Object.assign(server.storage, { get: refuse, set: refuse, remove: refuse });
    const reply = watched(server.request.money(pay));
    await server.clock.advance(20);
    expect(reply.state).toBe('done');
  });
});

describe('the code of money calls comes with the first of them', () => {
  it('does not arrive: a plain network failure, nothing sent, nothing kept; the next call asks for it again', async () => {
    const load = server.loadMoney;
    server.loadMoney = () => Promise.reject(new TypeError('failed to fetch'));
    const first = watched(server.request.money(pay));
    await server.clock.advance(20);
    expect([first.error?.code, server.sent.length, server.storage.entries.size]).toEqual(['ERR_NETWORK', 0, 0]);
    server.loadMoney = load;
    const second = watched(server.request.money(pay));
    await server.clock.advance(20);
    expect([second.state, server.sent.length]).toEqual(['done', 1]);
  });

  it('a second tap meanwhile is blocked, and another session never pays for the first', async () => {
    const load = server.loadMoney;
    server.loadMoney = () => server.clock.sleep(1_000).then(load);
    const first = watched(server.request.money(pay));
    const again = watched(server.request.money(pay));
    await server.clock.advance(500);
    server.token = 'token-2';
    await server.clock.advance(1_000);
    expect([first.error?.code, again.error?.code]).toEqual(['ERR_CANCELED', 'ERR_BLOCKED']);
    expect(server.sent).toHaveLength(0);
  });
});

describe('an unknown outcome is made final', () => {
  it('sends the same call with the same key again after 0.5, 1.5 and 4 s', async () => {
    server.answer = (_, index) => (index < 3 ? 'down' : { code: 1, data: 'filled' });
    const sentAt: number[] = [];
    const begin = server.clock.now();
    const answer = server.answer;
    server.answer = (sent, index) => {
      sentAt.push(server.clock.now() - begin);
      return answer(sent, index);
    };
    const reply = watched(server.request.money(pay, { cont: '1' }));
    await server.clock.advance(10_000);
    expect(sentAt).toEqual([0, 510, 2020, 6030]);
    expect(new Set(server.sent.map((sent) => sent.raw)).size).toBe(1);
    expect([reply.value, server.toasts]).toEqual(['filled', []]);
  });

  it('asks by_client_id after four silent sendings and takes its stored reply, refusals too', async () => {
    let checking = 0;
    byPath({
      [PAY]: 'silent',
      '/v2/api/order/by_client_id': { code: 1, data: { state: 'done', reply: { code: 1105, msg: 'margin too small', data: null } } },
    });
    const reply = watched(server.request.money(pay, {}, { onChecking: () => checking++ }));
    await server.clock.advance(46_000);
    expect(checking).toBe(1);
    await server.clock.advance(1_000);
    expect([reply.error?.code, server.toasts]).toEqual([1105, ['margin too small']]);
    expect(readIntents(server.storage)).toEqual([]);
  });

  it('voids a key that the server does not know: "not found" alone proves nothing', async () => {
    byPath({
      [PAY]: { status: 502 },
      '/v2/api/order/by_client_id': { code: 1, data: { state: 'unknown', reply: null } },
      '/v2/api/order/void': { code: 1109, msg: 'not executed' },
    });
    const reply = watched(server.request.money(pay));
    await server.clock.advance(8_000);
    const [submit] = server.sent;
    expect(server.paths().slice(-2)).toEqual(['/v2/api/order/by_client_id', '/v2/api/order/void']);
    expect(server.sent.at(-1)?.body.get('client_id')).toBe(submit?.body.get('client_id'));
    expect(reply.error?.code).toBe(1109);
  });

  it('takes the first answer when void finds that the call did arrive', async () => {
    byPath({
      [PAY]: 'down',
      '/v2/api/order/by_client_id': { code: 1, data: { state: 'unknown', reply: null } },
      '/v2/api/order/void': { code: 1, data: 'filled after all' },
    });
    const reply = watched(server.request.money(pay));
    await server.clock.advance(8_000);
    expect(reply.value).toBe('filled after all');
  });

  it('keeps asking through an outage and is final when the server is back', async () => {
    server.answer = () => 'down';
    const reply = watched(server.request.money(pay));
    await server.clock.advance(120_000);
    expect([reply.state, server.toasts, readIntents(server.storage).length]).toEqual(['open', [], 1]);
    byPath({
      '/v2/api/order/by_client_id': { code: 1, data: { state: 'done', reply: { code: 1, msg: '', data: 'filled' } } },
    });
    await server.clock.advance(11_000);
    expect(reply.value).toBe('filled');
  });

  it('D9.481 is asked for as soon as the browser has its network again, and once prices come again, not after the pause', async () => {
    server.answer = () => 'down';
    server.pause = pauseUntilBack;
    wasEverOpen.value = true;
    isOffline.value = true;
    const reply = watched(server.request.money(pay));
    await server.clock.advance(60_000);
    const asked = server.sent.length;
    isOffline.value = false;
    await server.clock.advance(200);
    expect([server.sent.length - asked, server.paths().at(-1), reply.state]).toEqual([1, '/v2/api/order/by_client_id', 'open']);
    byPath({ '/v2/api/order/by_client_id': { code: 1, data: { state: 'done', reply: { code: 1, msg: '', data: 'filled' } } } });
    linkState.value = 'open';
    await server.clock.advance(200);
    expect(reply.value).toBe('filled');
  });

  it('gives up after minutes, says so, and keeps the intent', async () => {
    server.answer = () => 'down';
    const reply = watched(server.request.money(pay));
    await server.clock.advance(3_600_000);
    expect([reply.error?.code, readIntents(server.storage).length]).toEqual(['ERR_UNKNOWN_OUTCOME', 1]);
  });

  it('does not check what certainly never ran: a gate refused every sending', async () => {
    server.answer = () => ({ status: 429 });
    const reply = watched(server.request.money(pay));
    await server.clock.advance(10_000);
    expect(server.paths()).toEqual(Array(4).fill(PAY));
    expect([reply.error?.code, server.toasts, readIntents(server.storage)]).toEqual(['HTTP_429', ['HTTP_429'], []]);
    expect(server.kinds).toEqual(['bad']);
  });

  it('checks when a gate refuses after a sending that may have arrived', async () => {
    server.answer = (sent, index) => {
      if (sent.url.pathname.endsWith('by_client_id'))
        return { code: 1, data: { state: 'done', reply: { code: 1, msg: '', data: 'filled' } } };
      return index === 0 ? 'silent' : { status: 413 };
    };
    const reply = watched(server.request.money(pay));
    await server.clock.advance(20_000);
    expect(reply.value).toBe('filled');
  });

  it('keeps the intent when the session ends before the outcome is known', async () => {
    server.answer = (_, index) => (index === 0 ? 'down' : { code: 999, msg: 'log in' });
    const reply = watched(server.request.money(pay));
    await server.clock.advance(5_000);
    expect([reply.error?.code, readIntents(server.storage).length, server.lost]).toEqual([999, 1, [false]]);
  });
});
