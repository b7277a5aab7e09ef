/** What stands at the foot of the page while prices are not live, and what turns grey meanwhile. */
import { screen } from '@testing-library/preact';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { isOffline } from '#ui/state/link.ts';
import '#ui/screens/trade/ticket/trade-bar.css';
import { type FakeServer, startFakeServer } from '../support/fake-server.ts';
import { type OpenApp, openApp } from '../support/open-app.tsx';
import { push } from '../trade/fake-market.ts';

let server: FakeServer;
let app: OpenApp;
beforeEach(() => {
  server = startFakeServer();
});
afterEach(async () => {
  isOffline.value = false;
  app.close();
  server.stop();
  await page.viewport(360, 740);
});

const all = (selector: string) => [...app.root.querySelectorAll<HTMLElement>(selector)];
const boxOf = (selector: string) => (app.root.querySelector(selector) as Element).getBoundingClientRect();
const colours = (selector: string) => new Set(all(selector).map((node) => getComputedStyle(node).color));
const bar = () => app.root.querySelector<HTMLElement>('.link-bar');

async function goOffline(): Promise<void> {
  isOffline.value = true;
  await expect.poll(bar).not.toBeNull();
  await expect.poll(() => document.documentElement.hasAttribute('data-old')).toBe(true);
}

describe.each([
  [360, 740],
  [320, 640],
])('D9.184 on a phone of %i x %i without network', (width, height) => {
  it.each(['/', '/user'])('%s: its title, its chips and the tabs stay free, and nothing moves', async (address) => {
    await page.viewport(width, height);
    app = await openApp(address, { token: 'demo-token' });
    await screen.findByRole('heading', { level: 1 });
    await expect.poll(() => all('[data-balance]')[0]?.textContent).toBe('10,089.95 USD');
    const kept = 'header, header *, .balance-card, .assets, .tab';
    const places = () => all(kept).map((node) => JSON.stringify(node.getBoundingClientRect()));
    const before = places();
    await goOffline();
    expect(places()).toEqual(before);
    const { top, bottom, left, right } = boxOf('.link-bar');
    expect([top >= boxOf('header').bottom, Math.round(bottom) === Math.round(boxOf('.tab-bar').top)]).toEqual([true, true]);
    expect([left >= 0, right <= width]).toEqual([true, true]);
    // What lies under it can be scrolled into sight.
    const room = Number.parseFloat(getComputedStyle(app.root.querySelector('main') as Element).paddingBlockEnd);
    expect(room).toBeGreaterThanOrEqual(boxOf('.tab-bar').height + bottom - top);
  });
});

describe('D9.103 one grey', () => {
  it('Home: balance, prices, changes, lines and cards', async () => {
    app = await openApp('/', { token: 'demo-token' });
    await expect.poll(() => all('.product-link').length).toBe(12);
    const parts = '.balance-card-total, .balance-card-today, .product-link .live, .mover-card .live';
    expect(colours(parts).size).toBeGreaterThan(1);
    await goOffline();
    expect(colours(parts).size).toBe(1);
  });

  it('Account: balances and what moves with the market', async () => {
    app = await openApp('/user', { token: 'demo-token' });
    await expect.poll(() => all('[data-balance]')[0]?.textContent).toBe('10,089.95 USD');
    push({ events: [{ type: 'orders', orders: [] }], account: { balance: '10', equity: '20', margin: '1', usable: '9', profit: '10' } });
    await expect.poll(() => app.root.textContent).toContain('▲ +10.00');
    expect(colours('.assets-total, .assets dd').size).toBeGreaterThan(1);
    const [label] = colours('.assets dt');
    await goOffline();
    expect(colours('.assets-total, .assets dd').size).toBe(1);
    expect([...colours('.assets dt')]).toEqual([label]);
  });
});

it('D9.184 where Buy and Sell say why they wait it is not said twice', async () => {
  app = await openApp('/', { token: 'demo-token' });
  const shown = app.root.querySelector('[data-page]') as HTMLElement;
  const trade = Object.assign(document.createElement('div'), {
    innerHTML: '<div class="trade-bar"><p class="trade-bar-reason"></p></div>',
  });
  shown.append(trade);
  await goOffline();
  const display = () => getComputedStyle(bar() as Element).display;
  expect(display()).toBe('flex');
  (trade.querySelector('p') as Element).textContent = 'You are offline';
  expect(display()).toBe('none');
});
