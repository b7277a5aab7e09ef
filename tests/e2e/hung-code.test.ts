/** Files that neither come nor fail: the page says so after a while, and another page is asked for. */
import type { BrowserContext } from 'playwright';
import { expect, it } from 'vitest';
import { openPhone } from './phone.ts';
import { serveProduct } from './served-product.ts';

const product = serveProduct();

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
])('D9.313 %s hangs: after a named patience the ghosts say so, and to try again brings the same address', async (_name, file, at) => {
  const { page, context } = await openPhone(product.browser);
  await page.clock.install();
  const { asked, letCome } = await hang(context, file);
  await page.goto(product.server.url + at, { waitUntil: 'commit' });
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
  const { page, context } = await openPhone(product.browser);
  await page.clock.install();
  const { asked, letCome } = await hang(context, /assets\/login-screen.*js/);
  await page.goto(product.server.url);
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
