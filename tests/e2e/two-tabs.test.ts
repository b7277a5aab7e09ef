/** Two tabs of one browser, an order whose reply is cut, another account meanwhile; and what a screen reader is given of it. */
import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { cuttingProxy } from './cutting-proxy.ts';
import { openPhone } from './phone.ts';
import { serveProduct } from './served-product.ts';

const SUBMIT = '/v2/api/forex/submit';
const REAL = { account: 'demo@example.com', password: 'demo-Passw0rd' };
const product = serveProduct();

const goTo = (page: Page, hash: string) =>
  page.evaluate((to) => {
    location.hash = to;
  }, hash);
const stored = (page: Page, key: string) => page.evaluate((name) => localStorage.getItem(name), key);
async function enterDemo(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/#/login`);
  await page.getByRole('button', { name: /demo/i }).click();
  await expect.poll(() => page.url()).not.toContain('/login');
}
/** Open positions of the account behind a token. */
async function positions(token: string): Promise<number> {
  const reply = await fetch(`${product.server.url}/v2/api/forex/my_deal?status=1&t=${Date.now()}`, { headers: { authorization: token } });
  return ((await reply.json()) as { data: { total: number } }).data.total;
}
/** Live regions of the page by their politeness, with what they say, as the browser gives them to a screen reader. */
async function liveRegions(page: Page): Promise<Record<string, string>> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  await session.detach();
  type Node = (typeof nodes)[number];
  const textOf = (node: Node): string =>
    String(node.name?.value ?? '') || nodes.flatMap((child) => (child.parentId === node.nodeId ? [textOf(child)] : [])).join('');
  const regions: Record<string, string> = {};
  for (const node of nodes) {
    const live = node.properties?.find(({ name }) => name === 'live')?.value.value;
    if (!node.ignored && (live === 'polite' || live === 'assertive') && node.role?.value !== 'status') regions[live] = textOf(node);
  }
  return regions;
}

/**
 * How many toasts of the page at once have told of an order whose answer nobody saw. One that is told twice stands twice; one that moves, as a
 * dialog comes or goes, is drawn anew and still stands once.
 */
const settled = (page: Page) => page.evaluate(() => (globalThis as { mostTold?: number }).mostTold ?? 0);
function noteToasts(): void {
  let most = 0;
  new MutationObserver(() => {
    const told = [...document.querySelectorAll('.toast')].filter(({ textContent }) => textContent.includes('before the interruption'));
    most = Math.max(most, told.length);
    Object.assign(globalThis, { mostTold: most });
  }).observe(document, { childList: true, subtree: true });
}
/** Logs out with the page's own button, which leads to the login. */
async function leave(page: Page): Promise<void> {
  await goTo(page, '/user');
  await page.getByRole('button', { name: 'Log out' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Log out' }).click();
  await expect.poll(() => page.url()).toContain('/login');
}
async function enterReal(page: Page): Promise<void> {
  await page.getByLabel('E-mail', { exact: true }).fill(REAL.account);
  await page.getByLabel('Password', { exact: true }).fill(REAL.password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
}
/** Whom the page itself takes its person for. */
const person = (page: Page) => page.locator('[data-user]').textContent();
/** No money call is under way in any tab of this browser: each holds a lock until it is done, or waits for one. */
const isAtRest = (page: Page) =>
  page.evaluate(async () => {
    const { held = [], pending = [] } = await navigator.locks.query();
    return held.length + pending.length === 0;
  });

it('an order whose reply is cut executes once on its own account, never on the one that the other tab logs in to, and is told there once', async () => {
  const login = await fetch(`${product.server.url}/api/user/loginForU`, {
    method: 'POST',
    body: new URLSearchParams({ ...REAL, login_type: 'email' }),
  });
  const realToken = ((await login.json()) as { data: { token: string } }).data.token;
  const before = await positions(realToken);
  const proxy = await cuttingProxy(product.server.port, SUBMIT);
  const { context, page: first } = await openPhone(product.browser);
  await context.addInitScript(noteToasts);
  await enterDemo(first, proxy.url);
  await goTo(first, '/trade');
  const demoToken = (await stored(first, 'token')) as string;
  const second = await context.newPage();
  await second.goto(`${proxy.url}/#/user`);
  await expect.poll(() => person(second)).toBe('Demo account');
  const buy = first.getByRole('button', { name: 'Buy', exact: true });
  await expect.poll(() => buy.isEnabled(), { timeout: 15_000 }).toBe(true);
  await buy.click();
  await expect.poll(() => proxy.senders.length, { timeout: 10_000 }).toBeGreaterThanOrEqual(2);
  expect(await positions(demoToken)).toBe(1);

  await leave(second);
  await enterReal(second);
  await goTo(first, '/user');
  for (const tab of [first, second]) await expect.poll(() => person(tab), { timeout: 10_000 }).toBe(REAL.account);
  expect(await isAtRest(first)).toBe(false);
  proxy.letGo();
  await expect.poll(() => isAtRest(first), { timeout: 60_000 }).toBe(true);
  expect(new Set(proxy.senders)).toEqual(new Set([demoToken]));
  expect([await settled(first), await settled(second), (await positions(realToken)) - before]).toEqual([0, 0, 0]);
  for (const tab of [first, second]) expect(await person(tab)).toBe(REAL.account);
  expect(JSON.parse((await stored(first, 'money_intents')) ?? '')).toMatchObject([{ realm: 'demo' }]);

  // Back on the demo account, in both tabs: one of them tells.
  await leave(second);
  await second.getByRole('button', { name: /demo/i }).click();
  const told = async () => (await settled(first)) + (await settled(second));
  await expect.poll(told, { timeout: 20_000 }).toBe(1);
  for (const tab of [first, second]) await expect.poll(() => person(tab), { timeout: 10_000 }).toBe('Demo account');
  await expect.poll(() => isAtRest(first)).toBe(true);
  expect([await told(), await stored(first, 'money_intents')]).toEqual([1, null]);
  expect(await positions((await stored(first, 'token')) as string)).toBe(1);
  expect((await positions(realToken)) - before).toBe(0);
  await context.close();
  await proxy.close();
});

it('a screen reader finds a polite and an assertive region before there is anything to say, and hears a refusal from the assertive one', async () => {
  const { context, page } = await openPhone(product.browser);
  await enterDemo(page, product.server.url);
  await page.route('**/v2/api/main/user/resetForexDemoAccount*', (route) => route.fulfill({ status: 413, body: '' }));
  await goTo(page, '/user');
  const reset = page.getByRole('button', { name: /reset|start over/i }).first();
  await reset.waitFor();
  await expect.poll(() => liveRegions(page)).toEqual({ polite: '', assertive: '' });
  await reset.click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Reset' }).click();
  await expect.poll(async () => (await liveRegions(page)).assertive).toContain('413');
  expect((await liveRegions(page)).polite).toBe('');
  await context.close();
});
