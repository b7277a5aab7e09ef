/** The first seconds of a visit on a slow phone, built app and real server: painted once, nothing jumps, nothing is asked for twice. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page, Request } from 'playwright';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openPhone, type Phone } from './phone.ts';
import { serveProduct } from './served-product.ts';

const dist = new URL('../../dist/', import.meta.url).pathname;
/** A share of the screen (performance goal G18). */
const SHIFT_MAX = 0.02;
const SLOWDOWN = 6;
const PATIENT = { timeout: 30_000 };

let phone: Phone;
const product = serveProduct();
beforeEach(async () => {
  phone = await openPhone(product.browser);
});
afterEach(() => phone.context.close());

/** Sums what moved by itself, from before the first script. */
const noteShifts = (page: Page) =>
  page.addInitScript(() => {
    Object.assign(globalThis, { shifted: 0 });
    new PerformanceObserver((list) => {
      const moved = list.getEntries().reduce((sum, entry) => sum + (entry as unknown as { value: number }).value, 0);
      const page = globalThis as { shifted?: number };
      page.shifted = (page.shifted ?? 0) + moved;
    }).observe({ type: 'layout-shift', buffered: true });
  });
const shifted = (page: Page) => page.evaluate(() => (globalThis as { shifted?: number }).shifted ?? Number.NaN);

async function slow(page: Page): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
}
/** How often each address of the API was asked for, its stamp aside. */
function countCalls(page: Page): Map<string, number> {
  const calls = new Map<string, number>();
  page.context().on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    searchParams.delete('t');
    const address = `${pathname}?${searchParams}`;
    if (/^\/(v2\/)?api\//.test(pathname)) calls.set(address, (calls.get(address) ?? 0) + 1);
  });
  return calls;
}
/** The requests from now on that have not come whole. */
function noteOpenRequests(page: Page): Set<Request> {
  const open = new Set<Request>();
  const close = (request: Request) => open.delete(request);
  page
    .on('request', (request) => open.add(request))
    .on('requestfinished', close)
    .on('requestfailed', close);
  return open;
}
const price = (page: Page) => page.locator('[data-symbol="EURUSD"]').first();
const hasPrice = (page: Page) => expect.poll(() => price(page).textContent(), PATIENT).toMatch(/\d\.\d{5}/);
const hasCandles = (page: Page) =>
  expect.poll(async () => Number(await page.locator('[data-candles]').getAttribute('data-candles')), PATIENT).toBeGreaterThan(0);
const hasTicket = (page: Page) => expect.poll(() => page.getByRole('spinbutton', { name: 'Lots' }).count(), PATIENT).toBe(1);

/** How often the price changed on screen since this was called. */
async function countMoves(page: Page): Promise<() => Promise<number>> {
  await price(page).evaluate((node) => {
    const page = globalThis as { moves?: number };
    page.moves = 0;
    new MutationObserver(() => {
      page.moves = (page.moves ?? 0) + 1;
    }).observe(node, { characterData: true, subtree: true, childList: true });
  });
  return () => page.evaluate(() => (globalThis as { moves?: number }).moves ?? 0);
}

it.each(['/', '/#/trade'])('G18: while prices move on %s nothing else does', async (path) => {
  const { page } = phone;
  await noteShifts(page);
  await page.goto(`${product.server.url}${path}`);
  await hasPrice(page);
  await page.waitForLoadState('networkidle');
  const [before, moves] = [await shifted(page), await countMoves(page)];
  await expect.poll(moves, PATIENT).toBeGreaterThanOrEqual(5);
  expect((await shifted(page)) - before).toBeLessThanOrEqual(0.001);
});

it('D9.195: the engine asks for the list of prices though neither a style nor the app has come', async () => {
  const { page, context } = phone;
  await page.route(/\.css$|assets\/app-/, () => undefined);
  const asked = context.waitForEvent('request', { predicate: (request) => request.url().includes('trade_list'), ...PATIENT });
  await page.goto(product.server.url, { waitUntil: 'commit' });
  await asked;
});

describe('a cold load at 6x', () => {
  it('G18: Home stands still, and asks for each thing once', async () => {
    const { page, faults } = phone;
    const calls = countCalls(page);
    await noteShifts(page);
    await slow(page);
    await page.goto(product.server.url);
    await hasPrice(page);
    await page.waitForLoadState('networkidle');
    expect(await shifted(page)).toBeLessThanOrEqual(SHIFT_MAX);
    expect([...calls].filter(([, count]) => count > 1)).toEqual([]);
    expect([...calls.keys()]).toContain('/v2/api/forex/trade_list?');
    expect(faults).toEqual([]);
  });

  it('G18: Trade stands still from its ghost to its ticket', async () => {
    const { page, faults } = phone;
    await noteShifts(page);
    await slow(page);
    await page.goto(`${product.server.url}/#/trade`);
    await hasCandles(page);
    await hasTicket(page);
    await page.waitForLoadState('networkidle');
    expect(await shifted(page)).toBeLessThanOrEqual(SHIFT_MAX);
    expect(faults).toEqual([]);
  });
});

it('D9.101: the next visit has the blocks of the last one, though the server says nothing of the site', async () => {
  const { page } = phone;
  await page.goto(product.server.url);
  const search = page.getByRole('link', { name: 'Search markets' });
  await expect.poll(() => search.count(), PATIENT).toBe(1);
  await expect.poll(() => page.evaluate(() => localStorage.getItem('site')), PATIENT).toContain('home_block');
  const blocks = () => page.evaluate(() => [...document.querySelectorAll('[data-page="/"] > *')].map(({ className }) => className));
  await hasPrice(page);
  const before = await blocks();
  expect(before.length).toBeGreaterThan(3);
  await page.route(/getBasicInfo|\/api\/menu/, () => undefined);
  await page.reload();
  await hasPrice(page);
  expect(await blocks()).toEqual(before);
});

it('D9.103: with a position open, Orders opens although the network has gone', async () => {
  const { page, context } = phone;
  await page.goto(`${product.server.url}/#/login`);
  await page.getByRole('button', { name: /demo/i }).click();
  await expect.poll(() => page.url()).not.toContain('/login');
  await page.evaluate(() => {
    location.hash = '/trade';
  });
  const buy = page.getByRole('button', { name: 'Buy', exact: true });
  await expect.poll(() => buy.isEnabled(), PATIENT).toBe(true);
  const open = noteOpenRequests(page);
  const asked = page.waitForRequest(/order-screen-[^/]+\.js$/);
  await buy.click();
  await asked;
  // Its parts, words and style are asked for together: once they have come whole, the page is ready to be shown.
  await expect.poll(() => open.size, PATIENT).toBe(0);
  await context.setOffline(true);
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Orders' }).click();
  await expect.poll(() => page.locator('[data-page="/order"]').getByText('EUR/USD').count(), PATIENT).toBeGreaterThan(0);
  expect(await page.getByText('This page could not be loaded').count()).toBe(0);
});

it('G15: the scripts of the start, and they alone, ask to be compiled whole', () => {
  const hinted = readdirSync(join(dist, 'assets')).filter(
    (file) => file.endsWith('.js') && readFileSync(join(dist, 'assets', file), 'utf8').startsWith('//# allFunctionsCalledOnLoad\n'),
  );
  const names = hinted.map((file) => file.replace(/-[^-]{7}\.js$|-[\w-]{7}\.js$/, '')).sort();
  expect(names).toEqual(['app', 'first', 'trade', 'trade-screen']);
});
