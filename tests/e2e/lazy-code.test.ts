/** Code that comes late does not come: the first tries are refused by the network, as on a bad radio link. The page recovers by itself. */
import type { Browser, BrowserContext, Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchBrowser, openPhone } from './phone.ts';
import { type ServerProcess, startServer } from './server-process.ts';

let server: ServerProcess;
let browser: Browser;

beforeAll(async () => {
  [server, browser] = await Promise.all([startServer(), launchBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await server?.remove();
});

it('the chart’s code in the worker fails at first: candles come without a reload, and prices go on meanwhile', async () => {
  const { page, context } = await openPhone(browser);
  let refused = 0;
  await context.route(/open-chart/, (route) => (refused++ < 2 ? route.abort() : route.continue()));
  await page.goto(`${server.url}/#/trade`);
  await expect
    .poll(async () => Number(await page.locator('[data-candles]').first().getAttribute('data-candles')), { timeout: 60_000 })
    .toBeGreaterThan(0);
  expect(refused).toBeGreaterThan(2);
  await context.close();
});

it('the ticket’s code fails at first: the chart lives, Retry stands in the ticket’s place and brings it', async () => {
  const { page, context } = await openPhone(browser);
  let isRefusing = true;
  await context.route(/trade-panel/, (route) => (isRefusing ? route.abort() : route.continue()));
  await page.goto(`${server.url}/#/trade`);
  const retry = page.getByRole('button', { name: 'Retry' });
  await expect.poll(() => retry.count(), { timeout: 20_000 }).toBe(1);
  await expect
    .poll(async () => Number(await page.locator('[data-candles]').first().getAttribute('data-candles')), { timeout: 20_000 })
    .toBeGreaterThan(0);
  isRefusing = false;
  await retry.click();
  await expect.poll(() => page.getByRole('spinbutton', { name: 'Lots' }).count(), { timeout: 10_000 }).toBe(1);
  await context.close();
});

it('the code of money calls fails at first: the order is refused in plain words and never sent; the next tap sends it once', async () => {
  const { page, context } = await openPhone(browser);
  let isRefusing = true;
  const submits: string[] = [];
  await context.route(/page-money/, (route) => (isRefusing ? route.abort() : route.continue()));
  context.on('request', (request) => {
    if (request.url().includes('/forex/submit')) submits.push(request.url());
  });
  await page.goto(`${server.url}/#/login`);
  await page.getByRole('button', { name: /demo/i }).click();
  await expect.poll(() => page.url()).not.toContain('/login');
  await page.evaluate(() => {
    location.hash = '/trade';
  });
  const buy = page.getByRole('button', { name: 'Buy', exact: true });
  const order = async () => {
    await expect.poll(() => buy.isEnabled(), { timeout: 15_000 }).toBe(true);
    await buy.click();
  };
  await order();
  await expect.poll(() => page.getByText(/No connection to the server/).count(), { timeout: 5_000 }).toBeGreaterThan(0);
  expect(submits).toEqual([]);
  isRefusing = false;
  await order();
  await expect.poll(() => page.getByRole('region', { name: 'Last order' }).count(), { timeout: 10_000 }).toBe(1);
  expect(submits).toHaveLength(1);
  await context.close();
});

/** Six seconds of peace after the first prices, then some seventy files, ten a second. */
const AHEAD = { timeout: 40_000 };
/** Everything that is fetched ahead is here: no link waits any more, and no file has been on its way for a while. */
async function isAllAhead(page: Page): Promise<void> {
  const waiting = () => page.evaluate(() => document.querySelector<HTMLTemplateElement>('template#later')?.content.children.length);
  await expect.poll(waiting, AHEAD).toBe(0);
  const ageMs = () =>
    page.evaluate(() => performance.now() - Math.max(...performance.getEntriesByType('resource').map((entry) => entry.startTime)));
  await expect.poll(ageMs, AHEAD).toBeGreaterThan(1_000);
}

it('ahead of the tap: after the first prices the code of other screens is here, and a tap fetches none of it again; nothing of ?perf, which nobody asked for', async () => {
  const { page, context } = await openPhone(browser);
  const fetched: string[] = [];
  context.on('requestfinished', (request) => fetched.push(new URL(request.url()).pathname));
  await page.goto(server.url);
  await isAllAhead(page);
  for (const code of ['trade-screen', 'page-money', 'open-chart', 'ticket'])
    expect(
      fetched.some((path) => path.includes(`/${code}`) && path.endsWith('.js')),
      code,
    ).toBe(true);
  expect(fetched.filter((path) => /perf/.test(path))).toEqual([]);
  expect(await page.locator('.perf-panel').count()).toBe(0);
  const bytesOfTrade = () =>
    page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .filter(({ name }) => name.includes('trade-screen') && name.endsWith('.js'))
        .map((entry) => (entry as PerformanceResourceTiming).transferSize),
    );
  await page.locator('.tab-bar').getByRole('link', { name: 'Trade' }).click();
  await expect.poll(() => page.locator('[data-candles]').count()).toBeGreaterThan(0);
  const [first, ...again] = await bytesOfTrade();
  expect(first).toBeGreaterThan(0);
  expect(again).toEqual([0]);
  await context.close();
});

/** As the page has it: patience with a file that hangs. */
const PATIENCE_MS = 20_000;

/**
 * A file that hangs until `letCome` is called; a request that hung by then goes on hanging. `asked` waits until the page has asked for it:
 * on a slow machine a clock put forward before that, and a file let come, would be no file that hung.
 */
async function hang(context: BrowserContext, file: RegExp) {
  let hung = 0;
  let isHanging = true;
  await context.route(file, (route) => {
    if (isHanging) hung += 1;
    else return route.continue();
    return undefined;
  });
  const asked = () => expect.poll(() => hung, { timeout: 20_000 }).toBeGreaterThan(0);
  const letCome = () => {
    isHanging = false;
  };
  return { asked, letCome };
}

it.each([
  ['the app itself', /assets\/app-.*js/, '/#/login'],
  ['the first screen', /assets\/login-screen.*js/, '/#/login'],
])('D9.313 %s hangs: after a named patience the shapes say so, and to try again brings the same address', async (_name, file, at) => {
  const { page, context } = await openPhone(browser);
  await page.clock.install();
  const { asked, letCome } = await hang(context, file);
  await page.goto(server.url + at, { waitUntil: 'commit' });
  await page.locator('.ghost').waitFor();
  await asked();
  const failed = page.getByRole('alert').getByText('Outcry could not be loaded');
  await page.clock.fastForward(PATIENCE_MS / 2);
  expect(await failed.count()).toBe(0);
  await page.clock.fastForward(PATIENCE_MS / 2);
  await expect.poll(() => failed.isVisible()).toBe(true);
  letCome();
  await page.getByRole('link', { name: 'try again' }).click();
  await expect.poll(() => page.locator('form').count(), { timeout: 20_000 }).toBeGreaterThan(0);
  expect(new URL(page.url()).hash).toBe('#/login');
  await expect.poll(() => page.locator('#ghost').count()).toBe(0);
  await context.close();
});

it('D9.313 a screen that is gone to hangs: its place says so after the same patience, and Retry brings it', async () => {
  const { page, context } = await openPhone(browser);
  await page.clock.install();
  const { asked, letCome } = await hang(context, /assets\/login-screen.*js/);
  await page.goto(server.url);
  // The first screen stands: until then another address is still the first one.
  await expect.poll(() => page.locator('#ghost').count(), { timeout: 20_000 }).toBe(0);
  await page.evaluate(() => {
    location.hash = '/login';
  });
  const retry = page.getByRole('button', { name: 'Retry' });
  await page.locator('main [aria-busy="true"]').first().waitFor();
  await asked();
  expect(await retry.count()).toBe(0);
  await page.clock.fastForward(PATIENCE_MS);
  await expect.poll(() => retry.count()).toBe(1);
  letCome();
  await retry.click();
  await expect.poll(() => page.locator('form').count(), { timeout: 20_000 }).toBeGreaterThan(0);
  await context.close();
});
