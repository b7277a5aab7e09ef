import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { needTexts } from '#ui/i18n.ts';
import { moneyCode } from '#ui/request.ts';
import { createTicketState } from '#ui/screens/trade/ticket-state.ts';
import { answer, EURUSD, order, plugEngine } from './fake-market.ts';

const row = order({ Id: 777 });
const stored = { code: 1, msg: 'Done', data: { Id: 777, Seq: 5, Order: row } };

beforeAll(() => needTexts('trade', 'errors'));
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function send(byClientId: () => Promise<{ data?: unknown }>, voided = stored) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  const engine = plugEngine();
  const calls = answer({ '/v2/api/order/by_client_id': byClientId, '/v2/api/order/void': () => ({ data: voided }) });
  const state = createTicketState();
  state.change({ type: 'product', product: EURUSD });
  const done = state.send('buy', 1.08342);
  return { engine, calls, state, done };
}

describe('an order whose answer does not come', () => {
  it('is sent again under one key, then checked, and shown as filled when the server says that it is', async () => {
    let found: (reply: { data: unknown }) => void = () => undefined;
    const { engine, calls, state, done } = send(() => new Promise((resolve) => (found = resolve)));
    expect(state.sending.value?.phase).toBe('sending');
    await moneyCode();
    await vi.advanceTimersByTimeAsync(6_100);
    const sent = calls.filter(({ path }) => path === '/v2/api/forex/submit');
    expect(sent.length).toBe(4);
    expect(new Set(sent.map(({ fields }) => fields.get('client_id'))).size).toBe(1);
    expect(state.sending.value?.phase).toBe('checking');
    await state.send('buy', 1.08342);
    expect(calls.filter(({ path }) => path === '/v2/api/forex/submit').length).toBe(4);
    found({ data: { state: 'done', reply: stored } });
    await vi.advanceTimersByTimeAsync(100);
    await done;
    expect(state.sending.value).toBeUndefined();
    expect(state.filled.value?.Id).toBe(777);
    expect(state.isSheetOpen.value).toBe(true);
    expect(engine.orders.map(({ Id }) => Id)).toEqual([777]);
  });
});
