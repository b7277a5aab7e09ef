/**
 * Code that comes late does not come: the first tries are refused by the network, as on a bad radio link. The page recovers by itself, also in
 * a browser that goes on failing by heart at an address which failed once, as Chromium does before 151.
 */
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { openPhone } from './phone.ts';
import { serveProduct } from './served-product.ts';

const product = serveProduct();

/**
 * Makes a browser of the old kind of a new one, for such files: an address that failed, as it does while `isDown`, fails for as long as the page
 * lives. Gives what failed.
 */
async function failByHeart(page: Page, file: RegExp, isDown: () => boolean): Promise<ReadonlySet<string>> {
  const failed = new Set<string>();
  page.on('request', (request) => request.isNavigationRequest() && failed.clear());
  await page.context().route(file, (route) => {
    const url = route.request().url();
    if (!isDown() && !failed.has(url)) return route.continue();
    failed.add(url);
    return route.abort();
  });
  return failed;
}

it('the chart’s code in the worker fails at first: candles come without a reload, and prices go on meanwhile', async () => {
  const { page, context } = await openPhone(product.browser);
  const failed = await failByHeart(page, /open-chart.*js/, () => failed.size < 2);
  await page.goto(`${product.server.url}/#/trade`);
  await expect
    .poll(async () => Number(await page.locator('[data-candles]').first().getAttribute('data-candles')), { timeout: 60_000 })
    .toBeGreaterThan(0);
  expect(failed.size).toBe(2);
  await context.close();
});

it('the ticket’s code fails at first: the chart lives, Retry stands in the ticket’s place and brings it', async () => {
  const { page, context } = await openPhone(product.browser);
  let isRefusing = true;
  await failByHeart(page, /trade-panel-.*\.js/, () => isRefusing);
  await page.goto(`${product.server.url}/#/trade`);
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
  const { page, context } = await openPhone(product.browser);
  let isRefusing = true;
  const submits: string[] = [];
  await failByHeart(page, /page-money-.*\.js/, () => isRefusing);
  context.on('request', (request) => {
    if (request.url().includes('/forex/submit')) submits.push(request.url());
  });
  await page.goto(`${product.server.url}/#/login`);
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

it('D9.319 the screen’s own style fails at first: Retry brings the screen in its style', async () => {
  const { page, context } = await openPhone(product.browser);
  let isRefusing = true;
  await context.route(/assets\/credential-parts.*css/, (route) => (isRefusing ? route.abort() : route.continue()));
  await page.goto(product.server.url);
  await expect.poll(() => page.locator('#ghost').count(), { timeout: 20_000 }).toBe(0);
  await page.evaluate(() => {
    location.hash = '/login';
  });
  const retry = page.getByRole('button', { name: 'Retry' });
  await expect.poll(() => retry.count(), { timeout: 20_000 }).toBe(1);
  isRefusing = false;
  await retry.click();
  await expect.poll(() => page.locator('form').count(), { timeout: 20_000 }).toBeGreaterThan(0);
  const styles = await page.evaluate(() => [...document.styleSheets].map(({ href }) => href ?? ''));
  expect(styles.filter((href) => href.includes('credential-parts'))).toHaveLength(1);
  await context.close();
});

it('D9.319 code and words that nobody waits for do not come: the page goes on, and no error is left to nobody', async () => {
  const { page, context, faults } = await openPhone(product.browser);
  const refused = new Set<string>();
  // Whether to leave the site is looked up by code that nothing waits for; what is fetched ahead are words too.
  await context.route(/assets\/(leave-site|company|ticket|alerts)-[^/]*\.(js|css)$/, (route) => {
    refused.add(route.request().resourceType());
    return route.abort();
  });
  await page.goto(product.server.url);
  await isAllAhead(page);
  await expect.poll(() => page.locator('[data-symbol]').count()).toBeGreaterThan(0);
  expect(refused.has('script')).toBe(true);
  expect(faults).toEqual([]);
  await context.close();
});

type Chunks = Readonly<Record<string, { readonly file: string; readonly imports?: readonly string[] }>>;
/** A file that the ticket builds on, and nothing that is there before it. */
function partOfTicket(): string {
  const chunks = JSON.parse(readFileSync(new URL('../../dist/.vite/manifest.json', import.meta.url), 'utf8')) as Chunks;
  const all = (key: string): string[] => [key, ...(chunks[key]?.imports ?? []).flatMap(all)];
  const before = new Set(['index.html', 'src/ui/start.tsx', 'src/ui/screens/trade/trade-screen.tsx'].flatMap(all));
  const own = (chunks['src/ui/screens/trade/trade-panel.tsx']?.imports ?? []).filter((key) => !before.has(key));
  return chunks[own[0] ?? '']?.file ?? 'nothing is its own';
}

it('D9.319 a file that the ticket builds on fails, and would by heart for ever: whoever tries twice gets the page anew, with the ticket', async () => {
  const { page, context } = await openPhone(product.browser);
  let isRefusing = true;
  await failByHeart(page, new RegExp(partOfTicket()), () => isRefusing);
  await page.goto(`${product.server.url}/#/trade`);
  const retry = page.getByRole('button', { name: 'Retry' });
  await expect.poll(() => retry.count(), { timeout: 20_000 }).toBe(1);
  isRefusing = false;
  await retry.click();
  await expect.poll(() => retry.count()).toBe(1);
  await Promise.all([page.waitForEvent('load'), retry.click()]);
  await expect.poll(() => page.getByRole('spinbutton', { name: 'Lots' }).count(), { timeout: 20_000 }).toBe(1);
  expect(new URL(page.url()).hash).toBe('#/trade');
  await context.close();
});

it('D9.319 offline the page stays, though the browser has kept the file that cannot be imported', async () => {
  const { page, context } = await openPhone(product.browser);
  // What is fetched ahead would be here.
  await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }));
  await page.goto(product.server.url);
  await expect.poll(() => page.locator('[data-symbol="EURUSD"]').first().textContent(), { timeout: 20_000 }).toMatch(/\d\.\d{5}/);
  const chunks = JSON.parse(readFileSync(new URL('../../dist/.vite/manifest.json', import.meta.url), 'utf8')) as Chunks;
  // The door to the orders, but not what it builds on.
  const kept = ['src/ui/leaf-screens.ts', 'src/ui/screens/login/login-screen.tsx'].map((source) => `/${chunks[source]?.file}`);
  const areRead = () => page.evaluate(async (files) => Promise.all(files.map(async (path) => (await fetch(path)).ok)), kept);
  await areRead();
  await context.setOffline(true);
  expect(await areRead()).toEqual([true, true]);
  await page.evaluate(() => Object.assign(globalThis, { stays: true }));
  const asked = page.waitForEvent(
    'requestfailed',
    (request) => request.resourceType() === 'fetch' && request.url().endsWith(kept[1] ?? ''),
  );
  await page.locator('.tab-bar').getByRole('link', { name: 'Orders' }).click();
  for (let tries = 0; tries < 2; tries++) await page.getByRole('button', { name: 'Retry' }).click();
  await asked;
  await expect.poll(() => page.getByRole('button', { name: 'Retry' }).count()).toBe(1);
  expect(await page.evaluate(() => (globalThis as { stays?: boolean }).stays)).toBe(true);
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect.poll(() => page.getByRole('button', { name: 'Retry' }).count(), { timeout: 20_000 }).toBe(0);
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
  const { page, context } = await openPhone(product.browser);
  const fetched: string[] = [];
  context.on('requestfinished', (request) => fetched.push(new URL(request.url()).pathname));
  await page.goto(product.server.url);
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
