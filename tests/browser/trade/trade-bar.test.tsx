/** The bar of Buy and Sell: one place above the buttons, and nothing moves or is covered, whatever is said in it. */
import { fireEvent } from '@testing-library/preact';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { needTexts } from '#ui/language/i18n.ts';
import { isOffline } from '#ui/state/link.ts';
import { forgetOrders } from '#ui/state/orders.ts';
import { dropSession, sessionStatus } from '#ui/state/session.ts';
import { putSite } from '#ui/state/site.ts';
import { user } from '#ui/state/user.ts';
import { problemsOf } from '../support/axe.ts';
import { demoUser } from '../support/fake-server.ts';
import { sizeOf } from '../support/size.ts';
import { answer, order, ordersEvent, push } from './fake-market.ts';
import {
  barFee,
  buy,
  chart,
  chip,
  figure,
  leaveTrade,
  lots,
  openTrade,
  reason,
  refusal,
  resetTrade,
  sell,
  strip,
  world,
  type as write,
} from './open-trade.tsx';

const SUBMIT = '/v2/api/forex/submit';

beforeAll(() => needTexts('shell', 'trade', 'errors'));
beforeEach(resetTrade);
afterEach(async () => {
  isOffline.value = false;
  document.documentElement.setAttribute('data-theme', 'light');
  await leaveTrade();
  forgetOrders();
  await page.viewport(360, 740);
});

const boxOf = (node: Element | null) => (node as Element).getBoundingClientRect();
const bar = () => document.querySelector('.trade-bar') as HTMLElement;
const isSeen = (selector: string) => [...bar().querySelectorAll(selector)].some((node) => node.checkVisibility() && boxOf(node).height > 0);
/** Parts of the bar that are wider or higher than their room. */
const cut = () =>
  [...bar().querySelectorAll<HTMLElement>('*')]
    .filter((node) => node.checkVisibility() && !node.closest('.sr-only') && !(node instanceof SVGElement))
    .filter((node) => node.scrollWidth > Math.max(1, node.clientWidth) + 1 && getComputedStyle(node).display !== 'inline')
    .map((node) => `${node.className}: ${node.textContent}`);

async function show(width: number, height: number): Promise<() => string[]> {
  await page.viewport(width, height);
  openTrade();
  await expect.poll(() => buy().disabled).toBe(false);
  const loss = await chip('Stop loss');
  return () => [bar(), chart(), lots(), loss, buy(), sell()].map((node) => JSON.stringify(boxOf(node)));
}

describe.each([
  [320, 640],
  [360, 740],
])('D9.252 on a phone of %i x %i', (width, height) => {
  it('D9.515 an order that is sent keeps its line when the link goes before its answer', async () => {
    let reply: () => void = () => undefined;
    const asked = new Promise<void>((resolve) => {
      reply = resolve;
    });
    world.calls = answer({ [SUBMIT]: () => asked.then(() => ({ data: { Id: 501, Seq: 1, Order: order({}) } })) });
    await show(width, height);
    fireEvent.click(buy());
    await expect.poll(() => document.querySelector('.fill[data-sending]')).not.toBeNull();
    isOffline.value = true;
    await expect.poll(() => document.querySelector('.trade [data-old]')).not.toBeNull();
    expect(document.querySelector('.fill[data-sending]')?.checkVisibility()).toBe(true);
    expect([boxOf(bar().querySelector('.fill')).height > 20, reason() ?? '']).toEqual([true, '']);
    reply();
    isOffline.value = false;
    await strip();
  });

  it('D9.447 an order that is sent, filled and valued moves and covers nothing, and the cost of the next one stays in sight beside it', async () => {
    let reply: () => void = () => undefined;
    const asked = new Promise<void>((resolve) => {
      reply = resolve;
    });
    const taken = order({ Quantity: '12.5' });
    world.calls = answer({ [SUBMIT]: () => asked.then(() => ({ data: { Id: 501, Seq: 1, Order: taken } })) });
    const places = await show(width, height);
    const before = places();
    expect(boxOf(bar()).top).toBeGreaterThanOrEqual(boxOf(lots()).bottom);
    fireEvent.click(buy());
    await expect.poll(() => document.querySelector('.fill[data-sending]')).not.toBeNull();
    expect([places(), isSeen('.trade-bar-cost')]).toEqual([before, true]);
    reply();
    const told = await strip();
    push({ events: [ordersEvent(taken)], orders: [{ id: 501, price: 1.08442, profit: '-12345.67' }] });
    // The ticket is another without its stops, and is reckoned anew.
    push({ estimate: { price: 1.08342, margin: '108.342', fee: '0.6' } });
    await expect.poll(() => told.textContent).toContain('−12,346.27 USD');
    await expect.poll(() => [figure('Margin'), barFee()]).toEqual(['108.34 USD', '0.60 USD']);
    expect([places(), cut()]).toEqual([before, []]);
    expect(boxOf(told).bottom).toBeLessThanOrEqual(boxOf(buy()).top);
    // What the next order costs stands beside it.
    const cost = boxOf(bar().querySelector('.trade-bar-cost'));
    expect([cost.left >= boxOf(told).right, cost.bottom <= boxOf(buy()).top, cost.right <= width]).toEqual([true, true, true]);
    const buttons = [...told.querySelectorAll('button')].filter((button) => button.checkVisibility());
    expect(buttons.length).toBeGreaterThan(0);
    for (const button of buttons) expect(sizeOf(button).height).toBeGreaterThanOrEqual(44);
    for (const theme of ['light', 'dark']) {
      document.documentElement.setAttribute('data-theme', theme);
      expect(await problemsOf(bar())).toEqual([]);
    }
    // With the next change of the ticket its cost has the whole place.
    write(lots(), '0.2');
    await expect.poll(() => isSeen('.fill')).toBe(false);
    expect([places(), isSeen('.trade-bar-cost')]).toEqual([before, true]);
  });

  it('covers nothing of the lots where micro trades have their tab above them', async () => {
    putSite({ currency: 'USD', timezone: '0', is_micro: '1' });
    await show(width, height);
    expect(document.querySelector('.trade-kinds')).not.toBeNull();
    expect(boxOf(bar()).top).toBeGreaterThanOrEqual(boxOf(lots()).bottom);
  });

  it('a refusal, a lack of money and a lost link stand in the place of the cost', async () => {
    world.calls = answer({ [SUBMIT]: () => ({ code: 1107, msg: 'The price has moved by more than 0.05 %' }) });
    const places = await show(width, height);
    const before = places();
    fireEvent.click(buy());
    await expect.poll(refusal).toBe('The price has moved by more than 0.05 %');
    expect([places(), cut(), isSeen('.trade-bar-cost')]).toEqual([before, [], false]);
    write(lots(), '10');
    push({ estimate: { price: 1.08342, margin: '10834.2', fee: '60', problem: 1301 } });
    await expect.poll(reason).toBe('Not enough available: 10,894.20 USD needed, 9,876.50 there');
    expect([places(), cut()]).toEqual([before, []]);
    push({ estimate: { price: 1.08342, margin: '108.342', fee: '0.6' } });
    await expect.poll(() => isSeen('.trade-bar-cost')).toBe(true);
    isOffline.value = true;
    await expect.poll(reason).toBe('You are offline: waiting for live prices');
    expect([places(), cut(), isSeen('.trade-bar-cost')]).toEqual([before, [], false]);
    isOffline.value = false;
    await expect.poll(() => isSeen('.trade-bar-cost')).toBe(true);
    expect([places(), figure('Margin'), barFee()]).toEqual([before, '108.34 USD', '0.60 USD']);
  });

  it('while the link is lost it stands alone, before what was filled; a visitor reads it too and may still begin', async () => {
    const places = await show(width, height);
    const before = places();
    fireEvent.click(buy());
    await strip();
    isOffline.value = true;
    await expect.poll(reason).toBe('You are offline: waiting for live prices');
    expect([places(), isSeen('.fill'), isSeen('.trade-bar-reason')]).toEqual([before, false, true]);
    isOffline.value = false;
    await expect.poll(() => isSeen('.fill')).toBe(true);
    user.value = null;
    sessionStatus.value = 'visitor';
    isOffline.value = true;
    await expect.poll(reason).toBe('You are offline: waiting for live prices');
    expect(buy().disabled).toBe(false);
    dropSession();
    user.value = demoUser;
  });
});

it.each(['150%', '200%'])(
  'D9.447 with letters of %s what became of an order and the cost of the next one lie upon nothing of each other',
  async (size) => {
    document.documentElement.style.fontSize = size;
    await show(360, 740);
    fireEvent.click(buy());
    const told = await strip();
    push({ events: [ordersEvent(order({}))], estimate: { price: 1.08342, margin: '108.342', fee: '0.6' } });
    await expect.poll(() => figure('Margin')).toBe('108.34 USD');
    const [said, cost] = [boxOf(told), boxOf(bar().querySelector('.trade-bar-cost'))];
    expect([cost.top >= said.bottom || cost.left >= said.right, said.right <= 360, cost.right <= 360]).toEqual([true, true, true]);
    expect(cut()).toEqual([]);
    document.documentElement.style.removeProperty('font-size');
  },
);
