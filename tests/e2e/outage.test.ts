/** The server away while a position is open: killed for 20 s, frozen, and back. The page says so, refuses to trade, and recovers by itself. */
import type { Browser, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { launchBrowser, openPhone, type Phone } from './phone.ts';
import { type ServerProcess, startServer } from './server-process.ts';

/** How long a dead or frozen server may go unnoticed (base rule: the third unanswered ping), and how long the way back may take. */
const NOTICE_MS = 16_000;
const RETURN_MS = 2_000;
const DOWN_MS = 20_000;
/** For what a loaded test machine adds; the figure itself is measured in bench/. */
const MACHINE_MS = 3_000;

let browser: Browser;
let server: ServerProcess;
let phone: Phone;

beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser?.close());
beforeEach(async () => {
  server = await startServer();
  phone = await openPhone(browser);
});
afterEach(async () => {
  await phone?.context.close();
  await server?.remove();
});

const goTo = (page: Page, hash: string) =>
  page.evaluate((to) => {
    location.hash = to;
  }, hash);

/** Enters the demo, opens a position and stands on Trade with one-minute candles. Gives the times of the bars that the page loaded first. */
async function holdPosition(page: Page): Promise<number[]> {
  const loaded = page
    .context()
    .waitForEvent('response', (reply) => /\/v2\/api\/forex\/kline\?.*period=1min/.test(reply.url()))
    .then(async (reply) => (await reply.json()) as { data: { Time: number }[] });
  await page.goto(`${server.url}/#/login`);
  await page.getByRole('button', { name: /demo/i }).click();
  await expect.poll(() => page.url()).not.toContain('/login');
  await goTo(page, '/trade');
  await page.getByRole('tab', { name: '1 minute, 1m', exact: true }).click();
  const buy = page.getByRole('button', { name: 'Buy', exact: true });
  await expect.poll(() => buy.isEnabled(), { timeout: 15_000 }).toBe(true);
  await buy.click();
  await page.getByRole('region', { name: 'Last order' }).waitFor();
  return (await loaded).data.map((bar) => bar.Time);
}

const isLive = async (page: Page) =>
  (await page.locator('.link-bar').count()) === 0 && (await page.getByRole('button', { name: 'Buy', exact: true }).isEnabled());

it('killed for 20 s with a position open: says so, refuses to trade, is live within 2 s of the return, and no candle is missing', async () => {
  const { page } = phone;
  const times = await holdPosition(page);
  let reloads = 0;
  page.on('load', () => reloads++);
  await server.signal('SIGKILL');
  await expect.poll(() => page.locator('.link-bar').textContent(), { timeout: 6_000 }).toMatch(/connection lost/i);
  expect(await page.getByRole('button', { name: 'Buy', exact: true }).isDisabled()).toBe(true);
  expect(await page.getByText(/waiting for live prices/).count()).toBeGreaterThan(0);
  await new Promise((resolve) => setTimeout(resolve, DOWN_MS));
  await server.restart();
  await expect.poll(() => isLive(page), { timeout: RETURN_MS + MACHINE_MS, interval: 50 }).toBe(true);

  const summary = page.getByText(/\d+ candles of EUR\/USD/);
  const served = async () => {
    const reply = await fetch(`${server.url}/v2/api/forex/kline?forex_id=1&period=1min&limit=1000&t=${Date.now()}`);
    const bars = ((await reply.json()) as { data: { Time: number }[] }).data;
    return bars.filter((bar) => bar.Time >= (times[0] as number)).length;
  };
  await expect
    .poll(async () => Number(/(\d+) candles/.exec((await summary.textContent()) ?? '')?.[1]) - (await served()), { timeout: 10_000 })
    .toBe(0);
  await goTo(page, '/order?type=1');
  const row = page.getByRole('article').first();
  await row.getByRole('button').first().click();
  await expect.poll(() => row.getByRole('button', { name: 'Close position' }).isEnabled(), { timeout: 10_000 }).toBe(true);
  expect(reloads).toBe(0);
});

it('frozen with a position open: noticed within 16 s, refused meanwhile, live again after the thaw', async () => {
  const { page } = phone;
  await holdPosition(page);
  await server.signal('SIGSTOP');
  const buy = page.getByRole('button', { name: 'Buy', exact: true });
  await expect.poll(() => page.locator('.link-bar').count(), { timeout: NOTICE_MS }).toBe(1);
  await expect.poll(() => buy.isDisabled(), { timeout: 1_000 }).toBe(true);
  await server.signal('SIGCONT');
  await expect.poll(() => isLive(page), { timeout: 10_000, interval: 50 }).toBe(true);
});
