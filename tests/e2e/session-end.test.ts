/**
 * A session that the server has ended: at a start the page stays where it is and says nothing, later it leads to the login and back to where one
 * was; a forged way back leads nowhere else. And the language, whose screen loads the page anew.
 */
import type { Page } from 'playwright';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openPhone, type Phone } from './phone.ts';
import { serveProduct } from './served-product.ts';
import { enterDemo } from './sweep-states.ts';

const PATIENT = { timeout: 20_000 };
let phone: Phone;
const product = serveProduct();
beforeEach(async () => {
  phone = await openPhone(product.browser);
});
afterEach(async () => {
  expect(phone.faults).toEqual([]);
  await phone.context.close();
});

const hash = (page: Page) => new URL(page.url()).hash;
const isAt = (page: Page, wanted: string) => expect.poll(() => hash(page), PATIENT).toBe(wanted);
const token = (page: Page) => page.evaluate(() => localStorage.getItem('token'));
const said = (page: Page) => page.locator('.toast').count();

/** Ends the session of the page as another device of its person would: the page itself knows nothing of it. */
async function endSession(page: Page): Promise<void> {
  const reply = await fetch(`${product.server.url}/api/user/logout`, {
    method: 'POST',
    headers: { authorization: (await token(page)) ?? '' },
  });
  expect((await reply.json()).code).toBe(1);
}
/** By the demo account of this browser. */
const logInAgain = async (page: Page) => {
  await page.getByRole('button', { name: /demo/i }).click();
  await expect.poll(() => token(page), PATIENT).not.toBeNull();
};

describe('S1-8.04 code 999', () => {
  it('at a start is silent: a public page stays, and its visitor is one', async () => {
    const { page } = phone;
    await enterDemo(page, product.server.url);
    await page.goto(`${product.server.url}/#/trade?id=1`);
    const dead = (await token(page)) as string;
    await endSession(page);
    await expect.poll(() => token(page), PATIENT).toBeNull();
    // As a browser that was closed meanwhile: it still has the token.
    await page.evaluate((old) => localStorage.setItem('token', old), dead);
    const refused = page.waitForResponse((reply) => reply.url().includes('/api/user/info'));
    await page.reload();
    expect((await (await refused).json()).code).toBe(999);
    await expect.poll(() => token(page), PATIENT).toBeNull();
    await page.getByRole('button', { name: 'Buy', exact: true }).waitFor(PATIENT);
    expect([hash(page), await said(page)]).toEqual(['#/trade?id=1', 0]);
  });

  it('D9.08 at a start on a page of one’s own leads to the login, and back to the same page with its query', async () => {
    const { page } = phone;
    await enterDemo(page, product.server.url);
    await page.goto(`${product.server.url}/#/order?source=0&type=3`);
    await page.getByRole('tab', { name: 'History' }).waitFor(PATIENT);
    const dead = (await token(page)) as string;
    await page.goto('about:blank');
    await fetch(`${product.server.url}/api/user/logout`, { method: 'POST', headers: { authorization: dead } });
    await page.goto(`${product.server.url}/#/order?source=0&type=3`);
    await isAt(page, '#/login?from=%2Forder%3Fsource%3D0%26type%3D3');
    await logInAgain(page);
    await isAt(page, '#/order?source=0&type=3');
  });

  it('S1-2.28 S1-4.02 later leads to the login with from, and back after it', async () => {
    const { page } = phone;
    await enterDemo(page, product.server.url);
    await page.goto(`${product.server.url}/#/user`);
    const reset = page.getByRole('button', { name: 'Reset demo account' });
    await reset.waitFor(PATIENT);
    // The server's word over the socket is not waited for: what the person does next is what is refused.
    await page.route('**/resetForexDemoAccount*', async (route) => {
      await endSession(page).catch(() => undefined);
      await route.continue();
    });
    await reset.click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Reset' }).click();
    await isAt(page, '#/login?from=%2Fuser');
    expect(await token(page)).toBeNull();
    await page.unroute('**/resetForexDemoAccount*');
    await logInAgain(page);
    await isAt(page, '#/user');
    await page.locator('[data-user]').waitFor(PATIENT);
  });

  it.each(['//evil.example/', 'https://evil.example/', 'javascript:alert(1)', '/\\evil.example', '/order?next=//evil.example', '/nope'])(
    'S7 a login with the forged from %s stays in the app',
    async (from) => {
      const { page } = phone;
      const left: string[] = [];
      page.on('request', (request) => {
        if (new URL(request.url()).origin !== product.server.url && !/^(data|blob):/.test(request.url())) left.push(request.url());
      });
      await page.goto(`${product.server.url}/#/login?from=${encodeURIComponent(from)}`);
      await logInAgain(page);
      await isAt(page, '#/');
      expect([new URL(page.url()).origin, left]).toEqual([product.server.url, []]);
    },
  );
});

describe('the language', () => {
  /** How often the document was loaded. */
  const countLoads = (page: Page) => {
    const loads: string[] = [];
    page.on('load', () => loads.push(hash(page)));
    return loads;
  };

  it('S1-2.30 S1-2.121 choosing one goes back and loads the page there anew, in that language', async () => {
    const { page } = phone;
    await enterDemo(page, product.server.url);
    await page.goto(`${product.server.url}/#/user`);
    await page.getByRole('link', { name: /^Language/ }).click();
    await isAt(page, '#/language');
    const loads = countLoads(page);
    await page.getByRole('button', { name: 'English' }).click();
    await expect.poll(() => loads, PATIENT).toEqual(['#/user']);
    expect(await page.evaluate(() => [localStorage.getItem('lang'), document.documentElement.lang])).toEqual(['en', 'en']);
    await page.locator('[data-user]').waitFor(PATIENT);
  });

  it('S1-2.30 leaving without a choice loads the page anew too, once', async () => {
    const { page } = phone;
    await page.goto(`${product.server.url}/#/`);
    await page.locator('[data-symbol]').first().waitFor(PATIENT);
    await page.evaluate(() => (location.hash = '/language'));
    await page.getByRole('list', { name: 'Languages' }).waitFor(PATIENT);
    const loads = countLoads(page);
    await page.getByRole('button', { name: 'Back' }).click();
    await expect.poll(() => loads, PATIENT).toEqual(['#/']);
    await page.locator('[data-symbol]').first().waitFor(PATIENT);
    expect(await page.evaluate(() => localStorage.getItem('lang'))).toBeNull();
    expect(loads).toHaveLength(1);
  });
});
