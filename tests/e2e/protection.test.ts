/** "Not me" and self-exclusion, end to end against the real server: the letter is read from the outbox, its link followed in another browser. */
import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { sentLink } from './operations-call.ts';
import { openPhone } from './phone.ts';
import { serveProduct } from './served-product.ts';

const EMAIL = 'demo@example.com';
const PASSWORD = 'demo-Passw0rd';
const PATIENT = { timeout: 20_000 };
const product = serveProduct();

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const row = (page: Page, name: string) => page.locator('.security-row', { hasText: name });
const tokenOf = (page: Page) => page.evaluate(() => localStorage.getItem('token') ?? '');

async function logIn(page: Page, from = '/mine/system'): Promise<void> {
  await page.goto(`${product.server.url}/#/login?from=${encodeURIComponent(from)}`);
  await page.getByRole('textbox', { name: 'E-mail' }).fill(EMAIL, PATIENT);
  await page.locator('input[name=password]').fill(PASSWORD);
  await button(page, 'Log in').tap();
  await expect.poll(() => tokenOf(page), PATIENT).toMatch(/^[\w-]{43}$/);
}

const submit = (token: string) =>
  fetch(`${product.server.url}/v2/api/forex/submit?forex_id=1&type=1&cont=0.1&status=1&multiple=100&t=${Date.now()}`, {
    headers: { authorization: token },
  }).then(async (reply) => (await reply.json()) as { code: number; msg: string });

it('D9.29 D9.239 who excludes themselves takes no new risk, is told by a letter, and sees until when', async () => {
  const { page, context } = await openPhone(product.browser);
  await logIn(page);
  await row(page, 'Self-exclusion').tap(PATIENT);
  await page.getByRole('combobox', { name: 'Self-exclusion' }).selectOption('6m');
  await page.locator('dialog[open] input[name=password]').fill(PASSWORD);
  await button(page, 'Exclude me').tap();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Exclude me' }).tap();
  await page
    .getByText(/^You have excluded yourself from trading until/)
    .first()
    .waitFor(PATIENT);
  expect(await submit(await tokenOf(page))).toMatchObject({ code: 1015, msg: 'You have excluded yourself from trading' });
  expect(await sentLink(product.server, EMAIL, 'selfExcluded')).toBeUndefined();
  await context.close();
}, 60_000);

it('D9.237 S26 the link of a letter: looking does nothing, the button freezes, and every browser is logged out', async () => {
  const { page, context } = await openPhone(product.browser);
  await logIn(page);
  const link = (await sentLink(product.server, EMAIL, 'newDevice')) ?? '';
  expect(link).toContain('/api/user/not_me?link=');
  // What a scanner of mails does.
  expect((await fetch(link)).status).toBe(200);
  expect((await fetch(link, { method: 'HEAD' })).status).toBeLessThan(500);

  const other = await product.browser.newContext();
  const letter = await other.newPage();
  await letter.goto(link);
  await letter.getByRole('heading', { name: 'Was this not you?' }).waitFor(PATIENT);
  await letter.getByText(/a login from a new device on/).waitFor();
  await letter.getByRole('button', { name: 'Freeze the account' }).click();
  await letter.getByRole('heading', { name: 'The account is frozen' }).waitFor(PATIENT);
  await letter.goto(link);
  await letter.getByRole('heading', { name: 'This link is over' }).waitFor(PATIENT);

  // The page that was logged in finds out with its next call.
  await page.reload();
  await expect.poll(() => tokenOf(page), PATIENT).toBe('');
  // The password counts no more.
  const body = new URLSearchParams({ account: EMAIL, password: PASSWORD, login_type: 'email' });
  const login = await fetch(`${product.server.url}/api/user/loginForU`, { method: 'POST', body });
  expect(((await login.json()) as { code: number }).code).toBe(1014);
  await other.close();
  await context.close();
}, 60_000);
