/** A money call whose account has more to be judged than one act may: the server answers 1110 and keeps nothing under the key. */
import { beforeEach, describe, expect, it } from 'vitest';
import { money } from '#protocol/rest/endpoint.ts';
import { readIntents } from '#rest/intents.ts';
import { type Answer, FakeServer, watched } from './fake-server.ts';

const PAY = '/v2/api/pay';
const pay = money(PAY);
let server: FakeServer;
beforeEach(() => {
  server = new FakeServer();
});

/** Answers by path; what is not named succeeds. */
const byPath = (answers: Record<string, Answer>): void => {
  server.answer = (sent) => answers[sent.url.pathname] ?? { code: 1, data: null };
};

describe('a busy account', () => {
  it('D9.17 repeats the same key while the account is busy, three times at most, and takes the answer', async () => {
    let answers = 0;
    server.answer = () => (++answers <= 3 ? { code: 1110, msg: 'busy' } : { code: 1, data: 'filled' });
    const reply = watched(server.request.money(pay));
    await server.clock.advance(7_000);
    expect([reply.value, server.toasts]).toEqual(['filled', []]);
    expect(server.paths()).toEqual([PAY, PAY, PAY, PAY]);
    expect(new Set(server.sent.map((sent) => sent.body.get('client_id'))).size).toBe(1);
    expect(readIntents(server.storage)).toEqual([]);
  });

  it('D9.17 ends final when the account stays busy: the key is voided, and the person told that nothing was executed', async () => {
    byPath({
      [PAY]: { code: 1110, msg: 'busy' },
      '/v2/api/order/by_client_id': { code: 1, data: { state: 'unknown', reply: null } },
      '/v2/api/order/void': { code: 1109, msg: 'The request was cancelled and not executed' },
    });
    const reply = watched(server.request.money(pay));
    await server.clock.advance(10_000);
    expect(server.paths()).toEqual([PAY, PAY, PAY, PAY, '/v2/api/order/by_client_id', '/v2/api/order/void']);
    expect([reply.error?.code, server.toasts]).toEqual([1109, ['The request was cancelled and not executed']]);
    expect(readIntents(server.storage)).toEqual([]);
  });
});
