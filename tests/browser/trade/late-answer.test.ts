import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { needTexts } from '#ui/language/i18n.ts';
import { createTicketState } from '#ui/screens/trade/ticket/ticket-state.ts';
import { sentFirst } from '../support/sent-first.ts';
import { answer, EURUSD, order, plugEngine } from './fake-market.ts';

const row = order({ Id: 777 });
const stored = { code: 1, msg: 'Done', data: { Id: 777, Seq: 5, Order: row } };

beforeAll(() => needTexts('trade', 'errors'));
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function send(
  mode: 'market' | 'pending',
  byClientId: () => Promise<{ data?: unknown }>,
  voided: { code: number; msg: string; data: unknown } = stored,
) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  const engine = plugEngine();
  const calls = answer({ '/v2/api/order/by_client_id': byClientId, '/v2/api/order/void': () => voided });
  const state = createTicketState(EURUSD);
  state.change({ type: 'mode', mode, product: EURUSD, close: 1.08342 });
  const done = state.send('buy', 1.08342);
  return { engine, calls, state, done };
}

describe.each(['market', 'pending'] as const)('a %s order whose answer does not come', (mode) => {
  it('is sent again under one key, then checked, and shown as filled when the server says that it is', async () => {
    let found: (reply: { data: unknown }) => void = () => undefined;
    const { engine, calls, state, done } = send(mode, () => new Promise((resolve) => (found = resolve)));
    expect(state.sending.value?.phase).toBe('sending');
    await sentFirst(calls, '/v2/api/forex/submit');
    await vi.advanceTimersByTimeAsync(6_100);
    const sent = calls.filter(({ path }) => path === '/v2/api/forex/submit');
    expect(sent.length).toBe(4);
    expect(new Set(sent.map(({ fields }) => fields.get('client_id'))).size).toBe(1);
    expect(new Set(sent.map(({ fields }) => fields.get('status')))).toEqual(new Set([mode === 'market' ? '1' : '0']));
    expect(state.sending.value?.phase).toBe('checking');
    await state.send('buy', 1.08342);
    expect(calls.filter(({ path }) => path === '/v2/api/forex/submit').length).toBe(4);
    found({ data: { state: 'done', reply: stored } });
    await vi.advanceTimersByTimeAsync(100);
    await done;
    expect(state.sending.value).toBeUndefined();
    expect(state.placed.value?.id).toBe(777);
    expect(engine.orders.map(({ id }) => id)).toEqual([777]);
  });

  it('is made final where the server has not seen it: refused for good, and the ticket may be sent anew', async () => {
    const voided = { code: 1109, msg: 'The request was cancelled and not executed', data: null };
    const { engine, calls, state, done } = send(mode, () => Promise.resolve({ data: { state: 'unknown', reply: null } }), voided);
    await sentFirst(calls, '/v2/api/forex/submit');
    await vi.advanceTimersByTimeAsync(60_000);
    await done;
    expect(state.sending.value).toBeUndefined();
    expect(state.refusal.value).toEqual({
      ...{ text: 'The request was cancelled and not executed', field: undefined },
      undone: { side: 'buy', ticket: state.ticket.value },
    });
    expect([state.placed.value, engine.orders]).toEqual([undefined, []]);
  });
});
