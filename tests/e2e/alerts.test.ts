/** A price alert from the bell to the toast: the server's tape fires it while its person looks at something else. */
import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import alerts from '../../locales/en/alerts.json' with { type: 'json' };
import { openPhone } from './phone.ts';
import { serveProduct } from './served-product.ts';

const product = serveProduct();

const PATIENT = { timeout: 20_000 };
/** Asks with the token of the page, as whoever uses it. */
const ask = (page: Page, path: string) =>
  page.evaluate(async (url) => {
    const headers = { authorization: localStorage.getItem('token') ?? '', lang: 'en' };
    return (await (await fetch(url, { headers })).json()).data;
  }, path);

/** Sets an alert so many steps of the price from the newest one, through the sheet of the bell. */
async function setAlert(page: Page, steps: number): Promise<void> {
  await page.getByRole('button', { name: /^Price alerts of BTC\/USD/ }).tap(PATIENT);
  const sheet = page.getByRole('dialog');
  const price = sheet.getByRole('spinbutton', { name: alerts.price });
  await price.waitFor(PATIENT);
  const now = Number((await sheet.locator('.price').textContent())?.replaceAll(',', ''));
  await price.fill((now + steps).toFixed(2));
  await sheet.getByRole('button', { name: alerts.set, exact: true }).tap();
  await expect.poll(() => sheet.count(), PATIENT).toBe(0);
}

it('D9.150 D9.152 D9.171 an alert set from the bell stands in another tab at once, is told on another page when the market gets there, and kept in the list of what fired', async () => {
  const { page, faults, context } = await openPhone(product.browser);
  await page.goto(`${product.server.url}/#/login`);
  await page.getByRole('button', { name: /demo/i }).tap();
  await page.waitForURL((address) => !address.hash.includes('/login'), PATIENT);
  const list: { Id: number; Code: string }[] = await ask(page, '/v2/api/forex/trade_list');
  const { Id } = list.find(({ Code }) => Code === 'BTCUSD') ?? { Id: 0 };
  await page.evaluate((hash) => {
    location.hash = hash;
  }, `/trade?id=${Id}`);
  const other = await context.newPage();
  await other.goto(`${product.server.url}/#/alerts`);
  await other.getByText(alerts.none, { exact: true }).waitFor(PATIENT);
  await setAlert(page, 9_000);
  await other.locator('.alert-row', { hasText: 'BTC/USD' }).waitFor(PATIENT);
  await other.close();
  // The market leaves a few steps on one side or the other within moments.
  await setAlert(page, 8);
  await setAlert(page, -8);
  await page.getByRole('link', { name: 'Account' }).tap();
  await page.locator('[data-user]').waitFor(PATIENT);
  const toast = page.locator('.toast', { hasText: /BTC\/USD (rose|fell) to/ }).first();
  await toast.waitFor({ timeout: 60_000 });
  expect(page.url()).toContain('#/user');
  const { data: fired } = await ask(page, '/v2/api/alert/fired');
  expect(fired).toContainEqual(expect.objectContaining({ Repeat: 'once', ForexTradeList: expect.objectContaining({ Id }) }));
  await toast.getByRole('button', { name: /^View/ }).tap();
  await expect.poll(() => page.url()).toContain(`#/trade?id=${Id}`);
  await page.getByRole('button', { name: /fired$/ }).waitFor(PATIENT);
  await page.evaluate(() => {
    location.hash = '/alerts?tab=fired';
  });
  await page
    .locator('.alert-row', { hasText: /BTC\/USD (rose|fell) to/ })
    .first()
    .waitFor(PATIENT);
  expect(faults).toEqual([]);
  await context.close();
});
