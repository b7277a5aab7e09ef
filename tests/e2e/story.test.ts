/** The story that everything else is built on: open, demo, watch, buy, see the profit move, close; the promised money is in the ledger. */
import { expect, it } from 'vitest';
import { openPhone } from './phone.ts';
import { serveProduct } from './served-product.ts';

const product = serveProduct();

/** Calls the API with the page's own token and gives the data. */
const callAs = (page: import('playwright').Page, path: string) =>
  page.evaluate(async (url) => {
    const reply = await fetch(url, { headers: { authorization: localStorage.getItem('token') ?? '', lang: 'en' } });
    return (await reply.json()).data;
  }, path);

it('a visitor becomes a demo trader, buys 0.1 lot of EURUSD, watches the profit move, closes, and the ledger holds what the screen said', async () => {
  const { page, faults, context } = await openPhone(product.browser);
  await page.goto(product.server.url);
  const price = page.locator('[data-symbol="EURUSD"]').first();
  await expect.poll(() => price.textContent(), { timeout: 15_000 }).toMatch(/\d\.\d{5}/);

  await page.goto(`${product.server.url}/#/login`);
  await page.getByRole('button', { name: /demo/i }).click();
  await expect.poll(() => page.url(), { timeout: 15_000 }).not.toContain('/login');
  const before = (await callAs(page, '/v2/api/main/wallet/getBalance')) as { type: string; balance: string }[];
  expect(before).toMatchObject([{ type: 'demo', balance: '10000' }]);

  await page.goto(`${product.server.url}/#/trade`);
  const chart = page.locator('[data-candles]').first();
  await expect.poll(async () => Number(await chart.getAttribute('data-candles')), { timeout: 15_000 }).toBeGreaterThan(20);
  const newest = page.locator('.candle-chart-legend').first();
  const first = await newest.textContent();
  await expect.poll(() => newest.textContent(), { timeout: 20_000 }).not.toBe(first);

  await page.getByRole('button', { name: /^Buy/ }).click();
  const strip = page.getByRole('region', { name: 'Last order' });
  await expect.poll(() => strip.textContent({ timeout: 15_000 }), { timeout: 15_000 }).toMatch(/Bought 0\.10\d\.\d+/);
  await strip.getByRole('button', { name: 'View' }).click();
  await page.getByRole('dialog').getByRole('link', { name: /order/i }).click();
  await expect.poll(() => page.url()).toContain('/order?type=1');

  const open = (await callAs(page, '/v2/api/forex/my_deal?status=1&page=1')) as {
    data: { Id: number; FactProfits: string; CautionMoney: string; TradeFee: string }[];
  };
  expect(open.data).toHaveLength(1);
  const card = page.getByRole('article', { name: 'Buy 0.10 EUR/USD' });
  const profit = card.locator('.order-row-net');
  const firstProfit = await profit.textContent();
  await expect.poll(() => profit.textContent(), { timeout: 20_000 }).not.toBe(firstProfit);

  await card.getByRole('button').first().click();
  await card.getByRole('button', { name: 'Close position' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Close position', exact: true }).click();
  await expect.poll(() => card.count(), { timeout: 15_000 }).toBe(0);

  const closed = (await callAs(page, '/v2/api/forex/my_deal?status=3&page=1')) as { data: { FactProfits: string; TradeFee: string }[] };
  const after = (await callAs(page, '/v2/api/main/wallet/getBalance')) as { balance: string; lockBalance: string }[];
  const units = (text: string | undefined) => Math.round(Number(text) * 1e6);
  expect(units(after[0]?.balance)).toBe(10_000e6 - units(closed.data[0]?.TradeFee) + units(closed.data[0]?.FactProfits));
  expect(Number(after[0]?.lockBalance)).toBe(0);
  expect(faults).toEqual([]);
  await context.close();
});
