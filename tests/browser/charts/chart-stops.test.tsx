import { signal } from '@preact/signals';
import { fireEvent, screen, waitFor } from '@testing-library/preact';
import { render as draw } from 'preact';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { toNumber } from '#domain/decimal.ts';
import { orderFromWire } from '#protocol/order-wire.ts';
import { needTexts } from '#ui/language/i18n.ts';
import { type ChartStop, ChartStopSheet } from '#ui/screens/trade/chart-orders/chart-stop-sheet.tsx';
import { forgetOrders } from '#ui/state/orders.ts';
import { problemsOf } from '../support/axe.ts';
import { toasts } from '../support/toasts.ts';
import { answer, type Call, order, push } from '../trade/fake-market.ts';
import { leaveTrade, resetTrade, world } from '../trade/open-trade.tsx';
import { dialog, drag, editor, handle, orders, priceIs, save, showOrders, topOf, typed } from './chart-hand.tsx';

const SET = '/v2/api/forex/set_stop_price';

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

describe('a stop that is dragged', () => {
  it('S1-4.05 D1.2.25 D9.96 opens the editor of stops with old and new price and the money there, and leaves the other as it stands', async () => {
    await showOrders(order({ TargetLossPrice: 1.083, TargetProfitPrice: 1.084 }));
    world.calls = answer({
      [SET]: ({ fields }: Call) => ({
        msg: 'Saved',
        data: { Id: 501, Seq: 9, Order: order({ TargetLossPrice: Number(fields.get('stop_loss_price')), TargetProfitPrice: 1.084 }) },
      }),
    });
    drag(await handle(/^Stop loss of Buy 0.10/), 20);
    const sheet = await editor();
    expect(sheet.getByRole('heading').textContent).toBe('Stop loss of Buy 0.10 EUR/USD');
    expect(sheet.getByText('Below 1.08342, until now 1.08300')).toBeTruthy();
    expect(sheet.getAllByRole('switch')).toHaveLength(1);
    const price = typed(sheet);
    expect(Number(price)).toBeLessThan(1.083);
    // Its fee of 0.6 is in it (D9.116).
    const money = Math.round((Number(price) - 1.08342) * 10_000 * 100) / 100 - 0.6;
    expect(sheet.getByText(`−${Math.abs(money).toFixed(2)} USD at this price`)).toBeTruthy();
    expect(world.calls.filter((call) => call.path === SET)).toEqual([]);
    orders(order({ TargetLossPrice: 1.083, TargetProfitPrice: 1.0845 }));
    await expect.poll(() => document.querySelector('[data-kind="takeProfit"]')?.textContent).toContain('1.08450');
    save(sheet);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const [call] = world.calls.filter(({ path }) => path === SET);
    expect(call?.fields.get('id')).toBe('501');
    expect([call?.fields.get('stop_loss_price'), call?.fields.get('target_profit_price')].map(Number)).toEqual([Number(price), 1.0845]);
    expect(toNumber(world.engine.orders.at(-1)?.stopLoss ?? 0n)).toBe(Number(price));
  });

  it('S1-4.05 may be put right by a digit before it is saved, as in the list', async () => {
    await showOrders(order({ TargetLossPrice: 1.083 }));
    world.calls = answer({ [SET]: () => ({ data: { Id: 501, Seq: 9, Order: order({ TargetLossPrice: 1.0825 }) } }) });
    drag(await handle(/^Stop loss/), 20);
    const sheet = await editor();
    fireEvent.input(sheet.getByRole('spinbutton'), { target: { value: '1.0825' } });
    await expect.poll(() => sheet.queryByText('−9.80 USD at this price')).toBeTruthy();
    save(sheet);
    await waitFor(() => expect(world.calls.some(({ path }) => path === SET)).toBe(true));
    expect(world.calls.find(({ path }) => path === SET)?.fields.get('stop_loss_price')).toBe('1.0825');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('D9.96 opens the editor also when it was let go in the moment that its tag was drawn', async () => {
    const asked = signal<ChartStop | undefined>(undefined);
    const room = document.body.appendChild(document.createElement('div'));
    const close = () => {
      asked.value = undefined;
    };
    draw(<ChartStopSheet asked={asked} orders={[orderFromWire(order({}))]} onClose={close} />, room);
    // No effect of the drawing has run yet.
    asked.value = { orderId: 501, stop: 'stopLoss', price: 1.083 };
    await editor();
    draw(null, room);
    room.remove();
  });

  it('is held on its side of the price, however far one drags', async () => {
    await showOrders(order({ TargetLossPrice: 1.083 }));
    const stop = await handle(/^Stop loss/);
    drag(stop, -150, { holds: true });
    await expect.poll(() => stop.getAttribute('aria-valuenow')).toBe('1.08341');
    push({ quotes: [{ id: 1, close: 1.0832 }] });
    fireEvent.pointerMove(stop, { pointerId: 1, pointerType: 'touch', clientX: 5, clientY: -500 });
    await expect.poll(() => stop.getAttribute('aria-valuenow')).toBe('1.08319');
  });

  it('goes back when one thinks better of it, and when the system takes the finger', async () => {
    await showOrders(order({ TargetLossPrice: 1.083 }));
    const stop = await handle(/^Stop loss/);
    await expect.poll(() => topOf(stop)).toBeGreaterThan(100);
    const before = topOf(stop);
    drag(stop, 25, { ends: 'pointercancel' });
    await expect.poll(() => [screen.queryByRole('dialog'), topOf(stop)]).toEqual([null, before]);
    drag(stop, 25);
    const sheet = await editor();
    expect(topOf(stop)).not.toBe(before);
    fireEvent.click(sheet.getByRole('button', { name: 'Back' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await expect.poll(() => topOf(stop)).toBe(before);
  });

  it('leaves nothing where the finger was when its order ends under it', async () => {
    const held = order({ TargetLossPrice: 1.083 });
    await showOrders(held);
    const stop = await handle(/^Stop loss/);
    await expect.poll(() => topOf(stop)).toBeGreaterThan(100);
    const before = topOf(stop);
    drag(stop, 25, { holds: true });
    await expect.poll(() => stop.getAttribute('aria-valuenow')).not.toBe('1.083');
    orders();
    await expect.poll(() => screen.queryByRole('slider', { name: /^Stop loss/ })).toBeNull();
    orders(held);
    const again = await handle(/^Stop loss/);
    await expect.poll(() => [again.getAttribute('aria-valuenow'), topOf(again)]).toEqual(['1.083', before]);
  });

  it('waits with a reason when the price has gone past it, and says a refusal without losing it', async () => {
    await showOrders(order({ TargetLossPrice: 1.083 }));
    world.calls = answer({ [SET]: () => ({ code: 1103, msg: 'wrong side', data: null }) });
    drag(await handle(/^Stop loss/), 10);
    const sheet = await editor();
    const price = typed(sheet);
    priceIs(1.0801);
    await expect.poll(() => sheet.queryByRole('alert')?.textContent).toBe('Must be below 1.08010');
    save(sheet);
    priceIs(1.0835);
    await expect.poll(() => sheet.queryByRole('alert')).toBeNull();
    expect(world.calls.filter((call) => call.path === SET)).toEqual([]);
    save(sheet);
    await expect.poll(() => sheet.queryByRole('alert')?.textContent).toBe('wrong side');
    expect(typed(sheet)).toBe(price);
  });

  it('D1.4.25 of an order that has changed meanwhile counts as done, and the row of the refusal is taken', async () => {
    await showOrders(order({ TargetLossPrice: 1.083 }));
    const closed = order({ Status: 3, CloseReason: 'sl', CloseSeq: 90_000 });
    world.calls = answer({ [SET]: () => ({ code: 1106, msg: 'The order has already changed', data: { Id: 501, Seq: 9, Order: closed } }) });
    drag(await handle(/^Stop loss/), 10);
    save(await editor());
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(world.engine.orders.at(-1)).toMatchObject({ id: 501, state: 'closed' });
  });

  it('is busy while it is sent: a second press sends nothing', async () => {
    await showOrders(order({ TargetLossPrice: 1.083 }));
    let reply: (_: object) => void = () => undefined;
    world.calls = answer({ [SET]: () => new Promise((resolve) => (reply = resolve)) });
    drag(await handle(/^Stop loss/), 10);
    const sheet = await editor();
    save(sheet);
    const sending = await sheet.findByRole<HTMLButtonElement>('button', { name: 'Saving…' });
    fireEvent.click(sending);
    expect([sending.disabled, sending.getAttribute('aria-busy')]).toEqual([true, 'true']);
    await waitFor(() => expect(world.calls.some(({ path }) => path === SET)).toBe(true));
    reply({ data: { Id: 501, Seq: 9, Order: order({ TargetLossPrice: 1.0829 }) } });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(world.calls.filter(({ path }) => path === SET)).toHaveLength(1);
  });

  it('closes its question when the order closes meanwhile', async () => {
    await showOrders(order({ TargetLossPrice: 1.083 }));
    drag(await handle(/^Stop loss/), 10);
    await dialog();
    orders();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});

describe('a stop that is made from the entry', () => {
  it('is a stop loss on the one side and a take profit on the other, while the entry stays where it is', async () => {
    await showOrders(order({}));
    const entry = await handle(/^Buy 0.10 at 1.08342/);
    drag(entry, 20, { holds: true });
    await expect.poll(() => document.querySelectorAll('.price-tag').length).toBe(2);
    await expect.poll(() => entry.textContent).toMatch(/^SL Buy 0.10 −\d/);
    fireEvent.pointerUp(entry, { pointerId: 1, pointerType: 'touch' });
    const sheet = await editor();
    expect(sheet.getByRole('heading').textContent).toBe('Stop loss of Buy 0.10 EUR/USD');
    fireEvent.click(sheet.getByRole('button', { name: 'Back' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    drag(await handle(/^Buy 0.10/), -20);
    expect((await editor()).getByRole('heading').textContent).toBe('Take profit of Buy 0.10 EUR/USD');
  });

  it('of a pending order is measured by its own price', async () => {
    await showOrders(order({ Status: 0, OrderType: 2, OriginPrice: 1.0838, Price: 0 }));
    drag(await handle(/^Sell 0.10 at 1.08380/), 8);
    const sheet = await editor();
    expect(sheet.getByRole('heading').textContent).toBe('Take profit of Sell 0.10 EUR/USD');
    expect(sheet.getByText('Below 1.08380')).toBeTruthy();
  });

  it('is moved by keys, sent by Enter and given up by Escape', async () => {
    await showOrders(order({ TargetLossPrice: 1.083 }));
    const stop = await handle(/^Stop loss/);
    const value = () => Number(stop.getAttribute('aria-valuenow'));
    fireEvent.keyDown(stop, { key: 'ArrowDown' });
    await expect.poll(value).toBeLessThan(1.083);
    fireEvent.keyDown(stop, { key: 'ArrowDown', shiftKey: true });
    await expect.poll(() => stop.getAttribute('aria-valuetext')).toMatch(/, SL Buy 0.10 −\d/);
    fireEvent.keyDown(stop, { key: 'Escape' });
    await expect.poll(value).toBe(1.083);
    fireEvent.keyDown(stop, { key: 'ArrowDown' });
    fireEvent.keyDown(stop, { key: 'Enter' });
    await dialog();
  });

  it('has no accessibility problem that a machine can find, light and dark, sheet and lines', async () => {
    await showOrders(order({ TargetLossPrice: 1.083, TargetProfitPrice: 1.0839 }));
    // What an earlier edit said may still stand over the page.
    await expect.poll(toasts, { timeout: 10_000 }).toBe('');
    for (const theme of ['light', 'dark']) {
      document.documentElement.setAttribute('data-theme', theme);
      expect(await problemsOf(document.body)).toEqual([]);
    }
    drag(await handle(/^Stop loss/), 10);
    const sheet = await dialog();
    await editor();
    for (const theme of ['dark', 'light']) {
      document.documentElement.setAttribute('data-theme', theme);
      expect(await problemsOf(sheet)).toEqual([]);
    }
  });
});
