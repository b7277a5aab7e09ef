import { beforeEach, describe, expect, it } from 'vitest';
import { money } from '#protocol/rest/endpoint.ts';
import { addIntent, INTENTS_MAX, readIntents } from '#rest/intents.ts';
import { INTENT_SETTLED_AFTER_MS } from '#rest/money-call.ts';
import { type Answer, FakeServer, MemoryStorage, watched } from './fake-server.ts';

const PAY = '/v2/api/pay';
let server: FakeServer;
beforeEach(() => {
  server = new FakeServer();
});

/** Answers by path; what is not named succeeds. */
const byPath = (answers: Record<string, Answer>): void => {
  server.answer = (sent) => answers[sent.url.pathname] ?? { code: 1, data: null };
};

describe('leftovers from before a reload', () => {
  const intent = (clientId: string, atMs: number) => ({ clientId, path: PAY, atMs, uid: 'user of token-1', realm: 'demo' as const });

  it('resumeIntents takes a stored answer at once', async () => {
    addIntent(server.storage, intent('a', server.clock.now() - 1_000));
    byPath({ '/v2/api/order/by_client_id': { code: 1, data: { state: 'done', reply: { code: 1, msg: 'ok', data: 'filled' } } } });
    const resolved = watched(server.request.resumeIntents());
    await server.clock.advance(20);
    expect(resolved.value).toMatchObject([{ clientId: 'a', code: 1, data: 'filled' }]);
    expect(readIntents(server.storage)).toEqual([]);
  });

  it('D9.294 a call keeps which tick was seen when it was begun, and says it when it is resolved', async () => {
    server.answer = () => 'silent';
    void server.request.money(money(PAY), {}, { seenSeq: Promise.resolve(4_711) }).catch(() => undefined);
    await server.clock.advance(20);
    expect(readIntents(server.storage)).toMatchObject([{ path: PAY, seenSeq: 4_711 }]);
    const next = new FakeServer({ clock: server.clock, storage: server.storage, locks: new FakeServer().locks });
    next.answer = () => ({ code: 1, data: { state: 'done', reply: { code: 1, msg: 'ok', data: 'filled' } } });
    const resolved = watched(next.request.resumeIntents());
    await server.clock.advance(20);
    expect(resolved.value).toMatchObject([{ path: PAY, seenSeq: 4_711, data: 'filled' }]);
  });

  it('resumeIntents does not void what another tab may still be sending', async () => {
    addIntent(server.storage, intent('a', server.clock.now() - 1_000));
    byPath({
      '/v2/api/order/by_client_id': { code: 1, data: { state: 'unknown', reply: null } },
      '/v2/api/order/void': { code: 1109, msg: 'void' },
    });
    const resolved = watched(server.request.resumeIntents());
    await server.clock.advance(INTENT_SETTLED_AFTER_MS - 2_000);
    expect(server.paths()).not.toContain('/v2/api/order/void');
    await server.clock.advance(5_000);
    expect(resolved.value).toMatchObject([{ code: 1109 }]);
  });

  it('a visitor resolves nothing, and the list is bounded', async () => {
    for (let index = 0; index < INTENTS_MAX + 10; index++) addIntent(server.storage, intent(`k${index}`, 0));
    expect(readIntents(server.storage)).toHaveLength(INTENTS_MAX);
    server.token = '';
    const resolved = watched(server.request.resumeIntents());
    await server.clock.advance(20);
    expect([resolved.value, server.sent]).toEqual([[], []]);
  });

  it.each([['not json'], ['{}'], ['[1,null,{"clientId":5}]']])('an unreadable list counts as empty: %s', (text) => {
    const storage = new MemoryStorage();
    storage.set('money_intents', text);
    expect(readIntents(storage)).toEqual([]);
  });
});
