/** A person's own page: what each flag shows, and where each way leads. */

import { screen, waitFor } from '@testing-library/preact';
import { render as put } from 'preact';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { AccountPage } from '#ui/screens/account/account-screen.tsx';
import { menuLink } from '#ui/shell/menu-link.ts';
import { putSite } from '#ui/state/site.ts';
import { problemsOf } from '../support/axe.ts';
import { type FakeServer, realUser, startFakeServer } from '../support/fake-server.ts';
import { type OpenApp, openApp } from '../support/open-app.tsx';
import { toasts } from '../support/toasts.ts';

let server: FakeServer;
let app: OpenApp;
beforeEach(() => {
  server = startFakeServer();
});
afterEach(() => {
  app.close();
  server.stop();
});

const main = () => app.root.querySelector('[data-page="/user"]') as HTMLElement;
const open = async (token: 'demo-token' | 'real-token' = 'real-token', flags: Record<string, string> = {}) => {
  server.on('/api/basicSet/getBasicInfo', () => flags);
  app = await openApp('/user', { token });
  await screen.findByText(/UID /);
};
const menuRow = (id: number, path: string, extra: Record<string, unknown> = {}) => ({
  ...{ id, group: 'user_menu', title: `Row ${id}`, path, icon: 'info', is_mobile: '1', allow_demo: '1', sort: id },
  ...extra,
});

describe('who one is', () => {
  it('S1-2.101 level and credit score are shown by their flags, the uid always', async () => {
    await open();
    const facts = () => main().querySelector('.identity-facts')?.textContent;
    expect(facts()).toBe('UID 10027316');
    putSite({ is_user_show_level: '1' });
    await expect.poll(facts).toBe('UID 10027316 · Level 1');
    putSite({ is_user_show_credit: '1' });
    await expect.poll(facts).toBe('UID 10027316 · Credit score 100');
  });

  it('D9.429 S1-2.101 a line ends between what is said of a person, and never within it', async () => {
    await open('real-token', { is_user_show_level: '1', is_user_show_credit: '1' });
    for (const width of [320, 360]) {
      await page.viewport(width, 740);
      await expect.poll(() => main().querySelectorAll('.identity-facts > span').length).toBe(3);
      const lines = [...main().querySelectorAll('.identity-facts > span')].map((fact) => fact.getClientRects().length);
      expect(lines, `at ${width} px`).toEqual([1, 1, 1]);
    }
  });

  it('D1.7.14 S1-7.28 of a mobile number the middle is shown by its flag only', async () => {
    server.on('/api/user/info', () => ({ ...realUser, email: '', mobile: '+14155550123' }));
    await open();
    const name = () => main().querySelector('[data-user]')?.textContent;
    expect(name()).toBe('+14•••••0123');
    putSite({ is_show_mobile: '1' });
    await expect.poll(name).toBe('+14155550123');
  });

  it('S1-2.106 the eye masks the total and what it is made of, also after a reload of the page', async () => {
    await open();
    const total = () => main().querySelector('[data-balance]')?.textContent;
    await expect.poll(total).toBe('200.00 USD');
    await userEvent.click(screen.getByRole('button', { name: 'Hide amounts' }));
    await expect.poll(total).toBe('****');
    await userEvent.click(screen.getByRole('button', { name: 'Show amounts' }));
    await expect.poll(total).toBe('200.00 USD');
  });

  it('S1-2.110 the reset is there for play money only', async () => {
    await open('demo-token');
    screen.getByRole('button', { name: 'Reset demo account' });
    app.close();
    await open('real-token');
    expect(screen.queryByRole('button', { name: 'Reset demo account' })).toBeNull();
  });

  it('S1-2.114 the dark switch is there by its flag, changes the theme and is remembered', async () => {
    await open('real-token', { is_dark_mode: '0' });
    expect(screen.queryByRole('switch', { name: 'Dark theme' })).toBeNull();
    putSite({ is_dark_mode: '1' });
    await userEvent.click(await screen.findByRole('switch', { name: 'Dark theme' }));
    await expect.poll(() => localStorage.getItem('theme')).toBe('dark');
    localStorage.removeItem('theme');
  });
});

describe('the menu', () => {
  it('S1-2.111 S1-3.26 has the mobile rows of user_menu that lead somewhere, in their order', async () => {
    server.on('/api/menu', () => [
      menuRow(3, '/product', { sort: 1 }),
      menuRow(1, 'https://help.example/', { sort: 2 }),
      menuRow(2, '/mine/email', { is_mobile: '0' }),
      menuRow(4, '/product', { group: 'home_menu' }),
      menuRow(5, '/not/built'),
    ]);
    await open();
    const links = () => [...main().querySelectorAll('.account-menu a')].map((link) => link.getAttribute('href'));
    await expect.poll(links).toEqual(['#/alerts', '#/mine/password', '#/mine/system', '#/product', 'https://help.example/', '#/language']);
  });

  it('S1-6.06 S1-8.11 a demo account is told where only a true account may go, and goes where the row allows it', async () => {
    server.on('/api/menu', () => [menuRow(1, '/mine/email', { allow_demo: '0' }), menuRow(2, '/product')]);
    await open('demo-token');
    await userEvent.click(await screen.findByRole('button', { name: 'Row 1' }));
    await expect.poll(toasts).toContain('only true account');
    expect(location.hash).toBe('#/user');
    await userEvent.click(screen.getByRole('link', { name: 'Row 2' }));
    await expect.poll(() => location.hash).toBe('#/product');
  });

  it('S1-2.112 the language of the page leads to the list of languages', async () => {
    await open();
    // Not followed here: whoever leaves that list loads the page anew, and a test with it.
    expect((await screen.findByRole('link', { name: /^Language English/ })).getAttribute('href')).toBe('#/language');
  });
});

/** The page as it is once the screens of wallet and messages are built. */
describe('ways to screens that come later', () => {
  const linkOf = (path: string) => menuLink(path) ?? { href: `#${path}` };
  let box: HTMLElement;
  const show = () => {
    box = document.createElement('div');
    document.body.append(box);
    put(<AccountPage linkOf={linkOf} />, box);
  };
  const inBox = (selector: string) => box.querySelector<HTMLElement>(selector);
  afterEach(() => {
    put(null, box);
    box.remove();
  });

  it('D9.10 D9.271 nothing leads to a screen that is not built', async () => {
    await open('real-token', { is_internal_message: '1' });
    box = document.createElement('div');
    expect(main().querySelector('.account-messages, .money-ways, .assets-link')).toBeNull();
    expect(server.count('/api/internalMessage/list')).toBe(0);
  });

  it('S1-2.104 D1.2.35 the messages are there by their flag, with how many were not read yet', async () => {
    server.on('/api/internalMessage/list', () => ({ data: [], total: 3, unread: 3 }));
    await open();
    show();
    expect(inBox('.account-messages')).toBeNull();
    putSite({ is_internal_message: '1' });
    await waitFor(() => expect(inBox('.account-messages')?.getAttribute('aria-label')).toBe('Messages, 3 unread'));
    expect([inBox('.account-messages')?.getAttribute('href'), inBox('.account-messages b')?.textContent]).toEqual(['#/message', '3']);
    expect(await problemsOf(box)).toEqual([]);
  });

  it.each([
    [{ unread: 0 }, null],
    [{ unread: 120 }, '99+'],
    [{}, null],
    [[], null],
  ])('D1.2.35 a server that says %j', async (reply, count) => {
    server.on('/api/internalMessage/list', () => reply);
    await open('real-token', { is_internal_message: '1' });
    show();
    await expect.poll(() => server.count('/api/internalMessage/list')).toBeGreaterThan(0);
    await expect.poll(() => inBox('.account-messages b')?.textContent ?? null).toBe(count);
  });

  it('S1-2.106 S1-2.108 the total leads to the accounts, and there are ways to recharge and to withdraw', async () => {
    await open();
    show();
    await waitFor(() => expect(inBox('.assets-link [data-balance]')?.textContent).toBe('200.00 USD'));
    expect(inBox('.assets-link')?.getAttribute('href')).toBe('#/mine/accounts');
    const ways = [...box.querySelectorAll('.money-ways a')].map((way) => [way.textContent, way.getAttribute('href')]);
    expect(ways).toEqual([
      ['Recharge', '#/mine/charge'],
      ['Withdraw', '#/mine/withdraw'],
    ]);
    expect(await problemsOf(box)).toEqual([]);
  });

  it('S1-6.06 S1-8.11 with play money nothing is recharged or withdrawn, and a word says why', async () => {
    await open('demo-token');
    show();
    await waitFor(() => expect(box.querySelectorAll('.money-ways button')).toHaveLength(2));
    for (const button of box.querySelectorAll<HTMLElement>('.money-ways button')) await userEvent.click(button);
    await expect.poll(toasts).toContain('only true accountonly true account');
    expect(location.hash).toBe('#/user');
  });
});
