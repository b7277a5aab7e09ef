/** Back on the built app, whose pages have listened for it since long before what keeps their places came. */
import { expect, it } from 'vitest';
import { openPhone } from './phone.ts';
import { serveProduct } from './served-product.ts';

/** As far down as a thumb goes in two swipes. */
const DOWN_PX = 820;
const product = serveProduct();

it('D9.477 from Trade leads to the row of the market list that was tapped', async () => {
  const { page, context } = await openPhone(product.browser);
  await page.goto(product.server.url);
  await expect.poll(() => page.locator('[data-symbol="EURUSD"]').first().textContent(), { timeout: 15_000 }).toMatch(/\d\.\d{5}/);
  // `settle` names the icon when it comes.
  await page.locator('link[rel="icon"][href="/icon.svg"]').waitFor({ state: 'attached', timeout: 20_000 });
  await page.evaluate((to) => scrollTo(0, to), DOWN_PX);
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(DOWN_PX);
  const rows = page.locator('main a[href^="#/trade"]').locator('visible=true');
  const boxes = await Promise.all((await rows.all()).map((row) => row.boundingBox()));
  const seen = boxes.find((box) => box && box.y > 200 && box.y < 500);
  await page.touchscreen.tap((seen?.x ?? 0) + 60, (seen?.y ?? 0) + 20);
  await page.locator('[data-page="/trade"] h1').waitFor({ timeout: 15_000 });
  await expect.poll(() => page.evaluate(() => [location.hash.startsWith('#/trade'), scrollY])).toEqual([true, 0]);
  await page.goBack();
  await expect.poll(() => page.evaluate(() => scrollY), { timeout: 10_000 }).toBe(DOWN_PX);
  await context.close();
});
