/**
 * Registering with one's identity, with real photo files through rejection and approval; and registering from a demo account, which stays one's
 * own: there and back, and on another phone.
 */
import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import account from '../../locales/en/account.json' with { type: 'json' };
import identity from '../../locales/en/identity.json' with { type: 'json' };
import { PATIENT, photoFile, runOperator } from './identity-steps.ts';
import { operate } from './operations-call.ts';
import { openPhone } from './phone.ts';
import { serveProduct } from './served-product.ts';

const PASSWORD = 'a fine day 42';
const product = serveProduct({ REVIEW_AFTER_S: '0' }, async ({ server }) => {
  await operate(server, 'setting', 'verify_reg_type', '3');
  for (const flag of ['is_real_name_auth', 'is_register_auth', 'is_auth_ssn', 'is_auth_hand_pic'])
    await operate(server, 'flag', flag, 'on');
});

const input = (page: Page, name: string) => page.locator('form').getByLabel(name, { exact: true });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).tap(PATIENT);
const isAt = (page: Page, hash: string) => expect.poll(() => new URL(page.url()).hash, PATIENT).toBe(hash);

async function fillAccount(page: Page, email: string): Promise<void> {
  await input(page, 'E-mail').fill(email, PATIENT);
  for (const name of ['Password', 'Repeat password']) await input(page, name).fill(PASSWORD);
}

/** Texts and three photos as a camera makes them. */
async function fillIdentity(page: Page): Promise<void> {
  await page.getByLabel(identity.name).fill('Ada Byron', PATIENT);
  await input(page, identity.country).selectOption('DE', PATIENT);
  await page.getByLabel(identity.birthday).fill('1990-12-10');
  await page.getByLabel(identity.document).selectOption('card');
  await page.getByLabel(identity.number).fill('X-123 456');
  await page.getByLabel(identity.ssn).fill('12 345 678 901');
  const slots = [identity['photo.card.front'], identity['photo.card.back'], identity['photo.hand']];
  for (const [at, slot] of slots.entries())
    await page.getByLabel(slot, { exact: true }).setInputFiles(await photoFile(`${at}.jpg`, ['#933', '#393', '#339'][at] ?? ''));
  await expect.poll(() => page.locator('.photo-mark').count(), PATIENT).toBe(3);
}

/** The application that waits, by its number. */
async function waitingId(): Promise<string> {
  let id = '';
  const look = async () => {
    id = /^(\d+) user /.exec(await runOperator(product.server, 'identities'))?.[1] ?? '';
    return id;
  };
  await expect.poll(look, { timeout: 60_000, interval: 500 }).not.toBe('');
  return id;
}

it('D1.5.19 D9.218 D9.259 S1-5.06 a person registers with their identity; photos follow, it is rejected, mended and approved', async () => {
  const { page, faults, context } = await openPhone(product.browser);
  const uploads: string[] = [];
  page.on('request', (call) => {
    if (call.url().includes('/api/common/image_upload')) uploads.push(call.headers().authorization ?? '');
  });
  await page.goto(`${product.server.url}/#/register?from=%2Fuser`);
  await fillAccount(page, 'ada@example.com');
  await fillIdentity(page);
  expect(uploads).toEqual([]);
  await press(page, 'Register');
  await isAt(page, '#/user');
  await page.getByRole('link', { name: new RegExp(`${account.identity}.*${account['identity.waiting']}`) }).waitFor(PATIENT);
  expect(uploads).toHaveLength(3);
  const token = await page.evaluate(() => localStorage.getItem('token'));
  expect(new Set(uploads)).toEqual(new Set([token]));

  const id = await waitingId();
  expect(await runOperator(product.server, 'identity', id)).toContain('Ada Byron, born 1990-12-10, of DE');
  await runOperator(product.server, 'reject-identity', id, '--reason', 'The back is blurred');
  await page.getByRole('link', { name: new RegExp(`${account.identity}.*${account['identity.rejected']}`) }).tap(PATIENT);
  await page.getByText('Not accepted: The back is blurred').waitFor(PATIENT);
  await page.getByLabel(`Replace: ${identity['photo.card.back']}`).setInputFiles(await photoFile('4.jpg', '#993'));
  await expect.poll(() => page.locator('.photo-mark').count(), PATIENT).toBe(3);
  await press(page, identity['send-again']);
  await page.getByText(identity['state.waiting'], { exact: true }).waitFor(PATIENT);
  await runOperator(product.server, 'approve-identity', await waitingId(), '--reason', 'as on the card');
  await page.getByText(identity['state.verified.detail']).waitFor(PATIENT);
  expect(faults).toEqual([]);
  await context.close();
});

it('D9.27 D9.260 a demo account stays its person’s own: from the registration there and back, and on another phone', async () => {
  const { page, faults, context } = await openPhone(product.browser);
  const uid = (of: Page) => of.getByText(/UID \d{8}/).textContent(PATIENT);
  await page.goto(`${product.server.url}/#/login?from=%2Fuser`);
  await press(page, account['login.demo']);
  await page.getByText(account.demo, { exact: true }).first().waitFor(PATIENT);
  const demo = await uid(page);
  await page.getByRole('link', { name: account['demo.register'] }).tap(PATIENT);
  await fillAccount(page, 'bea@example.com');
  await press(page, 'Register');
  // A tap is a click only a moment later: who went on at once would have left before it.
  await expect.poll(() => page.url(), PATIENT).not.toContain('#/register');
  await page.goto(`${product.server.url}/#/user`);
  await page.locator('[data-user]:visible', { hasText: 'bea@example.com' }).waitFor(PATIENT);
  await page.locator('[data-balance]:visible', { hasText: /^0.00/ }).waitFor(PATIENT);
  expect(await uid(page)).not.toBe(demo);

  // Among the next steps of who is new.
  await page.getByRole('button', { name: new RegExp(`^${account.play}`) }).tap(PATIENT);
  await page.getByText(account['play.back']).waitFor(PATIENT);
  expect(await uid(page)).toBe(demo);
  await page.locator('[data-balance]:visible', { hasText: /^10,000.00/ }).waitFor(PATIENT);
  await press(page, account['play.leave']);
  await page.locator('[data-user]:visible', { hasText: 'bea@example.com' }).waitFor(PATIENT);
  expect(faults).toEqual([]);
  await context.close();

  const other = await openPhone(product.browser);
  await other.page.goto(`${product.server.url}/#/login?from=%2Fuser`);
  await input(other.page, 'E-mail').fill('bea@example.com', PATIENT);
  await input(other.page, 'Password').fill(PASSWORD);
  await press(other.page, 'Log in');
  await press(other.page, account.play);
  await other.page.getByText(account['play.back']).waitFor(PATIENT);
  expect(await uid(other.page)).toBe(demo);
  expect(other.faults).toEqual([]);
  await other.context.close();
});
