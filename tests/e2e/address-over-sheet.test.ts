/** A page that is opened by its address while a sheet lies over another: it comes, the sheet goes, and Back leads to where the sheet was. */
import type { BrowserContext, Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { openPhone } from './phone.ts';
import { serveProduct } from './served-product.ts';
import { enterWithOrders, OWN_STATES, showState } from './sweep-states.ts';

const PATIENT = { timeout: 20_000 };
let context: BrowserContext;
const product = serveProduct({}, async ({ server, browser }) => {
  const phone = await openPhone(browser);
  context = phone.context;
  await enterWithOrders(phone.page, server.url);
  await phone.page.close();
});

/** What is drawn in place of a screen or a list that has not come. */
const grey = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('#ghost, [data-route], main [aria-busy="true"]')]
      .filter((node) => node.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && !node.closest('[hidden]'))
      .map((node) => node.id || node.className || node.getAttribute('data-route')),
  );
const sheets = (page: Page) => page.locator('dialog[open]').count();

/** Pages that nobody has visited since the page was loaded, their code on a processor four times slower. */
describe('D9.118 a page opened by its address over a sheet is shown', () => {
  it.each([
    { sheet: 'details', to: '/trade?id=28', has: '[data-candles]:not([data-candles="0"])' },
    { sheet: 'details', to: '/alerts', has: '.alert-row' },
    { sheet: 'close', to: '/order?source=1&type=1', has: 'article' },
    { sheet: 'products', to: '/order?type=1', has: 'article' },
    { sheet: 'new alert', to: '/user', has: '[data-user]' },
    { sheet: 'edit alert', to: '/', has: '[data-symbol]' },
    { sheet: 'log out', to: '/trade?id=28&tab=1', has: '.micro .trade-bar button:enabled' },
  ])('$to over the sheet of $sheet', async ({ sheet, to, has }) => {
    const state = OWN_STATES.find(({ name }) => name === sheet);
    if (!state) throw new Error(`no state ${sheet}`);
    const page = await context.newPage();
    await page.goto(`${product.server.url}/#${state.at}`);
    await showState(page, state);
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    await page.evaluate((hash) => {
      location.hash = hash;
    }, to);
    await page.locator(`main ${has}`).locator('visible=true').first().waitFor(PATIENT);
    await expect.poll(() => grey(page), PATIENT).toEqual([]);
    await expect.poll(() => sheets(page), PATIENT).toBe(0);
    expect(await page.evaluate(() => document.documentElement.hasAttribute('data-locked'))).toBe(false);
    await page.close();
  });
});
