import { screen } from '@testing-library/preact';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { safeFrom } from '#ui/routes.ts';
import { dropSession, loginAsDemo, sessionNumber } from '#ui/state/session.ts';
import { token } from '#ui/state/token.ts';
import { problemsOf } from '../support/axe.ts';
import { type FakeServer, Refusal, SILENT, startFakeServer } from '../support/fake-server.ts';
import { type OpenApp, openApp } from '../support/open-app.tsx';

let server: FakeServer;
let app: OpenApp;
beforeEach(() => {
  server = startFakeServer();
});
afterEach(() => {
  app.close();
  server.stop();
});

const address = () => location.hash;
const page = (path: string) => app.root.querySelector<HTMLElement>(`[data-page="${path}"]`);
const tab = (name: string) => screen.getByRole('link', { name });

describe('router', () => {
  it('S1-2.01 is hash-style: the address is behind #/, and the same address gives the same page', async () => {
    app = await openApp('/product');
    await expect.poll(() => screen.queryByRole('searchbox')).not.toBeNull();
    expect(address()).toBe('#/product');
    app.close();
    app = await openApp('/product');
    await expect.poll(() => screen.queryByRole('searchbox')).not.toBeNull();
  });

  it('S1-2.02 scrolls to the top on every change of the path', async () => {
    app = await openApp('/');
    await expect.poll(() => screen.queryAllByRole('listitem').length).toBeGreaterThan(10);
    scrollTo(0, 400);
    expect(scrollY).toBeGreaterThan(100);
    await userEvent.click(tab('Copy'));
    await expect.poll(() => screen.queryByText('Not open yet')).not.toBeNull();
    expect(scrollY).toBe(0);
  });

  it.each(['/nope', '/trade/extra', '/mine/nope', '//evil', '/%2e'])(
    'S1-2.03 leads the unknown path %s to /, without a step to come back to',
    async (path) => {
      const before = history.length;
      app = await openApp(path);
      await expect.poll(address).toBe('#/');
      await expect.poll(() => screen.queryByRole('list', { name: 'Markets' })).not.toBeNull();
      expect(history.length).toBe(before);
    },
  );

  it('goes back to the market where there is nothing to go back to', async () => {
    history.replaceState(null, '', '#/product');
    app = await openApp('/product');
    await expect.poll(() => screen.queryByRole('searchbox')).not.toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Back' }));
    await expect.poll(address).toBe('#/');
  });
});

describe('guard', () => {
  it('S1-2.28 S1-6.03 sends a visitor to /login with the whole path in from, and leads on after the login', async () => {
    app = await openApp('/order?type=3');
    await expect.poll(address).toBe('#/login?from=%2Forder%3Ftype%3D3');
    expect(server.count('/v2/api/forex/my_deal')).toBe(0);
    await loginAsDemo();
    await expect.poll(address).toBe('#/order?type=3');
  });

  it('a login from a forged from stays inside', async () => {
    app = await openApp(`/login?from=${encodeURIComponent('//evil.example/')}`);
    await expect.poll(() => screen.queryByRole('button', { name: 'Log in' })).not.toBeNull();
    await loginAsDemo();
    await expect.poll(address).toBe('#/');
    expect(safeFrom('//evil.example/')).toBe('/');
  });

  it('waits for the server with a stored token, and shows the page once it has answered', async () => {
    let answer: (value: unknown) => void = () => undefined;
    server.on('/api/user/info', () => new Promise((resolve) => (answer = resolve)));
    const opening = openApp('/user', { token: 'demo-token' });
    await screen.findByRole('status', { name: 'Loading' });
    expect(address()).toBe('#/user');
    await expect.poll(() => server.count('/api/user/info')).toBe(1);
    const { demoUser } = await import('../support/fake-server.ts');
    answer(demoUser);
    app = await opening;
    await expect.poll(() => screen.queryByText('Demo account')).not.toBeNull();
  });

  it('S1-8.04 a boot 999 clears the session silently and leaves a public page where it is', async () => {
    app = await openApp('/', { token: 'expired' });
    expect(token.value).toBe('');
    expect(address()).toBe('#/');
    await expect.poll(() => screen.queryByRole('link', { name: 'Log in' })).not.toBeNull();
  });

  it('S1-8.04 S1-4.02 a 999 boot on a guarded page leads to the login with from', async () => {
    app = await openApp('/user', { token: 'expired' });
    await expect.poll(address).toBe('#/login?from=%2Fuser');
    expect(localStorage.getItem('token')).toBeNull();
  });

  it('names the page in its own words once they have come, never by their key', async () => {
    app = await openApp('/');
    const titles: string[] = [];
    const watch = new MutationObserver(() => titles.push(document.title));
    watch.observe(document.head, { subtree: true, childList: true, characterData: true });
    location.hash = '#/register';
    await expect.poll(() => document.title).toBe('Register · Outcry');
    watch.disconnect();
    expect(titles.filter((title) => title.includes(':'))).toEqual([]);
  });

  it('a logged-in person who opens /login is led on', async () => {
    app = await openApp('/login?from=%2Fuser', { token: 'demo-token' });
    await expect.poll(address).toBe('#/user');
  });
});

describe('tab bar', () => {
  it('S1-2.33 has the six sections in order, the active one marked', async () => {
    app = await openApp('/');
    await expect.poll(() => screen.queryByRole('navigation', { name: 'Sections' })).not.toBeNull();
    const links = [...(app.root.querySelector('.tab-bar')?.children ?? [])];
    expect(links.map((link) => link.textContent)).toEqual(['Market', 'Trade', 'Orders', 'Copy', 'Ranking', 'Account']);
    expect(links.map((link) => link.getAttribute('aria-current'))).toEqual(['page', null, null, null, null, null]);
    await userEvent.click(tab('Ranking'));
    await expect.poll(() => links.map((link) => link.getAttribute('aria-current'))).toEqual([null, null, null, null, 'page', null]);
  });

  it('is not shown on the other pages', async () => {
    app = await openApp('/login');
    await expect.poll(() => screen.queryByRole('button', { name: 'Log in' })).not.toBeNull();
    expect(app.root.querySelector('.tab-bar')).toBeNull();
  });

  it('a section that does not exist yet says so and leads back', async () => {
    app = await openApp('/rank');
    await expect.poll(() => screen.queryByText('Not open yet')).not.toBeNull();
    expect(await problemsOf(app.root)).toEqual([]);
    await userEvent.click(screen.getByRole('link', { name: 'Back to the market' }));
    await expect.poll(address).toBe('#/');
  });
});

describe('kept pages', () => {
  it('S1-2.04 keep what was chosen on them, hidden and inert meanwhile', async () => {
    app = await openApp('/');
    await expect.poll(() => screen.queryByRole('tab', { name: 'Metals' })).not.toBeNull();
    await userEvent.click(screen.getByRole('tab', { name: 'Metals' }));
    await expect.poll(() => screen.queryAllByRole('listitem').length).toBe(4);
    const home = page('/');
    await userEvent.click(tab('Copy'));
    await expect.poll(() => home?.hidden).toBe(true);
    expect(home?.inert).toBe(true);
    await expect.poll(() => screen.queryByText('Not open yet')).not.toBeNull();
    await userEvent.click(tab('Market'));
    await expect.poll(() => home?.hidden).toBe(false);
    expect(page('/')).toBe(home);
    expect(screen.getByRole('tab', { name: 'Metals' }).getAttribute('aria-selected')).toBe('true');
  });

  it('D9.163 stay laid out while they are hidden: out of sight, without a size, and as wide as before', async () => {
    app = await openApp('/');
    await expect.poll(() => document.querySelectorAll('#home-list a').length).toBe(12);
    const home = page('/') as HTMLElement;
    const list = home.querySelector('#home-list') as HTMLElement;
    const { offsetWidth, offsetHeight } = list;
    await userEvent.click(tab('Copy'));
    await expect.poll(() => screen.queryByText('Not open yet')).not.toBeNull();
    expect([home.offsetHeight, list.checkVisibility()]).toEqual([0, false]);
    expect(document.documentElement.scrollHeight).toBeLessThanOrEqual(innerHeight);
    // What would be laid out anew if its box were gone.
    expect([list.offsetWidth, list.offsetHeight]).toEqual([offsetWidth, offsetHeight]);
    await userEvent.click(tab('Market'));
    await expect.poll(() => list.checkVisibility()).toBe(true);
  });

  it("D9.163 Home's first rows stand at their own height from the first frame, also once a page with another kind of list was there", async () => {
    app = await openApp('/');
    await expect.poll(() => screen.queryAllByRole('listitem').length).toBeGreaterThan(4);
    await import('#ui/kit/list.tsx');
    const rows = [...(page('/')?.querySelectorAll('#home-list li') ?? [])];
    expect(new Set(rows.slice(0, 12).map((row) => getComputedStyle(row).contentVisibility))).toEqual(new Set(['visible']));
  });

  it('S1-2.04 a tab leads back to the query that it was left with', async () => {
    app = await openApp('/order?type=3', { token: 'demo-token' });
    await expect.poll(() => page('/order')).not.toBeNull();
    await userEvent.click(tab('Copy'));
    await expect.poll(address).toBe('#/follow');
    await userEvent.click(tab('Orders'));
    await expect.poll(address).toBe('#/order?type=3');
  });

  it('a hidden page asks for nothing and watches nothing', async () => {
    app = await openApp('/', { token: 'demo-token' });
    await expect.poll(() => app.engine.quotes.length).toBeGreaterThan(3);
    await expect.poll(() => server.count('/v2/api/main/wallet/getBalance')).toBe(1);
    await userEvent.click(tab('Copy'));
    await expect.poll(() => app.engine.quotes).toEqual([]);
    const before = server.asked.length;
    const { invalidate } = await import('#ui/state/query.ts');
    await invalidate();
    expect(server.asked.length).toBe(before);
    await userEvent.click(tab('Market'));
    await expect.poll(() => app.engine.quotes.length).toBeGreaterThan(3);
    await expect.poll(() => server.count('/v2/api/main/wallet/getBalance')).toBe(2);
  });

  it('the trade list is read again on entering /, /trade and /order', async () => {
    app = await openApp('/');
    await expect.poll(() => screen.queryByRole('list', { name: 'Markets' })).not.toBeNull();
    await userEvent.click(tab('Copy'));
    await expect.poll(address).toBe('#/follow');
    const before = app.engine.refreshes;
    await userEvent.click(tab('Market'));
    await expect.poll(() => app.engine.refreshes).toBe(before + 1);
  });

  it('are dropped when the account changes, so that nobody sees what the last one left', async () => {
    app = await openApp('/user', { token: 'real-token' });
    await expect.poll(() => screen.queryByText('demo@example.com')).not.toBeNull();
    const account = page('/user');
    const before = sessionNumber.value;
    dropSession();
    await expect.poll(address).toContain('#/login');
    expect(sessionNumber.value).toBe(before + 1);
    expect(account?.isConnected).toBe(false);
    expect(app.root.textContent).not.toContain('demo@example.com');
    expect(app.root.textContent).not.toContain('200.00');
  });
});

it('a screen whose answer never comes shows its placeholder and stays usable', async () => {
  server.on('/v2/api/main/wallet/getBalance', () => SILENT);
  server.on('/v2/api/forex/getCategories', () => new Refusal(0, 'no'));
  app = await openApp('/', { token: 'demo-token' });
  await expect.poll(() => screen.queryByRole('list', { name: 'Markets' })).not.toBeNull();
  expect(app.root.querySelector('[data-balance]')?.textContent).toBe('--');
});
