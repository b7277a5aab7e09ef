import { screen, waitFor, within } from '@testing-library/preact';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { productsFailed, productsStatus, putProducts, selectedProduct } from '#ui/state/products.ts';
import { putSite } from '#ui/state/site.ts';
import { problemsOf } from '../support/axe.ts';
import { type FakeServer, startFakeServer, twelveProducts } from '../support/fake-server.ts';
import { type OpenApp, openApp } from '../support/open-app.tsx';

let server: FakeServer;
let app: OpenApp | undefined;
beforeEach(() => {
  server = startFakeServer();
});
afterEach(() => {
  app?.close();
  app = undefined;
  scrollTo(0, 0);
  server.stop();
  vi.useRealTimers();
  document.documentElement.dataset.theme = 'light';
});

const block = (path: string, sort: number, extra = {}) => ({
  id: sort,
  group: 'home_block',
  title: path,
  path,
  icon: '',
  is_mobile: '1',
  allow_demo: '1',
  sort,
  ...extra,
});
const order = () =>
  [
    ...(app?.root.querySelectorAll('.home-search, .home-news, [aria-label="Balance"], .mover-strip, .home-categories, .home-list') ?? []),
  ].map((node) => node.getAttribute('aria-label') ?? node.className);
const homeList = () => screen.queryByRole('list', { name: 'Markets' });

describe('blocks', () => {
  it('S1-2.34 stand in the order of the server’s menu; what it leaves out is not shown', async () => {
    server.on('/api/menu', () => [block('list', 1), block('balance', 2), block('unknown', 3), block('search', 4, { is_mobile: '0' })]);
    app = await openApp('/');
    await expect.poll(() => homeList()).not.toBeNull();
    expect(order()).toEqual(['Markets', 'Balance']);
  });

  it('S1-2.34 are all there, in our own order, when the menu has no such group', async () => {
    app = await openApp('/');
    await expect.poll(order).toEqual(['home-search', 'News', 'Balance', 'Movers of the day', 'home-categories', 'Markets']);
  });

  it('S1-2.35 the search bar follows its flag and opens the search', async () => {
    app = await openApp('/');
    await userEvent.click(await screen.findByRole('link', { name: 'Search markets' }));
    await expect.poll(() => location.hash).toBe('#/product');
    putSite({ is_home_search: '0' });
    history.back();
    await expect.poll(() => homeList()).not.toBeNull();
    expect(screen.queryByRole('link', { name: 'Search markets' })).toBeNull();
  });

  it('S1-2.41 D9.107 the quick menu shows the server’s rows that lead somewhere new', async () => {
    const row = (id: number, title: string, path: string) => ({ ...block(path, id), group: 'home_menu', title, icon: 'search' });
    server.on('/api/menu', () => [
      row(1, 'History', '/order?type=3'),
      row(4, 'Find', '/product'),
      row(5, 'Trade', '/trade'),
      row(2, 'Evil', 'javascript:alert(1)'),
      row(3, 'Site', 'https://example.com/'),
    ]);
    app = await openApp('/');
    const menu = await screen.findByRole('navigation', { name: 'Quick menu' });
    expect([...menu.children].map((node) => node.textContent)).toEqual(['History', 'Site']);
    expect(screen.getByRole('link', { name: 'Site' }).getAttribute('rel')).toContain('noopener');
    await userEvent.click(screen.getByRole('link', { name: 'History' }));
    await expect.poll(() => location.hash).toBe('#/login?from=%2Forder%3Ftype%3D3');
  });
});

describe('news', () => {
  it('S1-2.36 S2-7.58 the headlines of the server change every 3 seconds, and stop when told', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    app = await openApp('/');
    const news = await screen.findByRole('region', { name: 'News' });
    const headline = () => news.querySelector('p')?.textContent;
    // Neither `expect.poll` nor `vi.waitFor`, which would move the time that is held here.
    await within(news).findByText('First headline');
    const timers = async (count: number) => {
      while (vi.getTimerCount() !== count) await new Promise(requestAnimationFrame);
    };
    await timers(1);
    vi.advanceTimersByTime(2_999);
    expect(headline()).toBe('First headline');
    vi.advanceTimersByTime(1);
    await within(news).findByText('Second headline');
    screen.getByRole('button', { name: 'Pause news' }).click();
    await screen.findByRole('button', { name: 'Play news' });
    await timers(0);
    vi.advanceTimersByTime(30_000);
    await new Promise((resolve) => requestAnimationFrame(resolve));
    expect(headline()).toBe('Second headline');
  });
});

describe('markets', () => {
  it('S1-2.41 D9.105 a strip of four pairs, each with a drawn area; the first four where all moved alike', async () => {
    app = await openApp('/');
    await waitFor(() => expect(app?.root.querySelectorAll('.mover-card .mini-area-fill[d^="M"]')).toHaveLength(4));
    expect([...(app?.root.querySelectorAll('.mover-card b') ?? [])].map((node) => node.textContent)).toEqual([
      'EUR/USD',
      'XAU/USD',
      'BTC/USD',
      'GBP/USD',
    ]);
    const box = (app.root.querySelector('.mini-area-fill') as SVGGraphicsElement).getBBox();
    expect(box.width).toBeGreaterThan(90);
    expect(box.height).toBeGreaterThan(20);
  });

  it('S1-2.43 every product is listed; the categories of the server filter; favourites come first', async () => {
    localStorage.clear();
    app = await openApp('/');
    await waitFor(() => expect(homeList()?.children).toHaveLength(12));
    await screen.findByRole('tab', { name: 'Crypto' });
    expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual(['★', 'All', 'Forex', 'Metals', 'Crypto', 'Energy']);
    await userEvent.click(screen.getByRole('tab', { name: 'Crypto' }));
    await waitFor(() => expect(homeList()?.children).toHaveLength(4));
    await userEvent.click(screen.getByRole('tab', { name: 'Energy' }));
    await screen.findByText('No data yet');
    await userEvent.click(screen.getByRole('tab', { name: 'Favourites' }));
    await screen.findByText('No favourites yet');
    const { toggleFavourite } = await import('#ui/state/favourites.ts');
    toggleFavourite('XAUUSD');
    await waitFor(() => expect(homeList()?.children).toHaveLength(1));
  });

  it('S1-2.45 shows 10 grey rows while the list loads', async () => {
    app = await openApp('/', { products: null });
    await waitFor(() => expect(app?.root.querySelectorAll('.home-list [data-skeleton-row]')).toHaveLength(10));
    putProducts(twelveProducts());
    await waitFor(() => expect(homeList()?.children).toHaveLength(12));
    expect(app.root.querySelectorAll('[data-skeleton-row]')).toHaveLength(0);
  });

  it('says that the list failed and asks again on a tap', async () => {
    app = await openApp('/', { products: null });
    productsFailed();
    await screen.findByText('The markets could not be loaded');
    const before = app.engine.refreshes;
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(app.engine.refreshes).toBe(before + 1);
    expect(productsStatus.value).toBe('loading');
  });

  it('keeps the old list when a later reading fails', async () => {
    app = await openApp('/');
    await waitFor(() => expect(homeList()?.children).toHaveLength(12));
    productsFailed();
    await new Promise((resolve) => requestAnimationFrame(resolve));
    expect(homeList()?.children).toHaveLength(12);
  });

  it('S1-2.46 tapping a pair selects it and opens /trade', async () => {
    app = await openApp('/');
    await waitFor(() => expect(homeList()).not.toBeNull());
    const link = homeList()?.querySelectorAll('a')[4] as HTMLElement;
    await userEvent.click(link);
    await expect.poll(() => location.hash).toBe('#/trade?id=5');
    expect(selectedProduct.value?.code).toBe('USDJPY');
    expect(localStorage.getItem('forexId')).toBe('5');
    await waitFor(() => expect(app?.root.querySelector('[data-page="/trade"]')?.textContent).toContain('USD/JPY'));
  });

  it('watches only the rows that can be seen', async () => {
    const rows = Array.from({ length: 60 }, (_, index) => ({
      ...twelveProducts()[index % 12]!,
      id: index + 1,
      code: `P${index}`,
      showCode: `P/${index}`,
    }));
    app = await openApp('/', { products: rows });
    await waitFor(() => expect(app?.engine.quotes.length).toBeGreaterThan(3));
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    expect(app.engine.quotes.length).toBeLessThan(20);
    expect(app.engine.quotes).toContain(1);
    expect(app.engine.quotes).not.toContain(60);
    await expect
      .poll(() => {
        // The list grows under whoever scrolls on.
        scrollTo(0, document.documentElement.scrollHeight);
        return app?.engine.quotes.includes(60);
      })
      .toBe(true);
    expect(app.engine.quotes.length).toBeLessThan(25);
  });

  it('G7: of a thousand products the page holds the first, and more as their end comes near', async () => {
    app = await openApp('/');
    await waitFor(() => expect(homeList()).not.toBeNull());
    const row = (_: unknown, index: number) => ({ ...twelveProducts()[index % 12]!, id: index + 1, code: `P${index}` });
    putProducts(Array.from({ length: 1_000 }, row));
    const rows = () => homeList()?.querySelectorAll('a').length ?? 0;
    await waitFor(() => expect(rows()).toBeGreaterThanOrEqual(12));
    const before = rows();
    expect(before).toBeLessThan(60);
    homeList()?.lastElementChild?.scrollIntoView();
    await waitFor(() => expect(rows()).toBeGreaterThan(before));
    expect(rows()).toBeLessThan(200);
  });

  it.each(['light', 'dark'])('passes axe, %s', async (theme) => {
    app = await openApp('/', { token: 'demo-token' });
    document.documentElement.dataset.theme = theme;
    await waitFor(() => expect(app?.root.querySelectorAll('.mover-card .mini-area-fill')).toHaveLength(4));
    await screen.findByRole('tab', { name: 'Crypto' });
    expect(await problemsOf(app.root)).toEqual([]);
  });

  it('fits 360 px without scrolling sideways', async () => {
    app = await openApp('/', { token: 'demo-token' });
    await waitFor(() => expect(homeList()).not.toBeNull());
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(innerWidth);
  });
});

describe('search', () => {
  it('finds here at once by code and name, and asks the server for what is not here', async () => {
    const { productRow } = await import('../support/fake-server.ts');
    server.on('/v2/api/forex/search', ({ query }) => (query.name === 'oro' ? [productRow(2, 'XAUUSD')] : []));
    app = await openApp('/product');
    const field = await screen.findByRole('searchbox', { name: 'Search markets' });
    const found = () => [...(screen.queryByRole('list', { name: 'Results' })?.querySelectorAll('b') ?? [])].map((node) => node.textContent);
    await userEvent.fill(field, 'jpy');
    await expect.poll(found).toEqual(['USD/JPY', 'EUR/JPY']);
    await userEvent.fill(field, 'oro');
    await expect.poll(found).toEqual(['XAU/USD']);
    await userEvent.fill(field, 'zzz');
    await screen.findByText('No market matches “zzz”');
    expect(await problemsOf(app.root)).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Clear' }));
    await expect.poll(() => found().length).toBe(12);
  });
});
