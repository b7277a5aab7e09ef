import { fireEvent, screen, within } from '@testing-library/preact';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { storage } from '#ui/browser/storage.ts';
import { needTexts } from '#ui/language/i18n.ts';
import { chooseVibration } from '#ui/state/order-habits.ts';
import { forgetOrders } from '#ui/state/orders.ts';
import { problemsOf } from '../support/axe.ts';
import { answer, order, ordersEvent, push } from './fake-market.ts';
import {
  buy,
  chip,
  isActive,
  leaveTrade,
  lots,
  openTrade,
  orderPrice,
  resetTrade,
  sell,
  stop,
  strip,
  tab,
  toggle,
  world,
  type as write,
} from './open-trade.tsx';

beforeAll(() => needTexts('shell', 'trade', 'errors'));
beforeEach(resetTrade);
afterEach(async () => {
  chooseVibration(true);
  await leaveTrade();
  forgetOrders();
  vi.restoreAllMocks();
});

const SUBMIT = '/v2/api/forex/submit';
const there = () => screen.queryByRole('region', { name: 'Last order' });
const profit = () => document.querySelector<HTMLElement>('.fill-profit');
async function fill(): Promise<HTMLElement> {
  openTrade();
  await expect.poll(() => buy().disabled).toBe(false);
  fireEvent.click(buy());
  return strip();
}

describe('D9.110 what became of an order, above Buy and Sell', () => {
  it('says it in one line that hides neither lots nor buttons, and to readers through a region of its own', async () => {
    openTrade();
    await expect.poll(() => buy().disabled).toBe(false);
    const places = () => [buy(), sell(), lots()].map((one) => JSON.stringify(one.getBoundingClientRect()));
    const before = places();
    fireEvent.click(buy());
    const told = await strip();
    expect(told.textContent).toContain('Bought 0.101.08342−0.60 USD');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(places()).toEqual(before);
    expect(told.getBoundingClientRect().top).toBeGreaterThanOrEqual(lots().getBoundingClientRect().bottom);
    expect(told.getBoundingClientRect().bottom).toBeLessThanOrEqual(buy().getBoundingClientRect().top);
    const spoken = [...document.querySelectorAll('[role="status"]')].map((region) => region.textContent);
    expect(spoken).toContain('Bought 0.10 EUR/USD at 1.08342');
    for (const theme of ['light', 'dark']) {
      document.documentElement.setAttribute('data-theme', theme);
      expect(await problemsOf(document.body)).toEqual([]);
    }
    document.documentElement.setAttribute('data-theme', 'light');
  });

  it('D9.191 says at the tap what is being sent, before any answer, in the place and height of what becomes of it', async () => {
    let reply: () => void = () => undefined;
    const asked = new Promise<void>((resolve) => {
      reply = resolve;
    });
    world.calls = answer({ [SUBMIT]: () => asked.then(() => ({ data: { Id: 501, Seq: 1, Order: order({}) } })) });
    openTrade();
    await expect.poll(() => buy().disabled).toBe(false);
    fireEvent.click(buy());
    // No frame has passed: it is in the next picture.
    await Promise.resolve();
    const sending = document.querySelector<HTMLElement>('.fill');
    expect(sending?.textContent).toBe('Buy 0.10Sending…');
    expect(there()).toBeNull();
    expect(await problemsOf(document.body)).toEqual([]);
    const height = sending?.offsetHeight;
    reply();
    expect((await strip()).offsetHeight).toBe(height);
    expect(document.querySelectorAll('.fill')).toHaveLength(1);
  });

  it('D9.380 leaves after twelve seconds, and the cost of the next order has its room again; not while the keyboard is in it', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    try {
      await fill();
      await expect.poll(() => there()?.textContent).toContain('Bought 0.10');
      await expect.poll(() => vi.getTimerCount()).toBe(1);
      vi.advanceTimersByTime(11_900);
      expect(there()).not.toBeNull();
      within(there() as HTMLElement)
        .getByRole('button', { name: 'View' })
        .focus();
      vi.advanceTimersByTime(100);
      expect(there()).not.toBeNull();
      (document.activeElement as HTMLElement).blur();
      vi.advanceTimersByTime(12_000);
      await expect.poll(there).toBeNull();
      await expect.poll(() => document.querySelector('.trade-bar')?.textContent).toContain('Margin');
    } finally {
      vi.useRealTimers();
    }
  });

  it('D9.380 shows the net as it moves, coloured by its sign, and watches the orders for it', async () => {
    await fill();
    await expect.poll(() => world.engine.watchesOrders).toBe(true);
    await expect.poll(() => profit()?.textContent).toBe('−0.60 USD');
    push({ events: [ordersEvent(order({}))] });
    push({ orders: [{ id: 501, price: 1.08442, profit: '10' }] });
    await expect.poll(() => profit()?.textContent).toBe('+9.40 USD');
    expect(profit()?.dataset.tone).toBe('up');
    push({ orders: [{ id: 501, price: 1.08242, profit: '-10' }] });
    await expect.poll(() => profit()?.textContent).toBe('−10.60 USD');
    expect(profit()?.dataset.tone).toBe('down');
  });

  it('D9.474 sets a stop in two taps more: it is on beside the price, with the cursor in it', async () => {
    world.calls = answer({
      [SUBMIT]: () => ({ data: { Id: 501, Seq: 1, Order: order({}) } }),
      '/v2/api/forex/set_stop_price': () => ({ data: { Id: 501, Seq: 1, Order: order({ TargetLossPrice: 1.07 }) } }),
    });
    const told = await fill();
    push({ events: [ordersEvent(order({}))] });
    fireEvent.click(within(told).getByRole('button', { name: 'Set stop' }));
    const dialog = await screen.findByRole('dialog', { name: 'Stops of Buy 0.10 EUR/USD' });
    const field = await within(dialog).findByRole<HTMLInputElement>('spinbutton', { name: 'Stop loss' });
    expect([field.value, field.disabled]).toEqual(['1.08125', false]);
    await expect.poll(() => document.activeElement).toBe(field);
    expect([field.selectionStart, field.selectionEnd]).toEqual([0, 7]);
    fireEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
    await expect.poll(() => world.calls.at(-1)?.path).toBe('/v2/api/forex/set_stop_price');
    expect(Object.fromEntries(world.calls.at(-1)?.fields ?? [])).toMatchObject({ id: '501', stop_loss_price: '1.08125' });
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
    push({ events: [ordersEvent(order({ TargetLossPrice: 1.08125 }))] });
    await expect.poll(() => there()?.querySelector('.fill-stop')?.textContent).toBe('Edit stops');
  });

  it('goes with the next change of the ticket, with its order, with the next press, and with the page', async () => {
    await fill();
    fireEvent.click(screen.getByRole('button', { name: 'More lots' }));
    await expect.poll(there).toBeNull();

    fireEvent.click(buy());
    await strip();
    push({ events: [ordersEvent(order({}))] });
    await expect.poll(() => profit()?.textContent).toBe('−0.60 USD');
    push({ events: [ordersEvent()] });
    await expect.poll(there).toBeNull();

    fireEvent.click(buy());
    await strip();
    world.calls = answer({ [SUBMIT]: () => ({ code: 1107, msg: 'The price has moved' }) });
    fireEvent.click(sell());
    await expect.poll(there).toBeNull();
    await expect.poll(() => screen.queryByRole('alert')?.textContent).toBe('The price has moved');

    world.calls = answer({ [SUBMIT]: () => ({ data: { Id: 502, Seq: 1, Order: order({ Id: 502 }) } }) });
    fireEvent.click(buy());
    await strip();
    expect(screen.queryByRole('alert')).toBeNull();
    isActive.value = false;
    await expect.poll(there).toBeNull();
    await expect.poll(() => world.engine.watchesOrders).toBe(false);
  });

  it('of a pending order says that it waits, and turns into a fill when it fills', async () => {
    const waiting = order({ Status: 0, Price: 0, OriginPrice: 1.08 });
    world.calls = answer({ [SUBMIT]: () => ({ data: { Id: 501, Seq: 1, Order: waiting } }) });
    openTrade();
    fireEvent.click(await tab('Pending'));
    await expect.poll(() => orderPrice().value).not.toBe('');
    await expect.poll(() => buy().disabled).toBe(false);
    fireEvent.click(buy());
    expect((await strip()).textContent).toContain('Buy 0.10 waits1.08000');
    expect(profit()).toBeNull();
    push({ events: [ordersEvent(waiting)] });
    push({ events: [ordersEvent(order({}))] });
    await expect.poll(() => there()?.textContent).toContain('Bought 0.101.08342');
    expect(profit()).not.toBeNull();
  });

  it('shakes the device a little, unless its person has turned that off for this device', async () => {
    const shaken = vi.spyOn(navigator, 'vibrate').mockReturnValue(true);
    await fill();
    expect(shaken).toHaveBeenCalledOnce();
    const control = screen.getByRole('switch', { name: 'Vibrate at what happens to an order' });
    expect(control.getAttribute('aria-checked')).toBe('true');
    fireEvent.click(control);
    await expect.poll(() => control.getAttribute('aria-checked')).toBe('false');
    expect(storage.get('vibration')).toBe('0');
    fireEvent.click(sell());
    await expect.poll(() => world.calls.length).toBe(2);
    await strip();
    expect(shaken).toHaveBeenCalledOnce();
  });

  it('moves by transform and opacity alone', async () => {
    const told = await fill();
    const names = [told, ...told.querySelectorAll<HTMLElement>('*')]
      .flatMap((one) => one.getAnimations())
      .concat(told.getAnimations({ subtree: true }));
    const moved = names.flatMap((one) => (one.effect instanceof KeyframeEffect ? one.effect.getKeyframes().flatMap(Object.keys) : []));
    expect(moved.length).toBeGreaterThan(0);
    const moves = new Set(moved.filter((name) => !['offset', 'easing', 'composite', 'computedOffset'].includes(name)));
    expect([...moves].sort()).toEqual(['opacity', 'transform']);
  });
});

describe('D9.111 after an order was taken', () => {
  it('its stops clear, so that Buy and Sell live on when the price reaches where they were', async () => {
    openTrade();
    await expect.poll(() => buy().disabled).toBe(false);
    await toggle('Stop loss');
    write(stop('Stop loss'), '1.08');
    await toggle('Take profit');
    await expect.poll(() => stop('Take profit').disabled).toBe(false);
    write(stop('Take profit'), '1.09');
    await expect.poll(() => buy().disabled).toBe(false);
    fireEvent.click(buy());
    await strip();
    expect([(await chip('Stop loss')).textContent, (await chip('Take profit')).textContent]).toEqual(['Stop lossoff', 'Take profitoff']);
    push({ quotes: [{ id: 1, close: 1.095 }] });
    await expect.poll(() => buy().textContent).toContain('1.09500');
    expect([buy().disabled, sell().disabled]).toEqual([false, false]);
    fireEvent.click(sell());
    await expect.poll(() => world.calls.length).toBe(2);
    expect(Object.fromEntries(world.calls[1]?.fields ?? [])).toMatchObject({ stop_loss_price: '0', target_profit_price: '0' });
  });

  it('a stop that was typed while it was on its way stays', async () => {
    let release: (value: { data: unknown }) => void = () => undefined;
    world.calls = answer({ [SUBMIT]: () => new Promise((resolve) => (release = resolve)) });
    openTrade();
    await expect.poll(() => buy().disabled).toBe(false);
    fireEvent.click(buy());
    await expect.poll(() => world.calls.length).toBe(1);
    await toggle('Stop loss');
    write(stop('Stop loss'), '1.07');
    release({ data: { Id: 501, Seq: 1, Order: order({}) } });
    await strip();
    expect((await chip('Stop loss')).textContent).toBe('Stop loss1.07');
  });
});
