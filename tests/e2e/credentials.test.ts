/**
 * The ways in, end to end: register by e-mail with a sent code, log out, forget the password, set a new one by another code, log in with it;
 * and register by phone with the puzzle in place of a picture, and set the password that guards withdrawals.
 */
import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { operate, sentCode } from './operations-call.ts';
import { openPhone } from './phone.ts';
import { serveProduct } from './served-product.ts';

const EMAIL = 'ann@example.com';
const FIRST = 'a fine day 42';
const SECOND = 'another fine day 43';

/** An address gets one code a minute: the second is asked for of a server that was down for as long, by its own clock. */
const A_MINUTE_LATER = '{ const now = Date.now; Date.now = () => now() + 61_000; }';

const env: Record<string, string> = {};
const product = serveProduct(env, async ({ server }) => {
  await operate(server, 'setting', 'verify_reg_type', '1');
});

const input = (page: Page, name: string) => page.locator('form').getByLabel(name, { exact: true });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const isAt = (page: Page, hash: string) => expect.poll(() => new URL(page.url()).hash, { timeout: 20_000 }).toBe(hash);

async function typeCode(page: Page, template: string): Promise<void> {
  await press(page, 'Send code');
  await page.getByRole('button', { name: /^Send again in/ }).waitFor();
  await input(page, 'Verification code').fill(await sentCode(product.server, EMAIL, template));
}

async function typePasswords(page: Page, name: string, password: string): Promise<void> {
  await input(page, name).fill(password);
  await input(page, 'Repeat password').fill(password);
}

async function logIn(page: Page, password: string): Promise<void> {
  await input(page, 'E-mail').fill(EMAIL);
  await input(page, 'Password').fill(password);
  await press(page, 'Log in');
}

it('S1-2.119 S1-2.120 S1-5.04 S1-5.17 D9.261 a person registers by e-mail, logs out, forgets the password, sets a new one and logs in; who was in elsewhere is told why they are out', async () => {
  const { page, faults, context } = await openPhone(product.browser);
  await page.goto(`${product.server.url}/#/login?from=%2Fuser`);
  await page.getByRole('link', { name: 'Register' }).click();
  await input(page, 'E-mail').fill(EMAIL);
  await typeCode(page, 'registerCode');
  await typePasswords(page, 'Password', FIRST);
  await press(page, 'Register');
  await isAt(page, '#/user');
  await page.locator('[data-user]', { hasText: EMAIL }).waitFor();

  await press(page, 'Log out');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Log out' }).click();
  await isAt(page, '#/login?from=%2Fuser');
  const other = await openPhone(product.browser);
  await other.page.goto(`${product.server.url}/#/login?from=%2Fuser`);
  await logIn(other.page, FIRST);
  await isAt(other.page, '#/user');
  await product.server.signal('SIGTERM');
  env.NODE_OPTIONS = `--import data:text/javascript,${encodeURIComponent(A_MINUTE_LATER)}`;
  await product.server.restart();
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await input(page, 'E-mail').fill(EMAIL);
  await typeCode(page, 'resetCode');
  await typePasswords(page, 'New password', SECOND);
  await press(page, 'Set new password');
  await isAt(page, '#/login?from=%2Fuser');
  await other.page.locator('.banner', { hasText: 'A new password was set by a code' }).waitFor({ timeout: 20_000 });
  await isAt(other.page, '#/login?from=%2Fuser');
  await other.context.close();

  // The address need not be typed again.
  await expect.poll(() => input(page, 'E-mail').inputValue(), { timeout: 20_000 }).toBe(EMAIL);
  await logIn(page, FIRST);
  await page.getByText('The e-mail or the password is wrong').waitFor();
  await logIn(page, SECOND);
  await isAt(page, '#/user');
  await page.locator('[data-user]', { hasText: EMAIL }).waitFor();
  expect(faults).toEqual([]);
  await context.close();
});

it('S1-5.03 S1-5.12 S1-2.129 D9.206 a person registers by phone with the puzzle in place of the picture, and sets a fund password', async () => {
  await operate(product.server, 'setting', 'verify_reg_type', '2');
  const { page, faults, context } = await openPhone(product.browser);
  await page.goto(`${product.server.url}/#/register?from=%2Fmine%2Fpassword`);
  const picture = page.locator('form img');
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth), { timeout: 20_000 }).toBeGreaterThan(50);
  await page.getByRole('tab', { name: 'Phone' }).click();
  await input(page, 'Phone').fill('(415) 555-0123');
  await typePasswords(page, 'Password', FIRST);
  await press(page, 'I cannot read the picture');
  await page.getByText('The puzzle is solved').waitFor({ timeout: 60_000 });
  await press(page, 'Register');
  await isAt(page, '#/mine/password');

  await press(page, 'Set');
  const sheet = page.getByRole('dialog');
  for (const name of ['Fund password', 'Repeat fund password'])
    await sheet.getByLabel(name, { exact: true }).and(page.locator('input')).fill('719340');
  await sheet.getByLabel('Current password', { exact: true }).fill(FIRST);
  await sheet.getByRole('button', { name: 'Set fund password' }).click();
  await page.getByText('Set. You confirm withdrawals with it.').waitFor();
  await page.goto(`${product.server.url}/#/user`);
  await page.locator('[data-user]', { hasText: '+14•••••0123' }).waitFor();
  expect(faults).toEqual([]);
  await context.close();
});
