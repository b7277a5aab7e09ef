/** Two tabs of one browser, an order whose reply is lost, another account meanwhile; and what a screen reader is given of it. */
import type { Browser, Page, Route } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchBrowser, openPhone } from './phone.ts';
import { type ServerProcess, startServer } from './server-process.ts';

const SUBMIT = '**/v2/api/forex/submit*';
let server: ServerProcess;
let browser: Browser;

beforeAll(async () => {
  [server, browser] = await Promise.all([startServer(), launchBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await server?.remove();
});

const goTo = (page: Page, hash: string) =>
  page.evaluate((to) => {
    location.hash = to;
  }, hash);
const stored = (page: Page, key: string) => page.evaluate((name) => localStorage.getItem(name), key);
async function enterDemo(page: Page): Promise<void> {
  await page.goto(`${server.url}/#/login`);
  await page.getByRole('button', { name: /demo/i }).click();
  await expect.poll(() => page.url()).not.toContain('/login');
}
/** Open positions of the account behind a token. */
async function positions(token: string): Promise<number> {
  const reply = await fetch(`${server.url}/v2/api/forex/my_deal?status=1&t=${Date.now()}`, { headers: { authorization: token } });
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

it('an order whose reply is lost executes once on its own account, never on the one that the other tab logs in to', async () => {
  const { context, page: first } = await openPhone(browser);
  await enterDemo(first);
  await goTo(first, '/trade');
  const demoToken = (await stored(first, 'token')) as string;
  const second = await context.newPage();
  await second.goto(server.url);
  let sendings = 0;
  const senders: (string | undefined)[] = [];
  let letGo: () => void = () => undefined;
  const switched = new Promise<void>((resolve) => (letGo = resolve));
  await first.route(SUBMIT, async (route: Route) => {
    senders.push(route.request().headers().authorization);
    if (sendings++ === 0) {
      // The server commits, the answer is cut off.
      await route.fetch();
      return route.abort('connectionreset');
    }
    await switched;
    return route.continue();
  });
  const buy = first.getByRole('button', { name: 'Buy', exact: true });
  await expect.poll(() => buy.isEnabled(), { timeout: 15_000 }).toBe(true);
  await buy.click();
  await expect.poll(() => sendings, { timeout: 10_000 }).toBeGreaterThanOrEqual(2);
  const login = await fetch(`${server.url}/api/user/loginForU`, {
    method: 'POST',
    body: new URLSearchParams({ account: 'demo@example.com', password: 'demo-Passw0rd', login_type: 'email' }),
  });
  const realToken = ((await login.json()) as { data: { token: string } }).data.token;
  const before = await positions(realToken);
  // As a login in the second tab leaves it: the first one follows by the storage's event.
  await second.evaluate((token) => localStorage.setItem('token', token), realToken);
  await expect.poll(() => first.evaluate(() => localStorage.getItem('token'))).toBe(realToken);
  await first.waitForTimeout(500);
  letGo();
  await expect.poll(() => stored(first, 'money_intents'), { timeout: 30_000 }).not.toBe('[]');
  await first.waitForTimeout(3_000);
  expect(new Set(senders)).toEqual(new Set([demoToken]));
  expect([await positions(demoToken), (await positions(realToken)) - before]).toEqual([1, 0]);
  // Back on the demo account: told once, by one of the tabs, and the list is empty.
  await second.evaluate((token) => localStorage.setItem('token', token), demoToken);
  await first.reload();
  await expect.poll(() => stored(first, 'money_intents'), { timeout: 20_000 }).toBeNull();
  expect(await positions(demoToken)).toBe(1);
  await context.close();
});

it('a screen reader finds a polite and an assertive region before there is anything to say, and hears a refusal from the assertive one', async () => {
  const { context, page } = await openPhone(browser);
  await enterDemo(page);
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
