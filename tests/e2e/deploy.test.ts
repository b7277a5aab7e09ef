/** A deploy under an open page: the server ends in order and starts again on the same data, while the page with its order stays as it is. */
import { randomUUID } from 'node:crypto';
import type { Browser, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { launchBrowser, openPhone, type Phone } from './phone.ts';
import { type ServerProcess, startServer } from './server-process.ts';
import { shutProxy } from './shut-proxy.ts';

/** What the page may ask for after a deploy whatever happened meanwhile: the market. */
const MARKET = new Set(['/v2/api/forex/trade_list', '/v2/api/forex/kline']);
/** The list that is on screen reads its page again for an event about an order. */
const LIST_ON_SCREEN = '/v2/api/forex/my_deal';
const RECEIPT = '/v2/api/order/receipt';
const WHOLE_STATE = '/v2/api/forex/account_state';
/** Long enough for anything that would be read late. */
const SETTLED_MS = 3_000;

let browser: Browser;
let server: ServerProcess;
let proxy: Awaited<ReturnType<typeof shutProxy>>;
let phone: Phone;

beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser?.close());
beforeEach(async () => {
  server = await startServer();
  proxy = await shutProxy(server.port);
  phone = await openPhone(browser);
  // Who saves data has nothing fetched ahead, so that this page is at rest soon: what is read after a deploy is the same.
  await phone.context.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }));
});
afterEach(async () => {
  await phone?.context.close();
  await proxy?.close();
  await server?.remove();
});

const goTo = (page: Page, hash: string) =>
  page.evaluate((to) => {
    location.hash = to;
  }, hash);
const card = (page: Page, name: string) => page.getByRole('article', { name });
const mine = (page: Page) => card(page, 'Buy 0.10 EUR/USD');
const theirs = (page: Page) => card(page, 'Buy 0.20 EUR/USD');

/** Another client of the same person, past the proxy. */
async function callAs(token: string, path: string, fields: Record<string, string>): Promise<unknown> {
  const body = new URLSearchParams({ ...fields, client_order_id: randomUUID() });
  const reply = await fetch(`${server.url}${path}`, { method: 'POST', headers: { authorization: token }, body });
  const { code, data, message } = (await reply.json()) as { code: number; data: unknown; message: string };
  expect({ code, message }).toMatchObject({ code: 1 });
  return data;
}

/**
 * Waits until the page has asked the server for nothing for a while. The event about its own order may come after the order is drawn
 * and then reads the list again; a deploy in the middle of that would rightly have it asked for once more.
 */
async function settle(page: Page, act: () => Promise<void>): Promise<void> {
  let last = performance.now();
  const heard = () => {
    last = performance.now();
  };
  page.on('request', heard).on('requestfinished', heard).on('requestfailed', heard);
  await act();
  await expect.poll(() => performance.now() - last, { timeout: 20_000 }).toBeGreaterThan(SETTLED_MS);
  page.off('request', heard).off('requestfinished', heard).off('requestfailed', heard);
}

/** Enters the demo, buys, and stands on the list of open orders. Gives the person's token. */
async function holdPosition(page: Page): Promise<string> {
  await page.goto(`${proxy.url}/#/login`);
  await page.getByRole('button', { name: /demo/i }).click();
  await expect.poll(() => page.url()).not.toContain('/login');
  await goTo(page, '/trade');
  const buy = page.getByRole('button', { name: 'Buy', exact: true });
  await expect.poll(() => buy.isEnabled(), { timeout: 15_000 }).toBe(true);
  await settle(page, async () => {
    await buy.click();
    await page.getByRole('button', { name: 'View', exact: true }).click();
    await page.getByRole('dialog').getByRole('link', { name: /order/i }).click();
    await expect.poll(() => mine(page).count()).toBe(1);
  });
  return page.evaluate(() => localStorage.getItem('token') ?? '');
}

/** Ends and starts the server; the page finds no way in until `meanwhile` is done. Gives the paths that the page asked for from then on. */
async function deploy(page: Page, meanwhile: () => Promise<void>): Promise<string[]> {
  const asked: string[] = [];
  proxy.shut();
  expect(await server.signal('SIGTERM')).toBe(0);
  await server.restart();
  await expect.poll(() => page.locator('.link-bar').count()).toBe(1);
  await meanwhile();
  page.context().on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.includes('/api/')) asked.push(pathname.replace(/^\/api(?=\/v2)/, ''));
  });
  proxy.open();
  await expect.poll(() => page.locator('.link-bar').count(), { timeout: 20_000 }).toBe(0);
  return asked;
}

/** The profit of an order moves: prices are live, and the order is reckoned with them. */
async function seeProfitMove(page: Page, order: ReturnType<typeof card>): Promise<void> {
  const profit = order.locator('.order-row-net');
  const before = await profit.textContent();
  await expect.poll(() => profit.textContent(), { timeout: 20_000 }).not.toBe(before);
  await page.waitForTimeout(SETTLED_MS);
}

it('D9.78 D9.80 a deploy under an open order: prices go on, and neither orders nor balances are read again', async () => {
  const { page, faults } = phone;
  await holdPosition(page);
  let loads = 0;
  page.on('load', () => loads++);
  const asked = await deploy(page, async () => undefined);
  await seeProfitMove(page, mine(page));
  expect(asked.filter((path) => !MARKET.has(path))).toEqual([]);
  expect(await mine(page).count()).toBe(1);
  expect([loads, faults]).toEqual([0, []]);
});

it('D9.78 D9.80 what another client did before the page was back is shown: a close without reading the whole state, a new order by reading it once', async () => {
  const { page, faults } = phone;
  const token = await holdPosition(page);
  const closed = await deploy(page, async () => {
    const list = await fetch(`${server.url}/v2/api/forex/my_deal?status=1`, { headers: { authorization: token } });
    const { data } = (await list.json()) as { data: { data: { Id: number }[] } };
    await callAs(token, '/v2/api/forex/close', { id: String(data.data[0]?.Id) });
  });
  await expect.poll(() => mine(page).count()).toBe(0);
  await page.waitForTimeout(SETTLED_MS);
  expect(closed.filter((path) => !MARKET.has(path))).toEqual([LIST_ON_SCREEN]);

  const opened = await deploy(page, async () => {
    const fields = { forex_id: '1', type: '1', status: '1', multiple: '100', cont: '0.2', target_price: '0' };
    await callAs(token, '/v2/api/forex/submit', { ...fields, stop_loss_price: '0', target_profit_price: '0' });
  });
  await expect.poll(() => theirs(page).count()).toBe(1);
  await seeProfitMove(page, theirs(page));
  // And the signed deal of the new fill, which the device keeps; it may ask again until the fill is signed.
  await expect.poll(() => opened).toContain(RECEIPT);
  expect(opened.filter((path) => !MARKET.has(path) && path !== RECEIPT).sort()).toEqual([WHOLE_STATE, LIST_ON_SCREEN]);
  expect(await mine(page).count()).toBe(0);
  expect(faults).toEqual([]);
});
