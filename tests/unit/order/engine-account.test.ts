import { describe, expect, it } from 'vitest';
import { formatDecimal } from '#domain/decimal.ts';
import type { OrderState } from '#domain/order.ts';
import type { EngineEvent } from '#protocol/engine-api.ts';
import { orderFromWire } from '#protocol/order-wire.ts';
import type { Endpoint } from '#protocol/rest/endpoint.ts';
import { myDealEndpoint } from '#protocol/rest/endpoints.ts';
import type { OrderRow } from '#protocol/rest/forex.ts';
import type { Request } from '#rest/request.ts';
import type { Params } from '#rest/wire.ts';
import type { AccountParts } from '#worker/account/account-truth.ts';
import { GuessedAccount } from '#worker/account/guessed-account.ts';

const row = (over: Partial<OrderRow>): OrderRow =>
  ({
    Id: 7,
    Status: 1,
    OrderType: 1,
    Quantity: '0.5',
    Price: 1.08,
    UpdatePrice: 1.081,
    FactProfits: '50',
    CautionMoney: '540',
    TradeFee: '3',
    ForexTradeLists: { Id: 1, Code: 'EURUSD', ShowCode: 'EUR/USD', PricePrecision: 5 },
    ForexContNum: '100000',
    QuoteRate: '1',
    ...over,
  }) as OrderRow;

/** An account whose server holds `lists`; timers run when the test says so. */
async function open(lists: { 0: OrderRow[]; 1: OrderRow[] }, money = { balance: '9457', lockBalance: '540' }) {
  const events: EngineEvent[] = [];
  const timers: (() => void)[] = [];
  const asked: number[] = [];
  let now = 0;
  const unknown = () => undefined;
  const book = { indexOfId: unknown, indexOfCode: unknown, indexOfShowCode: unknown } as unknown as AccountParts['book'];
  const account = new GuessedAccount({
    clock: {
      now: () => now,
      steady: () => now,
      after: (_ms: number, run: () => void) => {
        timers.push(run);
        return () => undefined;
      },
    } as unknown as AccountParts['clock'],
    book,
    request: {
      call: async ({ path }: Endpoint, { status, page }: Params = {}) => {
        if (path !== myDealEndpoint.path) return [{ type: 'forex', deficit: '0', ...money }];
        const rows = lists[status as 0 | 1];
        asked.push(Number(status));
        return { data: page === 1 ? rows : [], total: rows.length, all_fact_profits: '0' };
      },
    } as unknown as Request,
    link: () => ({ isExt: false, offersExt: false, subscriptions: { sync: unknown } }),
    emit: (event) => events.push(event),
    onChange: () => undefined,
  });
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  account.setSession({ token: 't', uid: 'u', realm: 'real' });
  await settle();
  const shown = () => {
    const last = events.filter((event) => event.type === 'orders').at(-1);
    return last?.type === 'orders' ? last.orders.map(({ id, state, lots }) => [id, state, formatDecimal(lots)]) : [];
  };
  const reload = async () => {
    now += 10_000;
    for (const run of timers.splice(0)) run();
    await settle();
  };
  const funds = () => account.funds && account.held.funds(account.funds, account.held.numbers());
  return { account, asked, timers, shown, reload, funds };
}
const orderEvent = (id: number, state: OrderState) => ({ kind: 'order' as const, id, state, seq: 1, uid: 'u', atMs: 1 });
const order = (over: Partial<OrderRow>) => orderFromWire(row(over));

describe('the engine knows pending orders', () => {
  it('lists them behind the positions, without a price or a margin of their own', async () => {
    const { shown, account, funds } = await open(
      { 0: [row({ Id: 9, Status: 0 })], 1: [row({})] },
      { balance: '8900', lockBalance: '1083' },
    );
    expect(shown()).toEqual([
      [7, 'holding', '0.5'],
      [9, 'pending', '0.5'],
    ]);
    expect(account.held.numbers().map(({ id }) => id)).toEqual([7]);
    expect(formatDecimal(funds()?.margin ?? 0n)).toBe('540');
    expect(formatDecimal(funds()?.pending ?? 0n)).toBe('543');
  });

  it('moves one that fills to the positions after one reload', async () => {
    const lists = { 0: [row({ Id: 9, Status: 0 })], 1: [] as OrderRow[] };
    const { account, asked, shown, reload, timers } = await open(lists);
    lists[0] = [];
    lists[1] = [row({ Id: 9 })];
    account.onEvent(orderEvent(9, 'holding'));
    account.onEvent(orderEvent(9, 'holding'));
    expect(timers.length).toBe(1);
    const before = asked.length;
    await reload();
    expect(asked.length - before).toBe(2);
    expect(shown()).toEqual([[9, 'holding', '0.5']]);
  });

  it('drops one that is cancelled, by whoever, and an older list does not bring it back', async () => {
    const { account, shown, reload } = await open({ 0: [row({ Id: 9, Status: 0 }), row({ Id: 10, Status: 0 })], 1: [] });
    account.onEvent(orderEvent(9, 'cancelled'));
    expect(shown()).toEqual([[10, 'pending', '0.5']]);
    account.putOrder(order({ Id: 10, Status: 4 }));
    expect(shown()).toEqual([]);
    account.reloadSoon();
    await reload();
    expect(shown()).toEqual([]);
  });

  it('reads again what was edited elsewhere, and takes an own edit from its answer', async () => {
    const lists = { 0: [] as OrderRow[], 1: [row({})] };
    const { account, timers } = await open(lists);
    account.putOrder(order({ TargetLossPrice: 1.07 }));
    account.onEvent(orderEvent(7, 'holding'));
    expect(timers.length).toBe(0);
    account.onEvent(orderEvent(8, 'holding'));
    expect(timers.length).toBe(1);
  });
});

describe('a part that was closed', () => {
  it('leaves the rest with its own lots, and its margin and profit come back at once', async () => {
    const { account, shown, funds } = await open({ 0: [], 1: [row({})] });
    const before = funds();
    account.putOrder(order({ Quantity: '0.3', CautionMoney: '324', FactProfits: '30' }));
    expect(shown()).toEqual([[7, 'holding', '0.3']]);
    const after = funds();
    expect(formatDecimal(after?.margin ?? 0n)).toBe('324');
    // 9457 + 216 of margin + 20 of profit; nothing is left over that would count as locked for pending orders.
    expect(formatDecimal(after?.balance ?? 0n)).toBe('9693');
    expect(after?.pending).toBe(0n);
    const worth = (it: typeof before) => (it ? it.balance + it.margin + it.floatingProfit : 0n);
    expect(worth(after)).toBe(worth(before));
  });
});
