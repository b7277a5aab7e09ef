/** A session that somebody ended from elsewhere: the page finds out by itself, says by what, and has the words at the login until somebody is in. */
import type { Page } from 'playwright';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openPhone, type Phone } from './phone.ts';
import { serveProduct } from './served-product.ts';

const PATIENT = { timeout: 20_000 };
const PASSWORD = 'a fine day 42';
let phone: Phone;
/** Of the person of this test, and their session on another device. */
let email: string;
let elsewhere: string;
let people = 0;

async function post(path: string, fields: Record<string, string>, token = ''): Promise<{ code: number; data: unknown }> {
  const headers = { authorization: token };
  const reply = await fetch(`${product.server.url}${path}`, { method: 'POST', headers, body: new URLSearchParams(fields) });
  return (await reply.json()) as { code: number; data: unknown };
}
const done = async (...call: Parameters<typeof post>) => expect(await post(...call)).toMatchObject({ code: 1 });

const product = serveProduct();
beforeEach(async () => {
  phone = await openPhone(product.browser);
  email = `ended${++people}@example.com`;
  await done('/api/user/register', { type: 'email', area_id: '44', account: email, password: PASSWORD, re_password: PASSWORD });
  const { data } = await post('/api/user/loginForU', { account: email, password: PASSWORD, login_type: 'email' });
  elsewhere = (data as { token: string }).token;
});
afterEach(async () => {
  expect(phone.faults).toEqual([]);
  await phone.context.close();
});

const hash = (page: Page) => new URL(page.url()).hash;
const isAt = (page: Page, wanted: string) => expect.poll(() => hash(page), PATIENT).toBe(wanted);
const isOut = (page: Page) => expect.poll(() => page.evaluate(() => localStorage.getItem('token')), PATIENT).toBeNull();
const banner = (page: Page) => page.locator('main .banner[role=alert]');

async function fillLogin(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'E-mail' }).fill(email, PATIENT);
  await page.locator('input[name=password]').fill(PASSWORD);
  await page.getByRole('button', { name: 'Log in', exact: true }).tap();
}
async function enter(page: Page, from: string): Promise<void> {
  await page.goto(`${product.server.url}/#/login?from=${encodeURIComponent(from)}`);
  await fillLogin(page);
  await isAt(page, `#${from}`);
}

type End = { readonly by: string; readonly words: string; end(): Promise<void> };
const REVOKED: End = {
  by: 'logged out from another device',
  words: 'You were logged out from another device.',
  end: () => done('/api/user/session_revoke_others', {}, elsewhere),
};
const ENDS: readonly End[] = [
  REVOKED,
  {
    by: 'a changed password',
    words: 'Your password was changed on another device. Please log in again.',
    end: () => done('/api/user/amend_password', { password: PASSWORD, new_password: 'another day 43', type: 'email' }, elsewhere),
  },
  {
    by: 'a freeze',
    words: 'Your account was frozen, and everybody was logged out. Log in to close positions or to lift the freeze.',
    end: () => done('/api/user/freeze', {}, elsewhere),
  },
  {
    by: 'the end of the account',
    words: 'This account was closed for good.',
    end: () => done('/api/user/close_account', { password: PASSWORD }, elsewhere),
  },
];

describe('D9.261 D9.317 a session that was ended from elsewhere', () => {
  it.each(ENDS)('by $by leads from a page of one’s own to the login, which says so', async ({ words, end }) => {
    const { page } = phone;
    await enter(page, '/mine/system');
    await page.getByRole('region', { name: 'Limits' }).waitFor(PATIENT);
    await end();
    await isAt(page, '#/login?from=%2Fmine%2Fsystem');
    await expect.poll(() => banner(page).allTextContents(), PATIENT).toEqual([words]);
    await page.reload();
    await expect.poll(() => banner(page).allTextContents(), PATIENT).toEqual([words]);
    await isOut(page);
  });

  it('is told on a page that is for everybody, which stays, and at the login until somebody is in', async () => {
    const { page } = phone;
    await enter(page, '/trade?id=1');
    await page.getByRole('button', { name: 'Buy', exact: true }).waitFor(PATIENT);
    await REVOKED.end();
    await page.locator('.toast', { hasText: REVOKED.words }).waitFor(PATIENT);
    await isOut(page);
    expect(hash(page)).toBe('#/trade?id=1');
    await page.goto(`${product.server.url}/#/user`);
    await isAt(page, '#/login?from=%2Fuser');
    await expect.poll(() => banner(page).allTextContents(), PATIENT).toEqual([REVOKED.words]);
    await fillLogin(page);
    await isAt(page, '#/user');
    await page.locator('[data-user]').waitFor(PATIENT);
    await page.goto(`${product.server.url}/#/user`);
    expect(await page.evaluate(() => localStorage.getItem('ended'))).toBe('');
  });

  it('while the page was closed is told at the next start, and in the other tabs', async () => {
    const { page, context } = phone;
    await enter(page, '/user');
    await page.locator('[data-user]').waitFor(PATIENT);
    const other = await context.newPage();
    await other.goto(`${product.server.url}/#/user`);
    await other.locator('[data-user]').waitFor(PATIENT);
    // Nothing reaches the one of them that is not looked at.
    await other.goto('about:blank');
    await page.goto('about:blank');
    await REVOKED.end();
    await page.goto(`${product.server.url}/#/user`);
    await isAt(page, '#/login?from=%2Fuser');
    await expect.poll(() => banner(page).allTextContents(), PATIENT).toEqual([REVOKED.words]);
    await other.goto(`${product.server.url}/#/user`);
    await isAt(other, '#/login?from=%2Fuser');
    await expect.poll(() => banner(other).allTextContents(), PATIENT).toEqual([REVOKED.words]);
  });

  it('is told in each of two tabs, whichever hears of it first', async () => {
    const { page, context } = phone;
    await enter(page, '/user');
    const other = await context.newPage();
    await other.goto(`${product.server.url}/#/order?type=1`);
    await other.getByRole('tab', { name: 'Holding' }).waitFor(PATIENT);
    await REVOKED.end();
    await isAt(page, '#/login?from=%2Fuser');
    await isAt(other, '#/login?from=%2Forder%3Ftype%3D1');
    for (const tab of [page, other]) await expect.poll(() => banner(tab).allTextContents(), PATIENT).toEqual([REVOKED.words]);
  });
});
