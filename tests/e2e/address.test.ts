/** Another e-mail address, and a first number, end to end against the real server on a small phone: codes are read from the outbox. */
import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { sentCode, sentLink } from './operations-call.ts';
import { openPhone } from './phone.ts';
import { serveProduct } from './served-product.ts';

const EMAIL = 'demo@example.com';
const NEW = 'another@example.com';
const PASSWORD = 'demo-Passw0rd';
const PATIENT = { timeout: 20_000 };
const product = serveProduct();

const row = (page: Page, name: string) => page.locator('.security-row', { hasText: name });
const inSheet = (page: Page, name: string) => page.locator('dialog[open]').getByRole('button', { name, exact: true });

async function logIn(page: Page): Promise<void> {
  await page.goto(`${product.server.url}/#/login?from=${encodeURIComponent('/mine/system')}`);
  await page.getByRole('textbox', { name: 'E-mail' }).fill(EMAIL, PATIENT);
  await page.locator('input[name=password]').fill(PASSWORD);
  await page.getByRole('button', { name: 'Log in', exact: true }).tap();
  await row(page, 'E-mail').waitFor(PATIENT);
}

it('D9.300 D9.301 a number is added, the e-mail address changed, and the letter to the old one takes it back', async () => {
  const { page, context, faults } = await openPhone(product.browser);
  await logIn(page);
  await row(page, 'Phone number').tap(PATIENT);
  await page.locator('dialog[open] input[name=number]').fill('5551234567', PATIENT);
  await inSheet(page, 'Send code').tap();
  await page.locator('dialog[open] input[name=code]').fill(await sentCode(product.server, '+15551234567', 'addressCode'));
  await page.locator('dialog[open] input[name=current]').fill(PASSWORD);
  await inSheet(page, 'Save').tap();
  await row(page, '+15').waitFor(PATIENT);

  // The next code of this browser waits its minute: another browser asks.
  const other = await openPhone(product.browser);
  await logIn(other.page);
  await row(other.page, 'E-mail').tap(PATIENT);
  await other.page.locator('dialog[open] input[name=email]').fill(NEW, PATIENT);
  await inSheet(other.page, 'Send code').tap();
  await other.page.locator('dialog[open] input[name=code]').fill(await sentCode(product.server, NEW, 'addressCode'));
  await other.page.locator('dialog[open] input[name=current]').fill(PASSWORD);
  await inSheet(other.page, 'Save').tap();
  await row(other.page, NEW).waitFor(PATIENT);
  const wide = await other.page.evaluate(() => document.documentElement.scrollWidth);
  expect(wide).toBeLessThanOrEqual(360);

  // The first browser was logged out by it.
  await page.reload();
  await expect.poll(() => page.evaluate(() => localStorage.getItem('token') ?? ''), PATIENT).toBe('');

  const link = (await sentLink(product.server, EMAIL, 'emailChanged')) ?? '';
  await page.goto(link);
  await page.getByRole('button', { name: 'Freeze the account' }).click(PATIENT);
  await page.getByRole('heading', { name: 'The account is frozen' }).waitFor(PATIENT);
  const body = JSON.stringify({ to: EMAIL, area_id: '', type: 2 });
  await fetch(`${product.server.url}/api/notify/send_email`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  await sentCode(product.server, EMAIL, 'resetCode');
  expect(faults).toEqual([]);
  await context.close();
  await other.context.close();
}, 120_000);
