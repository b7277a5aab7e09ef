import { signal } from '@preact/signals';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/preact';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { OrderRow } from '#protocol/rest/forex.ts';
import { needTexts } from '#ui/i18n.ts';
import { ToastHost } from '#ui/kit/toast.tsx';
import { PageActive } from '#ui/page-active.ts';
import { OrderScreen } from '#ui/screens/order/order-screen.tsx';
import { HashLocationProvider } from '#ui/shell/hash-location.tsx';
import { forgetOrders } from '#ui/state/orders.ts';
import { sessionEpoch, sessionStatus } from '#ui/state/session.ts';
import { putSite } from '#ui/state/site.ts';
import '#ui/tokens.css';
import '#ui/frame.css';
import { axeProblems } from '../trade/axe-problems.ts';
import { answer, type Call, EURUSD, type FakeEngine, order, plugEngine, push } from '../trade/fake-market.ts';

const LISTS = '/v2/api/forex/my_deal';
const CLOSE = '/v2/api/forex/close';

let engine: FakeEngine;
let calls: Call[];
const isActive = signal(true);
/** Ids are fresh in every test: what has closed once stays closed for the page. */
let firstId = 1_000;
let held: OrderRow[];
let past: OrderRow[];

const pageOf = (rows: OrderRow[], fields: URLSearchParams) => {
  const page = Number(fields.get('page') ?? '1');
  return {
    data: { data: rows.slice((page - 1) * 10, page * 10), total: rows.length, all_fact_profits: '128.425', all_caution_money: '0' },
  };
};
const lists = ({ fields }: Call) => pageOf({ '1': held, '0': [], '3': past }[fields.get('status') ?? ''] ?? [], fields);

function openRecords(hash = '#/order'): void {
  location.hash = hash;
  render(
    <HashLocationProvider>
      <PageActive.Provider value={isActive}>
        <OrderScreen />
        <ToastHost />
      </PageActive.Provider>
    </HashLocationProvider>,
  );
}
const rowsOf = (label: string) => within(screen.getByRole('list', { name: label })).getAllByRole('article');
const asked = () => calls.filter(({ path }) => path === LISTS).map(({ fields }) => `${fields.get('status')}/${fields.get('page')}`);
const tab = (name: string) => screen.getByRole('tab', { name });

beforeAll(() => needTexts('shell', 'orders', 'errors'));
beforeEach(() => {
  firstId += 100;
  held = [order({ Id: firstId + 1 }), order({ Id: firstId, OrderType: 2, Quantity: '0.2', FactProfits: '1.5' })];
  past = Array.from({ length: 23 }, (_, index) =>
    order({
      Id: firstId + 60 - index,
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
  sessionEpoch.value++;
  forgetOrders();
  putSite({ currency: 'USD', timezone: '0', is_hazard_rate: '1' });
  engine = plugEngine();
  calls = answer({ [LISTS]: lists });
  push({
    events: [{ type: 'products', rows: [EURUSD] }],
    quotes: [{ id: 1, close: 1.08384 }],
    account: { balance: '9890.5', equity: '10041.3', margin: '108.342', usable: '9890.5', profit: '42', level: '9268.15' },
  });
});
afterEach(async () => {
  cleanup();
  await expect.poll(() => engine.watchesOrders).toBe(false);
  vi.unstubAllGlobals();
});

describe('the tabs of /order', () => {
  it('S1-2.91 the address selects the sub-tab, and the contract tab', async () => {
    openRecords('#/order?source=0&type=3');
    await expect.poll(() => tab('History').getAttribute('aria-selected')).toBe('true');
    expect(tab('Contract').getAttribute('aria-selected')).toBe('true');
    location.hash = '#/order?type=1';
    await expect.poll(() => tab('Holding').getAttribute('aria-selected')).toBe('true');
    fireEvent.click(tab('Pending'));
    await expect.poll(() => location.hash).toBe('#/order?source=0&type=0');
  });

  it('S1-2.93 holding asks for status 1, pending for 0, history for 3', async () => {
    openRecords();
    await expect.poll(() => asked()).toEqual(['1/1']);
    fireEvent.click(tab('Pending'));
    await expect.poll(() => asked()).toContain('0/1');
    await expect.poll(() => document.body.textContent).toContain('No data yet');
    fireEvent.click(tab('History'));
    await expect.poll(() => asked()).toContain('3/1');
  });
});

describe('totals', () => {
  it('S1-2.95 of holding are open profit, margin level and margin; of history the total and all_fact_profits', async () => {
    openRecords();
    const totals = () => screen.getByRole('region', { name: 'Totals' });
    await expect.poll(() => totals().textContent).toContain('▲ +42.00');
    expect(totals().textContent).toContain('9,268.15%');
    expect(totals().textContent).toContain('108.34');
    expect(screen.getByRole('meter', { name: 'Margin level' }).getAttribute('aria-valuetext')).toBe('9,268.15%');
    push({ account: { balance: '9890.5', equity: '9940.1', margin: '108.342', usable: '9890.5', profit: '-58.742', level: '80' } });
    await expect.poll(() => totals().textContent).toContain('▼ −58.74');
    fireEvent.click(tab('History'));
    await expect.poll(() => totals().textContent).toContain('23');
    expect(totals().textContent).toContain('▲ +128.43');
  });

  it('leaves the margin level out where the site does not show it', async () => {
    putSite({ is_hazard_rate: '0' });
    openRecords();
    await expect.poll(() => screen.getByRole('region', { name: 'Totals' }).textContent).toContain('Open profit');
    expect(screen.queryByRole('meter')).toBeNull();
  });
});

describe('the lists', () => {
  it('S1-2.96 history asks for page 2 near the end, stops at the total, and a pull reads page 1 again', async () => {
    openRecords('#/order?type=3');
    await expect.poll(() => asked()).toEqual(['3/1']);
    await expect.poll(() => rowsOf('History').length).toBe(10);
    scrollTo(0, document.body.scrollHeight);
    await expect.poll(() => asked()).toEqual(['3/1', '3/2']);
    await expect.poll(() => rowsOf('History').length).toBe(20);
    scrollTo(0, document.body.scrollHeight);
    await expect.poll(() => rowsOf('History').length).toBe(23);
    await expect.poll(() => document.body.textContent).toContain('No more');
    scrollTo(0, 0);
    const node = document.querySelector('.pull') as HTMLElement;
    const touch = (type: string, touches: Touch[]) =>
      node.dispatchEvent(new TouchEvent(type, { bubbles: true, cancelable: true, touches }));
    const finger = (y: number) => [new Touch({ identifier: 1, target: node, clientX: 50, clientY: y })];
    touch('touchstart', finger(100));
    touch('touchmove', finger(300));
    touch('touchend', []);
    await expect.poll(() => asked().filter((it) => it === '3/1').length).toBe(2);
  });

  it('says that a load failed and tries again when asked', async () => {
    calls = answer({ [LISTS]: () => ({ code: 0, msg: 'down' }) });
    openRecords('#/order?type=3');
    await expect.poll(() => screen.queryByRole('alert')?.textContent).toContain('The orders could not be loaded');
    calls = answer({ [LISTS]: lists });
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    await expect.poll(() => rowsOf('History').length).toBe(10);
  });

  it('waits with a skeleton, and an empty holding list offers the way to a trade', async () => {
    let release: (reply: ReturnType<typeof pageOf>) => void = () => undefined;
    calls = answer({ [LISTS]: () => new Promise((resolve) => (release = resolve)) });
    openRecords();
    await expect.poll(() => document.querySelectorAll('[data-skeleton-row]').length).toBe(3);
    await expect.poll(() => calls.length).toBe(1);
    release(pageOf([], new URLSearchParams()));
    await expect.poll(() => document.body.textContent).toContain('No data yet');
    expect(screen.getByRole('link', { name: 'Open a trade' }).getAttribute('href')).toBe('#/trade');
  });

  it('S1-9.15 shows the profit of a record with exactly six decimals', async () => {
    openRecords('#/order?type=3');
    await expect.poll(() => rowsOf('History').length).toBe(10);
    expect(rowsOf('History')[0]?.textContent).toContain('+1.500000');
    expect(rowsOf('History')[1]?.textContent).toContain('Cancelled');
    expect(rowsOf('History')[2]?.textContent).toContain('Stop-out');
  });
});

describe('an open position', () => {
  it('moves with the market without a new call', async () => {
    openRecords();
    await expect.poll(() => rowsOf('Holding').length).toBe(2);
    expect(engine.watchesOrders).toBe(true);
    push({ events: [{ type: 'orders', rows: held }], orders: [{ id: firstId + 1, price: 1.08384, profit: '4.2' }] });
    await expect.poll(() => rowsOf('Holding')[0]?.textContent).toContain('+4.200000');
    expect(rowsOf('Holding')[0]?.textContent).toContain('1.08384');
    push({ orders: [{ id: firstId + 1, price: 1.08301, profit: '-4.1' }] });
    await expect.poll(() => rowsOf('Holding')[0]?.textContent).toContain('−4.100000');
    expect(asked()).toEqual(['1/1']);
    expect(tab('Holding').textContent).toContain('2');
  });

  it('S1-2.98 a tap opens a sheet with all fields', async () => {
    openRecords();
    await expect.poll(() => rowsOf('Holding').length).toBe(2);
    fireEvent.click(within(rowsOf('Holding')[1] as HTMLElement).getByText('EUR/USD'));
    const sheet = await screen.findByRole('dialog', { name: 'EUR/USD' });
    const fields = [...sheet.querySelectorAll('dt')].map((node) => node.textContent);
    expect(fields).toEqual([
      'Order number',
      'Lots',
      'Leverage',
      'Requested price',
      'Open price',
      'Price now',
      'Margin',
      'Handling fee',
      'Stop loss',
      'Take profit',
      'Opened',
      'Price tape entry',
    ]);
    expect(sheet.textContent).toContain(`Order number${firstId}`);
    expect(sheet.textContent).toContain('+1.500000');
    expect(sheet.textContent).toContain('2026-03-04 10:00:00');
    expect(sheet.textContent).toContain('Sell');
  });

  it('leaves the list when the server closes it, and its sheet closes', async () => {
    openRecords();
    await expect.poll(() => rowsOf('Holding').length).toBe(2);
    fireEvent.click(within(rowsOf('Holding')[0] as HTMLElement).getByText('EUR/USD'));
    await screen.findByRole('dialog');
    push({ events: [{ type: 'closed', ids: [firstId + 1], reasons: { [firstId + 1]: 'stopout' } }] });
    await expect.poll(() => rowsOf('Holding').length).toBe(1);
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  });

  it('appears when the engine learns of it, before any list is read again', async () => {
    openRecords();
    await expect.poll(() => rowsOf('Holding').length).toBe(2);
    push({ events: [{ type: 'orders', rows: [...held, order({ Id: firstId + 9, Quantity: '0.7' })] }] });
    await expect.poll(() => rowsOf('Holding').length).toBe(3);
    expect(rowsOf('Holding')[0]?.textContent).toContain('0.70 lots');
  });
});

describe('closing a position', () => {
  const ask = async () => {
    await expect.poll(() => rowsOf('Holding').length).toBe(2);
    push({ events: [{ type: 'orders', rows: held }], orders: [{ id: firstId + 1, price: 1.08384, profit: '4.2' }] });
    fireEvent.click(within(rowsOf('Holding')[0] as HTMLElement).getByRole('button', { name: 'Close' }));
    return screen.findByRole('dialog', { name: 'Close Buy 0.10 EUR/USD' });
  };
  const confirm = (sheet: HTMLElement) =>
    within(sheet).getAllByRole<HTMLButtonElement>('button', { name: 'Close' }).at(-1) as HTMLButtonElement;

  it('shows the quote and what it comes to, sends the price that was seen, and takes the row away', async () => {
    calls = answer({
      [LISTS]: lists,
      [CLOSE]: () => ({ msg: 'Closed at 1.08384', data: { Id: firstId + 1, Seq: 1, Order: order({ Id: firstId + 1, Status: 3 }) } }),
    });
    openRecords();
    const sheet = await ask();
    await expect.poll(() => sheet.textContent).toContain('+4.200000');
    expect(sheet.querySelector('.close-price')?.textContent).toBe('1.08384');
    expect(sheet.textContent).toContain('Live');
    expect(calls.filter(({ path }) => path === CLOSE)).toEqual([]);
    fireEvent.click(confirm(sheet));
    await expect.poll(() => calls.filter(({ path }) => path === CLOSE).length).toBe(1);
    const sent = Object.fromEntries(calls.find(({ path }) => path === CLOSE)?.fields ?? []);
    expect(sent).toMatchObject({ id: String(firstId + 1), seen_price: '1.08384', slippage: '0.00054192' });
    await expect.poll(() => rowsOf('Holding').length).toBe(1);
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
    expect(document.querySelector('.toasts')?.textContent).toContain('Closed at 1.08384');
    expect(engine.orders.map(({ Id, Status }) => [Id, Status])).toEqual([[firstId + 1, 3]]);
  });

  it('keeps the sheet and says why when the server refuses', async () => {
    calls = answer({ [LISTS]: lists, [CLOSE]: () => ({ code: 1107, msg: 'The price has moved' }) });
    openRecords();
    const sheet = await ask();
    fireEvent.click(confirm(sheet));
    await expect.poll(() => within(sheet).queryByRole('alert')?.textContent).toBe('The price has moved');
    expect(rowsOf('Holding').length).toBe(2);
    await expect.poll(() => confirm(sheet).disabled).toBe(false);
  });

  it('takes "already closed" for done and reads the lists again (decision D1.4.25)', async () => {
    calls = answer({ [LISTS]: lists, [CLOSE]: () => ({ code: 1106, msg: 'Already closed' }) });
    openRecords();
    const sheet = await ask();
    const before = asked().length;
    fireEvent.click(confirm(sheet));
    await expect.poll(() => rowsOf('Holding').length).toBe(1);
    await expect.poll(() => asked().length).toBeGreaterThan(before);
  });

  it('waits, and says why, while the price is stale or the market is closed', async () => {
    openRecords();
    const sheet = await ask();
    push({ quotes: [{ id: 1, close: 1.08384, state: 1 }] });
    await expect.poll(() => sheet.textContent).toMatch(/Waiting for a fresh price: this one is \d+ s old/);
    expect(confirm(sheet).disabled).toBe(true);
    push({ quotes: [{ id: 1, close: 1.08384, state: 2 }] });
    await expect.poll(() => sheet.textContent).toContain('The market is closed');
    push({ quotes: [{ id: 1, close: 1.08384, state: 0 }] });
    await expect.poll(() => confirm(sheet).disabled).toBe(false);
    expect(calls.filter(({ path }) => path === CLOSE)).toEqual([]);
  });
});

describe('the page itself', () => {
  it('asks for nothing while it is hidden, and leaves no sheet open behind it', async () => {
    openRecords();
    await expect.poll(() => rowsOf('Holding').length).toBe(2);
    fireEvent.click(within(rowsOf('Holding')[0] as HTMLElement).getByText('EUR/USD'));
    await screen.findByRole('dialog');
    isActive.value = false;
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
    expect(engine.watchesOrders).toBe(false);
    const before = calls.length;
    push({ events: [{ type: 'order', id: 5, status: 1 }] });
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    expect(calls.length).toBe(before);
  });

  it('has no accessibility problem that a machine can find, light and dark, with a sheet open too', async () => {
    openRecords();
    await expect.poll(() => rowsOf('Holding').length).toBe(2);
    for (const theme of ['light', 'dark']) {
      document.documentElement.setAttribute('data-theme', theme);
      expect(await axeProblems()).toEqual([]);
    }
    fireEvent.click(within(rowsOf('Holding')[0] as HTMLElement).getByText('EUR/USD'));
    const sheet = await screen.findByRole('dialog');
    await expect.poll(() => Math.round(sheet.getBoundingClientRect().bottom)).toBe(innerHeight);
    expect(await axeProblems(sheet)).toEqual([]);
    document.documentElement.setAttribute('data-theme', 'light');
  });
});
