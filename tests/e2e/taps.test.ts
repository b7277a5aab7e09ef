/** How many taps an order takes, from the first paint of Home to an open position that the server knows, against the real server. */
import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { openPhone } from './phone.ts';
import { serveProduct } from './served-product.ts';

const product = serveProduct();

/** Counts every tap that a page hears, over all its addresses. */
const countTaps = (page: Page) =>
  page.addInitScript(() => {
    addEventListener('click', () => sessionStorage.setItem('taps', String(Number(sessionStorage.getItem('taps') ?? 0) + 1)), true);
  });
const taps = (page: Page) => page.evaluate(() => Number(sessionStorage.getItem('taps') ?? 0));
const forgetTaps = (page: Page) => page.evaluate(() => sessionStorage.removeItem('taps'));

/** Open positions of who is logged in on the page, by the server. */
const positions = (page: Page) =>
  page.evaluate(async () => {
    const reply = await fetch(`/v2/api/forex/my_deal?status=1&page=1&t=${Date.now()}`, {
      headers: { authorization: localStorage.getItem('token') ?? '', lang: 'en' },
    });
    return ((await reply.json()).data?.data ?? []) as { Quantity: string; ForexTradeLists: { Code: string } }[];
  });
const isFilled = (page: Page) => expect.poll(() => page.getByRole('region', { name: 'Last order' }).count(), { timeout: 20_000 }).toBe(1);

async function openHome(page: Page): Promise<void> {
  await page.goto(product.server.url);
  await expect.poll(() => page.locator('[data-symbol="EURUSD"]').first().textContent(), { timeout: 20_000 }).toMatch(/\d\.\d{5}/);
}
/** Taps a market and, once it may be pressed, Buy. */
async function tapRowAndBuy(page: Page): Promise<void> {
  await page
    .locator('#home-list')
    .getByRole('link', { name: /EUR\/USD/ })
    .first()
    .tap();
  const buy = page.getByRole('button', { name: 'Buy', exact: true });
  await expect.poll(() => buy.isEnabled(), { timeout: 20_000 }).toBe(true);
  await buy.tap();
}

it('D9.108 a visitor: three taps, the market, Buy and Start demo; the order that was begun is the one that is open, once', async () => {
  const { page, faults, context } = await openPhone(product.browser);
  await countTaps(page);
  await openHome(page);
  await tapRowAndBuy(page);
  const sheet = page.getByRole('dialog', { name: 'Start trading' });
  await sheet.getByRole('button', { name: /^Start demo · 10,000 USD/ }).tap();
  await isFilled(page);
  expect(await taps(page)).toBe(3);
  expect(await positions(page)).toMatchObject([{ Quantity: '0.1', ForexTradeLists: { Code: 'EURUSD' } }]);
  expect(await page.evaluate(() => localStorage.getItem('money_intents'))).toBeNull();

  // Whoever is in needs two.
  await openHome(page);
  await forgetTaps(page);
  await tapRowAndBuy(page);
  await isFilled(page);
  expect(await taps(page)).toBe(2);
  expect(await positions(page)).toHaveLength(2);
  expect(faults).toEqual([]);
  await context.close();
});

it('D9.109 real money: one more, since its orders are asked about first until its person turns that off', async () => {
  const { page, faults, context } = await openPhone(product.browser);
  await page.goto(`${product.server.url}/#/login`);
  await page.getByLabel('E-mail', { exact: true }).fill('demo@example.com');
  await page.getByLabel('Password', { exact: true }).fill('demo-Passw0rd');
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect.poll(() => page.url(), { timeout: 15_000 }).not.toContain('/login');
  await countTaps(page);
  await openHome(page);
  const before = (await positions(page)).length;
  await tapRowAndBuy(page);
  const question = page.getByRole('dialog', { name: 'Confirm the order' });
  // A sheet's words come a frame after its head.
  await question.getByText('Buy 0.10 EUR/USD').waitFor();
  expect(await positions(page)).toHaveLength(before);
  await question.getByRole('button', { name: /^Buy 0.10 at/ }).tap();
  await isFilled(page);
  expect(await taps(page)).toBe(3);
  expect(await positions(page)).toHaveLength(before + 1);
  expect(faults).toEqual([]);
  await context.close();
});
