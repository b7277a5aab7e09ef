/** What the page asks the real server for, and when. */
import { expect, it } from 'vitest';
import { openPhone } from './phone.ts';
import { serveProduct } from './served-product.ts';

/** Entries closer than this are one refresh. */
const REFRESH_PAUSE_MS = 1_200;
const product = serveProduct();

it('S1-2.32 entering /, /trade and /order reads the trade list again', async () => {
  const { page, context } = await openPhone(product.browser);
  let reads = 0;
  context.on('request', (request) => {
    if (request.url().includes('/v2/api/forex/trade_list')) reads++;
  });
  await page.goto(`${product.server.url}/#/login`);
  await page.getByRole('button', { name: /demo/i }).click();
  await expect.poll(() => page.locator('[data-symbol="EURUSD"]').first().textContent(), { timeout: 15_000 }).toMatch(/\d\.\d{5}/);
  for (const path of ['/trade', '/order', '/']) {
    await page.waitForTimeout(REFRESH_PAUSE_MS);
    const before = reads;
    await page.evaluate((to) => {
      location.hash = to;
    }, path);
    await expect.poll(() => reads, { timeout: 10_000 }).toBe(before + 1);
  }
  await context.close();
});
