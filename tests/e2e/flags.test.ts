/** The operator turns a flag over, the page is loaded anew, and what the flag is about is there or is not: each one whose screen stands. */
import type { Locator, Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { FLAGS } from '#domain/flags.ts';
import { change } from './operations-call.ts';
import { openPhone } from './phone.ts';
import { serveProduct } from './served-product.ts';
import { enterReal } from './sweep-real-states.ts';
import { enterDemo, place } from './sweep-states.ts';

type Row = {
  readonly flag: string;
  readonly at: keyof typeof DRAWN;
  readonly who: 'visitor' | 'demo' | 'real';
  readonly shows: (page: Page) => Locator;
  /** Settings without which it shows nothing. */
  readonly with?: Readonly<Record<string, string>>;
  /** The other value, where it is no flag. */
  readonly values?: readonly [on: string, off: string];
};

/** What stands on a screen in any case. */
const DRAWN = {
  ...{ '/': '[data-symbol]', '/trade': '[data-candles]:not([data-candles="0"])', '/order?type=1': 'article', '/user': '[data-user]' },
  ...{ '/login': 'form', '/register': 'form', '/mine/auth': 'h1', '/mine/password': 'form', '/mine/email': 'h1' },
} as const;

const field = (name: string) => (page: Page) => page.getByLabel(name, { exact: true }).first();
const button = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first();
const tab = (name: string) => (page: Page) => page.getByRole('tab', { name }).first();
const visitor = { who: 'visitor' } as const;
const real = { who: 'real' } as const;
const VERIFIED = { is_real_name_auth: '1' };

const ROWS: readonly Row[] = [
  { flag: 'is_home_search', at: '/', ...visitor, shows: (page) => page.getByRole('link', { name: 'Search markets' }) },
  { flag: 'is_home_title_pic', at: '/', ...visitor, with: { logo: '/icon.svg' }, shows: (page) => page.locator('h1 img[src="/icon.svg"]') },
  { flag: 'is_micro', at: '/trade', ...visitor, shows: tab('Micro') },
  { flag: 'is_mock_login', at: '/login', ...visitor, shows: button('Try a demo account') },
  { flag: 'is_register_phone', at: '/login', ...visitor, shows: (page) => page.getByRole('textbox', { name: 'Phone' }) },
  { flag: 'is_register_email', at: '/login', ...visitor, with: { is_register_phone: '1' }, shows: tab('E-mail') },
  { flag: 'is_register_pay_pwd', at: '/register', ...visitor, shows: field('Fund password') },
  { flag: 'is_register_invite_code', at: '/register', ...visitor, shows: field('Invite code (optional)') },
  { flag: 'invite_code_required', at: '/register', ...visitor, with: { is_register_invite_code: '1' }, shows: field('Invite code') },
  { flag: 'verify_reg_type', at: '/register', ...visitor, values: ['1', '3'], shows: button('Send code') },
  { flag: 'verify_reg_type', at: '/register', ...visitor, values: ['2', '3'], shows: field('Characters in the picture') },
  { flag: 'is_hazard_rate', at: '/order?type=1', who: 'demo', shows: (page) => page.getByRole('meter') },
  { flag: 'is_dark_mode', at: '/user', ...real, shows: (page) => page.getByRole('switch', { name: 'Dark theme' }) },
  { flag: 'is_user_show_level', at: '/user', ...real, shows: (page) => page.getByText(/Level 1\b/) },
  { flag: 'is_user_show_credit', at: '/user', ...real, shows: (page) => page.getByText(/Credit score 100\b/) },
  { flag: 'is_real_name_auth', at: '/mine/auth', ...real, shows: field('Full name') },
  { flag: 'is_register_auth', at: '/register', ...visitor, with: VERIFIED, shows: field('Full name') },
  { flag: 'is_real_name_auth', at: '/register', ...visitor, with: { is_register_auth: '1' }, shows: field('Full name') },
  { flag: 'is_register_invite_code', at: '/user', ...real, shows: (page) => page.getByRole('link', { name: 'Invite friends' }) },
  { flag: 'is_complaint', at: '/mine/email', ...visitor, shows: button('Send complaint') },
  { flag: 'is_auth_ssn', at: '/mine/auth', ...real, with: VERIFIED, shows: field('Social security number') },
  { flag: 'is_auth_hand_pic', at: '/mine/auth', ...real, with: VERIFIED, shows: field('You with the document in your hand') },
  { flag: 'is_reset_password_verify', at: '/mine/password', ...real, shows: field('Verification code') },
];

const ALL_OFF = Object.fromEntries(FLAGS.map((flag) => [flag, '0']));

const pages = {} as Record<Row['who'], Page>;
let loads = 0;

/** A load of its own: going to the address that is shown would be none. */
async function load(page: Page, at: keyof typeof DRAWN): Promise<void> {
  await page.goto(`${product.server.url}/?load=${loads++}#${at}`);
  await page.locator(`main ${DRAWN[at]}`).locator('visible=true').first().waitFor({ timeout: 20_000 });
}

const product = serveProduct({}, async ({ server, browser }) => {
  for (const who of ['visitor', 'demo', 'real'] as const) pages[who] = (await openPhone(browser)).page;
  await pages.visitor.goto(server.url);
  await enterReal(pages.real, server.url);
  await enterDemo(pages.demo, server.url);
  await place(pages.demo, { code: 'BTCUSD', lots: '0.1' });
  await change(server, ALL_OFF);
});

describe('S1-1.17 S1-9.28 what a flag is about', () => {
  it.each(ROWS)('$flag: is there at $at from the next load on, and from the next but one is not', async (row) => {
    const page = pages[row.who];
    const [on, off] = row.values ?? ['1', '0'];
    await change(product.server, { ...row.with, [row.flag]: off });
    await load(page, row.at);
    await expect.poll(() => row.shows(page).count(), { timeout: 20_000 }).toBe(0);
    await change(product.server, { [row.flag]: on });
    await load(page, row.at);
    await row.shows(page).waitFor({ state: 'attached', timeout: 20_000 });
    await change(product.server, { [row.flag]: off });
    await load(page, row.at);
    await expect.poll(() => row.shows(page).count(), { timeout: 20_000 }).toBe(0);
    const helpers = Object.keys(row.with ?? {}).filter((name) => name in ALL_OFF);
    await change(product.server, Object.fromEntries(helpers.map((name) => [name, '0'])));
  });
});
