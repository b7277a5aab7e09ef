/** Second factor and passkey in a real browser against the real server: Chromium's own virtual authenticator, and an app's codes. */
import { Secret, TOTP } from 'otpauth';
import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { openPhone } from './phone.ts';
import { serveProduct } from './served-product.ts';

const PASSWORD = 'demo-Passw0rd';
let url: string;
const product = serveProduct({}, ({ server }) => {
  // Passkeys belong to a domain: an address has none.
  url = server.url.replace('127.0.0.1', 'localhost');
});

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const row = (page: Page, name: string) => page.locator('.security-row', { hasText: name });
const isIn = (page: Page) =>
  expect.poll(() => page.evaluate(() => localStorage.getItem('token') ?? ''), { timeout: 20_000 }).toMatch(/^[\w-]{43}$/);

async function enterPassword(page: Page): Promise<void> {
  await page.goto(`${url}/#/login?from=%2Fmine%2Fsystem`);
  await page.getByRole('textbox', { name: 'E-mail' }).fill('demo@example.com');
  await page.locator('input[name=password]').fill(PASSWORD);
  await button(page, 'Log in').tap();
}

/** By the row and its question (S2-2.85). */
async function logOut(page: Page): Promise<void> {
  await row(page, 'Log out').tap();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Log out', exact: true }).tap();
  await expect.poll(() => page.evaluate(() => localStorage.getItem('token') ?? '')).toBe('');
}

async function shot(page: Page, name: string): Promise<void> {
  if (!process.env.SHOTS) return;
  for (const theme of ['light', 'dark']) {
    await page.evaluate((one) => (document.documentElement.dataset.theme = one), theme);
    await page.screenshot({ path: `${process.env.SHOTS}/${name}-${theme}.png` });
  }
}

it('S2-2.85 D9.220 D9.223 S26 sets a second factor and a passkey, logs out, and in again by each', async () => {
  const { page, faults, context } = await openPhone(product.browser);
  const session = await context.newCDPSession(page);
  await session.send('WebAuthn.enable');
  const options = {
    protocol: 'ctap2',
    transport: 'internal',
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: true,
  } as const;
  await session.send('WebAuthn.addVirtualAuthenticator', { options: { ...options, automaticPresenceSimulation: true } });

  await enterPassword(page);
  await isIn(page);
  await row(page, 'Second factor').tap();
  await shot(page, 'factor-begin');
  await page.locator('dialog[open] input[name=password]').fill(PASSWORD);
  await button(page, 'Set up').tap();
  const secret = ((await page.locator('[data-secret]').textContent()) ?? '').replaceAll(' ', '');
  expect(await page.locator('.qr-picture').evaluate((node) => (node as HTMLCanvasElement).width)).toBeGreaterThan(30);
  await shot(page, 'factor-scan');
  const codeNow = (steps = 0) => TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: Date.now() + steps * 30_000 });
  await page.locator('dialog[open] input[name=code]').fill(codeNow());
  await button(page, 'Turn on').tap();
  await expect.poll(() => page.locator('.security-codes li').count(), { timeout: 20_000 }).toBe(10);
  const spare = (await page.locator('.security-codes li').allTextContents()) as string[];
  await shot(page, 'factor-codes');
  await button(page, 'I have kept them').tap();
  await expect.poll(() => row(page, 'Second factor').textContent()).toContain('On');
  await shot(page, 'system');

  await row(page, 'Passkeys').tap();
  await button(page, 'Add a passkey').tap();
  await page.locator('dialog[open] input[name=password]').fill(PASSWORD);
  await page.locator('dialog[open] input[name=factor]').fill(spare[0] ?? '');
  await button(page, 'Go on').tap();
  await expect.poll(() => page.locator('dialog[open] .security-entry').count(), { timeout: 20_000 }).toBe(1);
  await shot(page, 'passkeys');
  await button(page, 'Close').tap();

  await logOut(page);
  await page.goto(`${url}/#/login?from=%2Fmine%2Fsystem`);
  await button(page, 'Log in with a passkey').tap();
  await isIn(page);
  await expect.poll(() => row(page, 'Passkeys').textContent(), { timeout: 20_000 }).toContain('1');

  // A browser that the account does not know: the password alone is not enough.
  await logOut(page);
  await page.evaluate(() => localStorage.removeItem('device'));
  await enterPassword(page);
  await page.getByRole('form', { name: 'One more step' }).waitFor();
  await shot(page, 'second-step');
  // Sent with the sixth digit.
  await page.locator('input[name=code]').fill('000000');
  await page.getByText('4 tries left').waitFor();
  await page.locator('input[name=code]').fill(codeNow(1));
  await isIn(page);
  await row(page, 'Devices').tap();
  await page.locator('dialog[open] .security-entry').first().waitFor();
  await shot(page, 'devices');
  await button(page, 'Close').tap();
  await row(page, 'Login history').tap();
  await expect.poll(() => page.locator('dialog[open] .security-entry').count()).toBeGreaterThanOrEqual(3);
  await shot(page, 'history');
  expect(faults).toEqual([]);
  await context.close();
}, 60_000);
