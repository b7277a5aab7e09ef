import { fireEvent, screen, waitFor, within } from '@testing-library/preact';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { toNumber } from '#domain/decimal.ts';
import type { OrderRow } from '#protocol/rest/forex.ts';
import { needTexts } from '#ui/language/i18n.ts';
import { forgetOrders } from '#ui/state/orders.ts';
import { problemsOf } from '../support/axe.ts';
import { answer, type Call, order, ordersEvent, push } from '../trade/fake-market.ts';
import { chart, chartOf, leaveTrade, openTrade, resetTrade, world } from '../trade/open-trade.tsx';

const SET = '/v2/api/forex/set_stop_price';
const orders = (...rows: OrderRow[]) => push({ events: [ordersEvent(...rows)] });
const handle = (name: RegExp) => screen.findByRole('slider', { name });
const stopLine = () => document.querySelector<HTMLElement>('.price-line[data-kind="stopLoss"]');
const dialog = () => screen.findByRole('dialog');
const topOf = (node: Element) => node.getBoundingClientRect().top;

/** The chart with its bars, and an order upon it. */
async function show(...rows: OrderRow[]): Promise<void> {
  openTrade();
  await expect.poll(() => world.engine.charts.at(-1)?.productId).toBe(1);
  chartOf(1);
  orders(...rows);
  await expect.poll(() => Number(chart().dataset.candles)).toBeGreaterThan(30);
  await expect.poll(() => document.querySelectorAll('.price-line:not([hidden])').length).toBeGreaterThan(0);
}

/** Takes a handle, moves it by so many pixels in steps, and lets go unless told not to. */
function drag(node: HTMLElement, by: number, how: { holds?: boolean; ends?: 'pointerup' | 'pointercancel' } = {}): void {
  const box = node.getBoundingClientRect();
  const at = (y: number) => ({
    pointerId: 1,
    pointerType: 'touch',
    button: 0,
    clientX: box.left + box.width / 2,
    clientY: box.top + box.height / 2 + y,
  });
  fireEvent.pointerDown(node, at(0));
  for (const share of [0.3, 0.7, 1]) fireEvent.pointerMove(node, at(by * share));
  if (how.holds) return;
  if (how.ends === 'pointercancel') fireEvent.pointerCancel(node, at(by));
  else fireEvent.pointerUp(node, at(by));
}

beforeAll(() => needTexts('shell', 'trade', 'errors'));
beforeEach(async () => {
  forgetOrders();
  await resetTrade();
  vi.spyOn(HTMLElement.prototype, 'setPointerCapture').mockImplementation(() => undefined);
});
afterEach(async () => {
  await leaveTrade();
  forgetOrders();
  vi.restoreAllMocks();
});

describe('the orders upon the chart', () => {
  it('are lines at entry, order price, stop loss and take profit, with side, lots and live profit', async () => {
    await show(
      order({ TargetLossPrice: 1.0828, TargetProfitPrice: 1.084 }),
      order({ Id: 502, Status: 0, OrderType: 2, OriginPrice: 1.0839, Price: 0, Quantity: '0.25' }),
      order({ Id: 503, ForexTradeLists: { Id: 2, Code: 'XAUUSD', ShowCode: 'XAU/USD', PricePrecision: 2 } }),
    );
    const lines = () => [...document.querySelectorAll<HTMLElement>('.price-line')].map((line) => [line.dataset.kind, line.textContent]);
    await expect.poll(() => lines().length).toBe(4);
    expect(lines()).toEqual([
      ['pending', 'Sells 0.25 1.08390'],
      ['entry', 'Buy 0.1 0.00'],
      ['stopLoss', 'SL Buy 0.1 −6.201.08280'],
      ['takeProfit', 'TP Buy 0.1 +5.801.08400'],
    ]);
    await expect.poll(() => world.engine.watchesOrders).toBe(true);
    push({ orders: [{ id: 501, price: 1.08352, profit: '1' }] });
    await expect.poll(() => lines()[1]).toEqual(['entry', 'Buy 0.1 +1.00']);
  });

  it('stand where their price stands, follow the scale, and go when the order closes', async () => {
    await show(order({ TargetLossPrice: 1.083 }));
    const [entry, stop] = [...document.querySelectorAll('.price-line')] as [HTMLElement, HTMLElement];
    await expect.poll(() => topOf(stop) - topOf(entry)).toBeGreaterThan(5);
    const before = topOf(stop) - topOf(entry);
    orders(order({ TargetLossPrice: 1.0832 }));
    await expect.poll(() => topOf(stop) - topOf(entry)).toBeLessThan(before);
    orders();
    await expect.poll(() => document.querySelectorAll('.price-line').length).toBe(0);
  });

  it('a stop far away waits at the edge and does not press the candles flat', async () => {
    await show(order({ TargetLossPrice: 1.02 }));
    await expect.poll(() => stopLine()?.dataset.off).toBe('below');
    const bottom = stopLine()?.getBoundingClientRect().top ?? 0;
    expect(bottom).toBeLessThanOrEqual(chart().getBoundingClientRect().bottom);
  });
});

describe('a stop that is dragged', () => {
  it('S1-4.05 D1.2.25 asks with old and new price and the money there, then sends only that stop', async () => {
    await show(order({ TargetLossPrice: 1.083, TargetProfitPrice: 1.084 }));
    world.calls = answer({
      [SET]: ({ fields }: Call) => ({
        msg: 'Saved',
        data: { Id: 501, Seq: 9, Order: order({ TargetLossPrice: Number(fields.get('stop_loss_price')), TargetProfitPrice: 1.084 }) },
      }),
    });
    const stop = await handle(/^Stop loss of Buy 0.1/);
    drag(stop, 20);
    const sheet = await dialog();
    const texts = within(sheet);
    expect(texts.getByRole('heading').textContent).toBe('Move Stop loss');
    expect(texts.getByText('1.08300')).toBeTruthy();
    const price = texts.getByRole('button', { name: /^Confirm/ }).textContent?.split(' ')[1] ?? '';
    expect(Number(price)).toBeLessThan(1.083);
    const money = Math.round((Number(price) - 1.08342) * 10_000 * 100) / 100;
    expect(texts.getByText(`−${Math.abs(money).toFixed(2)}`)).toBeTruthy();
    expect(world.calls.filter((call) => call.path === SET)).toEqual([]);
    fireEvent.click(texts.getByRole('button', { name: /^Confirm/ }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const [call] = world.calls.filter(({ path }) => path === SET);
    expect([call?.fields.get('id'), Number(call?.fields.get('stop_loss_price')), call?.fields.get('target_profit_price')]).toEqual([
      '501',
      Number(price),
      null,
    ]);
    expect(toNumber(world.engine.orders.at(-1)?.stopLoss ?? 0n)).toBe(Number(price));
  });

  it('is held on its side of the price, however far one drags', async () => {
    await show(order({ TargetLossPrice: 1.083 }));
    const stop = await handle(/^Stop loss/);
    drag(stop, -150, { holds: true });
    await expect.poll(() => stop.getAttribute('aria-valuenow')).toBe('1.08341');
    push({ quotes: [{ id: 1, close: 1.0832 }] });
    fireEvent.pointerMove(stop, { pointerId: 1, pointerType: 'touch', clientX: 5, clientY: -500 });
    await expect.poll(() => stop.getAttribute('aria-valuenow')).toBe('1.08319');
  });

  it('goes back when one thinks better of it, and when the system takes the finger', async () => {
    await show(order({ TargetLossPrice: 1.083 }));
    const stop = await handle(/^Stop loss/);
    await expect.poll(() => topOf(stop)).toBeGreaterThan(100);
    const before = topOf(stop);
    drag(stop, 25, { ends: 'pointercancel' });
    await expect.poll(() => [screen.queryByRole('dialog'), topOf(stop)]).toEqual([null, before]);
    drag(stop, 25);
    await dialog();
    expect(topOf(stop)).not.toBe(before);
    fireEvent.click(screen.getByRole('button', { name: 'Leave as it was' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await expect.poll(() => topOf(stop)).toBe(before);
  });

  it('waits with a reason when the price has gone past it, and says a refusal without losing it', async () => {
    await show(order({ TargetLossPrice: 1.083 }));
    world.calls = answer({ [SET]: () => ({ code: 1103, msg: 'wrong side', data: null }) });
    drag(await handle(/^Stop loss/), 10);
    const sheet = within(await dialog());
    const confirm = sheet.getByRole<HTMLButtonElement>('button', { name: /^Confirm/ });
    push({ quotes: [{ id: 1, close: 1.0801 }] });
    await expect
      .poll(() => [confirm.disabled, document.querySelector('.stop-reason')?.textContent])
      .toEqual([true, 'The price has moved: must now be below 1.08010']);
    push({ quotes: [{ id: 1, close: 1.0835 }] });
    await expect.poll(() => confirm.disabled).toBe(false);
    fireEvent.click(confirm);
    await expect.poll(() => sheet.queryByRole('alert')?.textContent).toBeTruthy();
    expect(sheet.getByRole('button', { name: /^Confirm/ })).toBeTruthy();
  });

  it('D1.4.25 of an order that has changed meanwhile counts as done, and the row of the refusal is taken', async () => {
    await show(order({ TargetLossPrice: 1.083 }));
    const closed = order({ Status: 3, CloseReason: 'sl', CloseSeq: 90_000 });
    world.calls = answer({ [SET]: () => ({ code: 1106, msg: 'The order has already changed', data: { Id: 501, Seq: 9, Order: closed } }) });
    drag(await handle(/^Stop loss/), 10);
    fireEvent.click(within(await dialog()).getByRole('button', { name: /^Confirm/ }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(world.engine.orders.at(-1)).toMatchObject({ id: 501, state: 'closed' });
  });

  it('is busy while it is sent: a second press sends nothing', async () => {
    await show(order({ TargetLossPrice: 1.083 }));
    let reply: (_: object) => void = () => undefined;
    world.calls = answer({ [SET]: () => new Promise((resolve) => (reply = resolve)) });
    drag(await handle(/^Stop loss/), 10);
    const sheet = within(await dialog());
    fireEvent.click(sheet.getByRole('button', { name: /^Confirm/ }));
    const sending = await sheet.findByRole<HTMLButtonElement>('button', { name: 'Sending…' });
    fireEvent.click(sending);
    expect([sending.disabled, sending.getAttribute('aria-busy')]).toEqual([true, 'true']);
    await waitFor(() => expect(world.calls.some(({ path }) => path === SET)).toBe(true));
    reply({ data: { Id: 501, Seq: 9, Order: order({ TargetLossPrice: 1.0829 }) } });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(world.calls.filter(({ path }) => path === SET)).toHaveLength(1);
  });

  it('closes its question when the order closes meanwhile', async () => {
    await show(order({ TargetLossPrice: 1.083 }));
    drag(await handle(/^Stop loss/), 10);
    await dialog();
    orders();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});

describe('a stop that is made from the entry', () => {
  it('is a stop loss on the one side and a take profit on the other, while the entry stays where it is', async () => {
    await show(order({}));
    const entry = await handle(/^Buy 0.1 at 1.08342/);
    drag(entry, 20, { holds: true });
    await expect.poll(() => document.querySelectorAll('.price-line').length).toBe(2);
    await expect.poll(() => entry.textContent).toMatch(/^SL Buy 0.1 −\d/);
    fireEvent.pointerUp(entry, { pointerId: 1, pointerType: 'touch' });
    expect(within(await dialog()).getByRole('heading').textContent).toBe('Set Stop loss');
    fireEvent.click(screen.getByRole('button', { name: 'Leave as it was' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    drag(await handle(/^Buy 0.1/), -20);
    expect(within(await dialog()).getByRole('heading').textContent).toBe('Set Take profit');
  });

  it('of a pending order is measured by its own price', async () => {
    await show(order({ Status: 0, OrderType: 2, OriginPrice: 1.0838, Price: 0 }));
    drag(await handle(/^Sells 0.1 at 1.08380/), 8);
    const sheet = within(await dialog());
    expect(sheet.getByRole('heading').textContent).toBe('Set Take profit');
    expect(sheet.getByText('1.08380')).toBeTruthy();
  });

  it('is moved by keys, sent by Enter and given up by Escape', async () => {
    await show(order({ TargetLossPrice: 1.083 }));
    const stop = await handle(/^Stop loss/);
    const value = () => Number(stop.getAttribute('aria-valuenow'));
    fireEvent.keyDown(stop, { key: 'ArrowDown' });
    await expect.poll(value).toBeLessThan(1.083);
    fireEvent.keyDown(stop, { key: 'ArrowDown', shiftKey: true });
    await expect.poll(() => stop.getAttribute('aria-valuetext')).toMatch(/, SL Buy 0.1 −\d/);
    fireEvent.keyDown(stop, { key: 'Escape' });
    await expect.poll(value).toBe(1.083);
    fireEvent.keyDown(stop, { key: 'ArrowDown' });
    fireEvent.keyDown(stop, { key: 'Enter' });
    await dialog();
  });

  it('has no accessibility problem that a machine can find, light and dark, sheet and lines', async () => {
    await show(order({ TargetLossPrice: 1.083, TargetProfitPrice: 1.0839 }));
    for (const theme of ['light', 'dark']) {
      document.documentElement.setAttribute('data-theme', theme);
      expect(await problemsOf(document.body)).toEqual([]);
    }
    drag(await handle(/^Stop loss/), 10);
    const sheet = await dialog();
    for (const theme of ['dark', 'light']) {
      document.documentElement.setAttribute('data-theme', theme);
      expect(await problemsOf(sheet)).toEqual([]);
    }
  });
});
