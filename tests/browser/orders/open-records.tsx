/** The records as a test opens them: two open positions, none or some that wait, 23 that are over, a fake engine and scripted calls. */
import { signal } from '@preact/signals';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/preact';
import { expect, vi } from 'vitest';
import type { OrderRow } from '#protocol/rest/forex.ts';
import { ToastHost } from '#ui/kit/toast.tsx';
import { PageFrame } from '#ui/navigation/page-frame.tsx';
import { OrderScreen } from '#ui/screens/order/order-screen.tsx';
import { HashLocationProvider } from '#ui/shell/hash-location.tsx';
import { forgetOrders } from '#ui/state/orders.ts';
import { sessionNumber, sessionStatus } from '#ui/state/session.ts';
import { putSite } from '#ui/state/site.ts';
import '#ui/tokens.css';
import '#ui/shell/frame.css';
import { sheetIsFull } from '../support/sheet-is-full.ts';
import { answer, type Call, EURUSD, type FakeEngine, order, plugEngine, push } from '../trade/fake-market.ts';

export const LISTS = '/v2/api/forex/my_deal';
export const CLOSE = '/v2/api/forex/close';
export const CANCEL = '/v2/api/forex/cancel_trade';
export const STOPS = '/v2/api/forex/set_stop_price';
export const REVERSE = '/v2/api/forex/reverse';
export const CLOSE_ALL = '/v2/api/forex/close_all';
export const CANCEL_ALL = '/v2/api/forex/cancel_all';

export const isActive = signal(true);
/** What the running test talks to. Ids are fresh in every test: what has closed once stays closed for the page. */
export const world = {
  engine: undefined as unknown as FakeEngine,
  calls: [] as Call[],
  firstId: 1_000,
  held: [] as OrderRow[],
  waiting: [] as OrderRow[],
  past: [] as OrderRow[],
};

/** One page of a list as the server answers it. */
export const pageOf = (rows: OrderRow[], fields: URLSearchParams) => {
  const page = Number(fields.get('page') ?? '1');
  return {
    data: {
      data: rows.slice((page - 1) * 10, page * 10),
      total: rows.length,
      all_fact_profits: '128.425',
      all_caution_money: '0',
      all_trade_fee: '13.2',
      all_financing: '0',
      all_cancelled: rows.filter((row) => row.Status === 4).length,
    },
  };
};
/** Answers any of the three lists. */
export const lists = ({ fields }: Call) =>
  pageOf({ '1': world.held, '0': world.waiting, '3': world.past }[fields.get('status') ?? ''] ?? [], fields);

/** As the frame of the app keeps it. */
function Page() {
  return (
    <PageFrame isShown={isActive.value} path="/tried">
      <OrderScreen />
      <ToastHost />
    </PageFrame>
  );
}

export function openRecords(hash = '#/order'): void {
  location.hash = hash;
  render(
    <HashLocationProvider>
      <Page />
    </HashLocationProvider>,
  );
}
export const rowsOf = (label: string) => within(screen.getByRole('list', { name: label })).getAllByRole('article');
/** Opens a row in place, where it stands open it stays so, and gives it. */
export function opened(label: string, at = 0): HTMLElement {
  const row = rowsOf(label)[at] as HTMLElement;
  const [head] = within(row).getAllByRole('button');
  if (head?.getAttribute('aria-expanded') === 'false') fireEvent.click(head);
  return row;
}
/** The sheet with everything about an order, out of its open row. */
export async function detailOf(label: string, at = 0): Promise<HTMLElement> {
  const row = opened(label, at);
  fireEvent.click(await within(row).findByRole('button', { name: 'Details' }));
  return screen.findByRole('dialog', { name: 'EUR/USD' });
}
/** Presses a button of an open row. */
export async function press(label: string, name: string, at = 0): Promise<void> {
  fireEvent.click(await within(opened(label, at)).findByRole('button', { name }));
  await sheetIsFull();
}
export const asked = () =>
  world.calls.filter(({ path }) => path === LISTS).map(({ fields }) => `${fields.get('status')}/${fields.get('page')}`);
/** Fields of every call to a path, without the key that the request layer makes. */
export function sentTo(wanted: string): Record<string, string>[] {
  return world.calls
    .filter(({ path }) => path === wanted)
    .map(({ fields }) => {
      const { client_id: _key, outbox: _number, ...rest } = Object.fromEntries(fields);
      return rest;
    });
}
/** A card's or a sheet's button. */
export const buttonOf = (node: HTMLElement, name: string | RegExp) =>
  within(node).getAllByRole<HTMLButtonElement>('button', { name }).at(-1) as HTMLButtonElement;
/** Two orders that wait: a buy of gold below the market at 2,300 and a sell of EUR/USD above it at 1.09. */
export function putWaiting(): void {
  const gold = { Id: 2, Code: 'XAUUSD', ShowCode: 'XAU/USD', PricePrecision: 2 };
  const own = { Status: 0, Price: 0, Seq: 0 };
  world.waiting = [
    order({ ...own, Id: world.firstId + 3, OriginPrice: 1.09, OrderType: 2, CautionMoney: '109', TradeFee: '0.6' }),
    order({ ...own, Id: world.firstId + 2, OriginPrice: 2300, ForexTradeLists: gold, ForexContNum: '100', CautionMoney: '230' }),
  ];
}
/** With its count or without. */
export const tab = (name: string) => screen.getByRole('tab', { name: new RegExp(`^${name}\\b`) });

/** Before each test. */
export function resetRecords(): void {
  world.firstId += 100;
  world.held = [order({ Id: world.firstId + 1 }), order({ Id: world.firstId, OrderType: 2, Quantity: '0.2', FactProfits: '1.5' })];
  world.waiting = [];
  world.past = Array.from({ length: 23 }, (_, index) =>
    order({
      Id: world.firstId + 60 - index,
      Status: index === 1 ? 4 : 3,
      FactProfits: index === 1 ? '0' : '1.5',
      UpdatePrice: 1.08357,
      CompleteTimeHandler: '2026-03-04 11:00:00',
      CloseReason: index === 2 ? 'stopout' : 'manual',
      CloseSeq: 81_300,
    }),
  );
  isActive.value = true;
  sessionStatus.value = 'in';
  sessionNumber.value++;
  forgetOrders();
  putSite({ currency: 'USD', timezone: '0', is_hazard_rate: '1' });
  world.engine = plugEngine();
  world.calls = answer({ [LISTS]: lists });
  push({
    events: [{ type: 'products', rows: [EURUSD] }],
    quotes: [{ id: 1, close: 1.08384 }],
    account: { balance: '9890.5', equity: '10041.3', margin: '108.342', usable: '9890.5', profit: '42', level: '9268.15' },
  });
}

/** After each test: what effects undo on leaving comes a moment later, not in the middle of the next test. */
export async function leaveRecords(): Promise<void> {
  cleanup();
  await expect.poll(() => world.engine.watchesOrders).toBe(false);
  vi.unstubAllGlobals();
}
