/** The panel of figures, whose code comes to those who ask for it by the address; that it is not fetched ahead is seen in lazy-code.test.ts. */
import { expect, it } from 'vitest';
import { openPhone } from './phone.ts';
import { serveProduct } from './served-product.ts';

const product = serveProduct();

const open = async (path: string) => {
  const phone = await openPhone(product.browser);
  const fetched: string[] = [];
  phone.context.on('request', (request) => fetched.push(new URL(request.url()).pathname));
  await phone.page.goto(`${product.server.url}${path}`);
  await expect.poll(() => phone.page.locator('[data-symbol="EURUSD"]').first().textContent(), { timeout: 20_000 }).toMatch(/\d\.\d{5}/);
  return { ...phone, fetched };
};

it('with ?perf it shows what the built app does, over every page, and moves nothing of the page', async () => {
  const { page, context, faults, fetched } = await open('/?perf#/trade');
  const ticks = async () => Number.parseFloat((await page.locator('.perf-panel dd').nth(2).textContent()) ?? '');
  await expect.poll(ticks, { timeout: 15_000 }).toBeGreaterThan(0);
  expect(fetched.some((path) => /perf-panel-.*\.js$/.test(path))).toBe(true);
  const panel = await page.locator('.perf-panel').boundingBox();
  const tabs = await page.locator('.tab-bar').boundingBox();
  expect((panel?.y ?? 0) + (panel?.height ?? 0)).toBeLessThanOrEqual(tabs?.y ?? 0);
  expect(panel?.x).toBeGreaterThanOrEqual(0);
  expect((panel?.x ?? 0) + (panel?.width ?? 0)).toBeLessThanOrEqual(360);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await page.locator('.tab-bar').getByRole('link', { name: 'Market' }).click();
  await expect.poll(() => page.locator('.perf-panel').count()).toBe(1);
  expect(faults).toEqual([]);
  await context.close();
});
