import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { decimal } from '#domain/decimal.ts';
import { orderFromWire } from '#protocol/order-wire.ts';
import { needTexts } from '#ui/language/i18n.ts';
import { editStops } from '#ui/orders/edit-stops.ts';
import type { Refusal } from '#ui/requests/money-refusal.ts';
import { cancelPending, endAll, reversePosition, sendClose } from '#ui/screens/order/questions/order-calls.ts';
import { sentFirst } from '../support/sent-first.ts';
import { answer, order, plugEngine } from '../trade/fake-market.ts';
import { CANCEL, CANCEL_ALL, CLOSE, CLOSE_ALL, REVERSE, STOPS } from './open-records.tsx';

beforeAll(() => needTexts('orders', 'errors'));
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  plugEngine();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const row = order({ Id: 90_001 });
const held = orderFromWire(row);
const closed = order({ Id: 90_001, Status: 3 });
const one = { Id: 90_001, Seq: 1, Order: closed };
const many = { Done: 0, Failed: 0, FactProfits: '0', Seq: 1, Results: [] };
type Call = (onChecking: () => void) => Promise<Refusal | undefined>;
const CALLS: [name: string, path: string, call: Call, data: unknown][] = [
  ['close', CLOSE, (onChecking) => sendClose(held, 1.08, onChecking), one],
  ['close of a part', CLOSE, (onChecking) => sendClose(held, 1.08, onChecking, decimal('0.05')), { ...one, Rest: row }],
  ['cancellation', CANCEL, (onChecking) => cancelPending(held, onChecking), one],
  ['edit', STOPS, (onChecking) => editStops(held.id, { stopLoss: decimal('1'), takeProfit: 0n }, onChecking), { ...one, Order: row }],
  ['reversal', REVERSE, (onChecking) => reversePosition(held, 1.08, onChecking), { ...one, Order: row, Closed: closed }],
  ['close of all', CLOSE_ALL, (onChecking) => endAll('close', onChecking, () => undefined), many],
  ['cancellation of all', CANCEL_ALL, (onChecking) => endAll('cancel', onChecking, () => undefined), many],
];

describe.each(CALLS)('a %s whose answer does not come', (_name, path, call, data) => {
  it('is sent again under one key, then checked, and done when the server says that it was', async () => {
    const stored = { code: 1, msg: 'Done', data };
    const calls = answer({ '/v2/api/order/by_client_id': () => ({ data: { state: 'done', reply: stored } }) });
    const onChecking = vi.fn();
    const outcome = call(onChecking);
    await sentFirst(calls, path);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(onChecking).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await outcome).toBeUndefined();
    expect(onChecking).toHaveBeenCalledTimes(1);
    const sent = calls.filter((it) => it.path === path);
    expect(sent.length).toBe(4);
    expect(new Set(sent.map(({ fields }) => fields.get('client_id'))).size).toBe(1);
  });

  it('is final where the server has not seen it, and says so', async () => {
    const calls = answer({
      '/v2/api/order/by_client_id': () => ({ data: { state: 'unknown', reply: null } }),
      '/v2/api/order/void': () => ({ code: 1109, msg: 'The request was cancelled and not executed' }),
    });
    const outcome = call(() => undefined);
    await sentFirst(calls, path);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await outcome).toMatchObject({ code: 1109, text: 'The request was cancelled and not executed' });
  });
});
