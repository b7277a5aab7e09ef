/** A micro trade against the real server: three taps from Trade to a running one, its countdown beside the server's, and what becomes of it. */
import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { openPhone } from './phone.ts';
import { serveProduct } from './served-product.ts';

const product = serveProduct();

type Row = { Id: number; Number: string; ExpireAt: number; RemainMilliSeconds: number; FactProfits: string; EndPrice: number };
/** A list of who is logged in on the page, by the server, and its time when it answered. */
const listed = (page: Page, status: 1 | 3) =>
  page.evaluate(async (wanted) => {
    const reply = await fetch(`/v2/api/micro/orders?status=${wanted}&page=1&t=${Math.random()}`, {
      headers: { authorization: localStorage.getItem('token') ?? '', lang: 'en' },
    });
    const { data } = await reply.json();
    const shown = document.querySelector('[role="timer"]')?.textContent ?? '';
    return { rows: data.data as Row[], shown };
  }, status);

/** A market that never closes. */
const BITCOIN = '/#/trade?id=27';

it('S1-2.89 D1.4.14 a visitor: three taps from Trade to a running micro trade, whose countdown is the one of the server though the phone is a day off', {
  timeout: 120_000,
}, async () => {
  const { page, faults, context } = await openPhone(product.browser);
  // Only what the page takes for the time of day is off; what it counts by goes on as it does.
  await page.addInitScript(() => {
    const now = Date.now.bind(Date);
    Date.now = () => now() + 86_400_000;
    addEventListener('click', () => sessionStorage.setItem('taps', String(Number(sessionStorage.getItem('taps') ?? 0) + 1)), true);
  });
  await page.goto(product.server.url + BITCOIN);
  await page.getByRole('tab', { name: 'Micro' }).tap({ timeout: 20_000 });
  const up = page.getByRole('button', { name: 'Buy up' });
  await expect.poll(() => up.isEnabled(), { timeout: 20_000 }).toBe(true);
  await up.tap();
  const sheet = page.getByRole('dialog', { name: 'Buy up · BTC/USD' });
  await expect.poll(() => sheet.textContent(), { timeout: 20_000 }).toContain('trades of');
  await sheet.getByRole('button', { name: /^Start demo/ }).tap();
  const detail = page.getByRole('dialog', { name: 'BTC/USD' });
  await detail.getByRole('timer').waitFor({ timeout: 20_000 });
  expect(await page.evaluate(() => sessionStorage.getItem('taps'))).toBe('3');
  const { rows, shown } = await listed(page, 1);
  expect(rows).toMatchObject([{ Number: '10' }]);
  // Whole seconds, rounded up: of what is left it may differ by the second that it rounds, and by 250 ms.
  const left = rows[0]?.RemainMilliSeconds ?? Number.NaN;
  const [minutes = 0, seconds = 0] = shown.split(':').map(Number);
  const shownMs = (minutes * 60 + seconds) * 1_000;
  expect(shownMs - left).toBeGreaterThan(-250);
  expect(shownMs - left).toBeLessThan(1_250);
  // What it would come to is one of two sums.
  await expect.poll(() => detail.textContent(), { timeout: 20_000 }).toMatch(/If it ended now(\+\d\.\d\d|\u221210\.00) USD/);
  if (process.env.TEST_LONG) {
    await expect.poll(() => detail.textContent(), { timeout: 60_000 }).toMatch(/End price/);
    const [ended] = (await listed(page, 3)).rows;
    const sign = Number(ended?.FactProfits) >= 0 ? '+' : '\u2212';
    expect(await detail.textContent()).toContain(`${sign}${Math.abs(Number(ended?.FactProfits)).toFixed(2)} USD`);
    await detail.getByRole('button', { name: 'Close' }).tap();
    await page.goto(`${product.server.url}/#/order?source=1&type=3`);
    await expect.poll(() => page.getByRole('article').count(), { timeout: 20_000 }).toBe(1);
  }
  expect(faults).toEqual([]);
  await context.close();
});
