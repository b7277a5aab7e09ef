/** A receipt waits behind no read of another order, nor of another person (decision D9.516). */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Receipts } from '#worker/receipts/receipts.ts';
import { ReceiptsOnDemand } from '#worker/receipts/receipts-on-demand.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('no log');
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function device(latencyOf: (id: number) => number) {
  let asks = 0;
  let underWay = 0;
  let most = 0;
  const request = {
    call: async (_e: unknown, { id }: { id: number }) => {
      asks++;
      most = Math.max(most, ++underWay);
      await new Promise((r) => setTimeout(r, latencyOf(id)));
      underWay--;
      return { list: [] };
    },
    warn: () => undefined,
  };
  const clock = {
    now: () => Date.now(),
    steady: () => performance.now(),
    after: (ms: number, run: () => void) => {
      const t = setTimeout(run, ms);
      return () => clearTimeout(t);
    },
  };
  const door = new ReceiptsOnDemand(
    { clock, request, book: {}, link: () => ({ subscriptions: { sync() {} } }) } as never,
    async () => ({ Receipts }) as never,
  );
  door.setSession({ token: 't', uid: '1', realm: 'real' });
  return { door, counts: () => ({ asks, most }) };
}
const orders = (ids: number[]) => ({ type: 'orders', orders: ids.map((id) => ({ id, state: 'holding' })) }) as never;

async function waitOf(door: ReceiptsOnDemand, id: number) {
  const from = Date.now();
  let ms = -1;
  void door.ask({ kind: 'fills', source: 0, id }).then(() => {
    ms = Date.now() - from;
  });
  for (let t = 0; t < 600 && ms < 0; t++) await vi.advanceTimersByTimeAsync(500);
  return ms;
}

it('one read that gets no answer (15 s, a second, 15 s) is in the way of the receipt of another order', async () => {
  const { door } = device((id) => (id === 1 ? 31_000 : 100));
  door.onEvent(orders([1]));
  await vi.advanceTimersByTimeAsync(4_500);
  const ms = await waitOf(door, 2);
  expect(ms).toBeLessThan(1_000);
});

it('a list that is read again with each break of the link', async () => {
  const { door, counts } = device((id) => (id >= 1000 ? 100 : 300));
  const fifty = Array.from({ length: 50 }, (_, at) => at + 1);
  for (let flap = 0; flap < 24; flap++) {
    door.onEvent(orders(fifty));
    await vi.advanceTimersByTimeAsync(5_000);
  }
  const ms = await waitOf(door, 1000);
  let last = -1;
  let t = 0;
  while (last !== counts().asks && t < 2_000) {
    last = counts().asks;
    await vi.advanceTimersByTimeAsync(2_000);
    t += 2;
  }
  expect(ms).toBeLessThan(1_000);
});

it('what belongs to who has gone is in the way of who came', async () => {
  const { door } = device((id) => (id === 1 ? 31_000 : 100));
  door.onEvent(orders([1]));
  await vi.advanceTimersByTimeAsync(4_500);
  door.setSession(null);
  door.setSession({ token: 'u', uid: '2', realm: 'real' });
  const ms = await waitOf(door, 2);
  expect(ms).toBeLessThan(1_000);
});
