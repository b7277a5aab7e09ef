/** From the first paint to an open position: three taps for who has never been here, two for who is in. */
import type { Locator, Page } from 'playwright';
import { expect, it } from 'vitest';
import { openPhone } from './phone.ts';
import { serveProduct } from './served-product.ts';

const product = serveProduct();

const row = (page: Page) => page.getByRole('list', { name: 'Markets' }).getByRole('link', { name: /^XAU\/USD/ });
const buy = (page: Page) => page.getByRole('button', { name: 'Buy', exact: true });
const lastOrder = (page: Page) => page.getByRole('region', { name: 'Last order' });

/** Orders that are held, as the server has them. */
const held = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const headers = { authorization: localStorage.getItem('token') ?? '', lang: 'en' };
    const reply = await fetch('/v2/api/forex/my_deal?status=1&page=1', { headers });
    return (await reply.json()).data.data.length;
  });

it('D9.107 three taps for a visitor, then two for who is in; the address names the product all along', async () => {
  const { page, faults, context } = await openPhone(product.browser);
  let taps = 0;
  const tap = async (target: Locator) => {
    await expect.poll(() => target.isEnabled(), { timeout: 20_000 }).toBe(true);
    await target.tap();
    taps++;
  };
  await page.goto(product.server.url);
  await tap(row(page));
  await expect.poll(() => page.url()).toMatch(/#\/trade\?id=\d+$/);
  await tap(buy(page));
  await tap(page.getByRole('dialog').getByRole('button', { name: /^Start demo/ }));
  await expect.poll(() => lastOrder(page).textContent(), { timeout: 20_000 }).toMatch(/Bought \d/);
  expect([taps, await held(page)]).toEqual([3, 1]);
  expect(page.url()).toMatch(/#\/trade\?id=\d+$/);
  await expect.poll(() => page.locator('[data-page="/trade"] .demo-chip').count()).toBe(1);

  await page.goto(`${product.server.url}/#/`);
  taps = 0;
  await tap(row(page));
  await tap(buy(page));
  await expect.poll(() => held(page), { timeout: 20_000 }).toBe(2);
  expect(taps).toBe(2);
  expect(faults).toEqual([]);
  await context.close();
});

it('S1-7.52 the manifest of the app is named by the page, and comes with its picture from the page’s own origin', async () => {
  const { page, faults, context } = await openPhone(product.browser);
  await page.goto(product.server.url);
  const href = await page.locator('link[rel=manifest]').getAttribute('href');
  const address = new URL(href ?? '', product.server.url);
  expect(address.origin).toBe(product.server.url);
  const reply = await fetch(address);
  expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'application/manifest+json; charset=utf-8']);
  const { start_url, display, icons } = (await reply.json()) as { start_url: string; display: string; icons: { src: string }[] };
  expect([start_url, display]).toEqual(['/#/', 'standalone']);
  for (const { src } of icons) expect((await fetch(new URL(src, product.server.url))).status).toBe(200);
  expect(faults).toEqual([]);
  await context.close();
});
