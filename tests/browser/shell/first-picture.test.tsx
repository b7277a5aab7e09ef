import { cleanup, render, screen } from '@testing-library/preact';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { needTexts } from '#ui/language/i18n.ts';
import { PATHS } from '#ui/paths.ts';
import { routeOf } from '#ui/routes.ts';
import { firstPicture } from '#ui/shell/first-picture.ts';
import { RouteGhost, takeGhost } from '#ui/shell/route-ghost.tsx';
import { products, productsFailed, productsStatus, putProducts } from '#ui/state/products.ts';
import { loginAsDemo, sessionNumber, sessionStatus } from '#ui/state/session.ts';
import { hasLayout, loadSite, menuRows } from '#ui/state/site.ts';
import '#ui/tokens.css';
import '#ui/shell/frame.css';
import { type FakeServer, SILENT, startFakeServer, twelveProducts } from '../support/fake-server.ts';

let server: FakeServer;
beforeEach(async () => {
  server = startFakeServer();
  localStorage.clear();
  // Lists of an earlier test are those of an earlier account.
  sessionNumber.value++;
  await needTexts('shell', 'home');
  products.value = [];
  productsStatus.value = 'loading';
  menuRows.value = undefined;
  sessionStatus.value = 'visitor';
});
afterEach(() => {
  cleanup();
  server.stop();
  vi.useRealTimers();
  delete document.documentElement.dataset.route;
});

/** Whether a picture is due, at this moment. */
function awaited(path: string, site: Promise<unknown> = loadSite()) {
  const state = { isDue: false };
  void firstPicture(path, site).then(() => (state.isDue = true));
  return state;
}
const settled = () => new Promise((resolve) => setTimeout(resolve, 50));

describe('the first picture (decision D9.100)', () => {
  it('waits for the products, the site and the lists that Home is laid out by, and then comes at once', async () => {
    let answerNews: (rows: unknown) => void = () => undefined;
    server.on('/api/news/homeList', () => new Promise((resolve) => (answerNews = resolve)));
    const picture = awaited('/');
    await expect.poll(hasLayout).toBe(true);
    await expect.poll(() => server.count('/api/news/homeList')).toBe(1);
    putProducts(twelveProducts());
    await settled();
    expect(picture.isDue).toBe(false);
    answerNews([]);
    await expect.poll(() => picture.isDue).toBe(true);
  });

  it('waits for nothing that the other pages do not show', async () => {
    const picture = awaited('/trade');
    putProducts(twelveProducts());
    await expect.poll(() => picture.isDue).toBe(true);
    expect(server.count('/api/news/homeList')).toBe(0);
  });

  it('uses the blocks of the last visit without waiting for those of today', async () => {
    menuRows.value = [];
    const picture = awaited('/trade', new Promise(() => undefined));
    putProducts(twelveProducts());
    await expect.poll(() => picture.isDue).toBe(true);
  });

  it('waits until it is known who is there, and reads their lists only then', async () => {
    sessionStatus.value = 'checking';
    const picture = awaited('/');
    putProducts(twelveProducts());
    await settled();
    expect([picture.isDue, server.count('/api/news/homeList')]).toEqual([false, 0]);
    await loginAsDemo();
    await expect.poll(() => picture.isDue).toBe(true);
    expect(server.count('/api/news/homeList')).toBe(1);
  });

  it('comes without products when they cannot be had', async () => {
    const picture = awaited('/');
    await settled();
    expect(picture.isDue).toBe(false);
    productsFailed();
    await expect.poll(() => picture.isDue).toBe(true);
  });

  it('comes after three seconds as far as it is known, when a server says nothing', async () => {
    server.on('/api/menu', () => SILENT);
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    const picture = awaited('/', new Promise(() => undefined));
    await vi.advanceTimersByTimeAsync(2_900);
    expect(picture.isDue).toBe(false);
    await vi.advanceTimersByTimeAsync(200);
    vi.useRealTimers();
    await expect.poll(() => picture.isDue).toBe(true);
  });
});

describe('the ghost', () => {
  /** As index.html has it: boxes of each ghost, and whose turn it is. */
  const boot = (route: string) => {
    document.documentElement.dataset.route = route;
    const root = document.createElement('div');
    root.innerHTML =
      '<div class="ghost"><div class="ghost-home">h</div><div class="ghost-trade">t</div><div class="ghost-page">p</div></div><div class="ghost-tabs"></div>';
    document.body.append(root);
    return root;
  };
  const ghosts = (root: Element) => [...root.querySelectorAll<HTMLElement>('.ghost > div')].filter((ghost) => ghost.offsetHeight > 0);
  const names = (root: Element) => ghosts(root).map(({ className }) => className);

  it.each([
    ['home', ['ghost-home'], true],
    ['trade', ['ghost-trade'], true],
    ['order', ['ghost-page'], true],
    ['login', ['ghost-page'], false],
    ['product', ['ghost-page'], false],
    ['nowhere', ['ghost-page'], true],
  ])('of %s is its own ghost', (route, shown, hasTabs) => {
    const root = boot(route);
    expect(names(root)).toEqual(shown);
    expect((root.querySelector('.ghost-tabs') as HTMLElement).offsetHeight > 0).toBe(hasTabs);
    root.remove();
  });

  it.each(Object.values(PATHS))('of %s has tabs if the screen has', (path) => {
    const root = boot(path.split('/')[1] || 'home');
    expect((root.querySelector('.ghost-tabs') as HTMLElement).offsetHeight > 0).toBe(routeOf(path)?.tab !== undefined);
    root.remove();
  });

  it('is taken out of the document for the app, and stands in for every page whose code is on its way', () => {
    const root = boot('home');
    takeGhost(root);
    expect([root.isConnected, document.documentElement.dataset.route]).toEqual([false, undefined]);
    for (const [path, ghost] of [
      ['/trade', 'ghost-trade'],
      ['/', 'ghost-home'],
      ['/user', 'ghost-page'],
    ] as const) {
      render(<RouteGhost path={path} />);
      expect(names(screen.getByRole('status', { name: 'Loading' }))).toEqual([ghost]);
      cleanup();
    }
    root.remove();
  });
});
