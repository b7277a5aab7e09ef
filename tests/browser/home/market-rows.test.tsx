/** The rows of Home as they lie on the screen: how many are seen, what each says, and that nothing moves. */
import { screen, waitFor } from '@testing-library/preact';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { toggleFavourite } from '#ui/state/favourites.ts';
import { putProducts } from '#ui/state/products.ts';
import { sessionNumber } from '#ui/state/session.ts';
import { putSite } from '#ui/state/site.ts';
import { type FakeServer, product, SILENT, startFakeServer, twelveProducts } from '../support/fake-server.ts';
import { type OpenApp, openApp } from '../support/open-app.tsx';

let server: FakeServer;
let app: OpenApp | undefined;
beforeEach(async () => {
  await page.viewport(360, 740);
  server = startFakeServer();
});
afterEach(async () => {
  app?.close();
  app = undefined;
  server.stop();
  document.documentElement.dir = 'ltr';
  document.documentElement.style.fontSize = '';
  await page.viewport(360, 740);
});

const rows = () => [...(app?.root.querySelectorAll<HTMLElement>('.home-list .product-link') ?? [])];
const codes = () => rows().map((row) => row.querySelector('b')?.textContent);
const box = (selector: string) => app?.root.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect();
const aFrame = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
/** 52 px where a letter is as large as usual. */
const rowHeight = () => 3.25 * Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
/** A quote is taken when it is newer than what is known. */
let quotedMs = 1_000;
/** Changes of the day by code. */
const withChanges = (changes: Readonly<Record<string, number>>) => {
  quotedMs += 1_000;
  return twelveProducts().map((row) => ({
    ...row,
    quotation: { ...row.quotation, change: changes[row.code] ?? 0, timeMs: quotedMs },
  }));
};

describe('at 360 x 740', () => {
  it.each(['visitor', 'demo-token'])('at least five live rows are seen at once, %s', async (who) => {
    app = await openApp('/', who === 'visitor' ? {} : { token: who });
    await waitFor(() => expect(rows().length).toBe(12));
    await screen.findByText('First headline');
    const bar = box('.tab-bar').top;
    const seen = rows().filter((row) => row.getBoundingClientRect().bottom <= bar);
    expect(seen.length).toBeGreaterThanOrEqual(5);
    for (const row of seen) expect(row.getBoundingClientRect().height).toBe(rowHeight());
  });

  it.each([
    [320, 'ltr', ''],
    [360, 'rtl', ''],
    [430, 'ltr', ''],
    [360, 'ltr', '200%'],
  ])('at %d px, %s, letters of %s: nothing of a row is cut, and nothing runs over the side', async (width, dir, letters) => {
    await page.viewport(width, 740);
    document.documentElement.dir = dir;
    document.documentElement.style.fontSize = letters;
    app = await openApp('/', { token: 'demo-token' });
    const bitcoin = product(13, 'BTCUSD', { PricePrecision: 2 });
    putProducts([...twelveProducts(), { ...bitcoin, quotation: { ...bitcoin.quotation, close: 68_214.5, change: -12.34 } }]);
    // With large letters the end is far below.
    await waitFor(() => {
      rows().at(-1)?.scrollIntoView();
      expect(rows().length).toBe(13);
    });
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
    for (const row of rows()) {
      for (const cell of row.querySelectorAll<HTMLElement>('b, .price, .product-link-change')) {
        const { left, right } = cell.getBoundingClientRect();
        expect(left, cell.className).toBeGreaterThanOrEqual(0);
        expect(right, cell.className).toBeLessThanOrEqual(width);
        expect(cell.scrollWidth, `${cell.className} ${cell.textContent}`).toBeLessThanOrEqual(cell.clientWidth + 1);
      }
    }
  });

  it('nothing below moves when headlines, categories and lines come', async () => {
    const late: (() => void)[] = [];
    const wait = (data: unknown) => () => new Promise((resolve) => late.push(() => resolve(data)));
    server.on('/api/news/homeList', wait([{ id: 1, title: 'Late headline' }]));
    server.on('/v2/api/forex/getCategories', wait([{ Id: 1, NameShowTrans: 'Forex' }]));
    // What an earlier test has read is forgotten.
    sessionNumber.value++;
    app = await openApp('/');
    await waitFor(() => expect([rows().length, late.length]).toEqual([12, 2]));
    expect(screen.queryByText('First headline')).toBeNull();
    const before = rows().map((row) => row.getBoundingClientRect().top);
    for (const answer of late) answer();
    await screen.findByText('Late headline');
    await screen.findByRole('tab', { name: 'Forex' });
    expect(rows().map((row) => row.getBoundingClientRect().top)).toEqual(before);
  });

  it('the room of strip and rows is there before the list', async () => {
    app = await openApp('/', { products: null });
    await screen.findByText('First headline');
    const [strip, list] = [box('.mover-strip'), box('.home-list')];
    const ghosts = [...app.root.querySelectorAll('.home-list [data-skeleton-row]')].map((row) => row.getBoundingClientRect().height);
    expect(ghosts).toEqual(Array.from({ length: 10 }, rowHeight));
    putProducts(twelveProducts());
    await waitFor(() => expect(rows().length).toBe(12));
    expect([box('.mover-strip').height, box('.home-list').top]).toEqual([strip.height, list.top]);
  });
});

describe('D9.105 the order', () => {
  it('favourites come first; a button turns to gains, to losses and back', async () => {
    app = await openApp('/', { products: withChanges({ XAUUSD: 2, GBPUSD: -3, BTCUSD: 1 }) });
    await waitFor(() => expect(rows().length).toBe(12));
    toggleFavourite('USDCHF');
    await expect.poll(() => codes()[0]).toBe('USD/CHF');
    const turn = () => userEvent.click(screen.getByRole('button', { name: /[Ss]ort/ }));
    await turn();
    await expect.poll(() => codes().slice(0, 2)).toEqual(['XAU/USD', 'BTC/USD']);
    expect(screen.getByRole('button', { name: /Sorted by change, gains first/ }).getAttribute('aria-pressed')).toBe('true');
    await turn();
    await expect.poll(() => codes()[0]).toBe('GBP/USD');
    await turn();
    await expect.poll(() => codes()[0]).toBe('USD/CHF');
  });

  it('prices that move turn no rows round', async () => {
    app = await openApp('/', { products: withChanges({ XAUUSD: 2, GBPUSD: 1 }) });
    await waitFor(() => expect(rows().length).toBe(12));
    await userEvent.click(screen.getByRole('button', { name: 'Sort by change of the day' }));
    await expect.poll(() => codes().slice(0, 2)).toEqual(['XAU/USD', 'GBP/USD']);
    const { quoteOf } = await import('#ui/state/quotes.ts');
    quoteOf(4).change.value = 9;
    await aFrame();
    expect(codes().slice(0, 2)).toEqual(['XAU/USD', 'GBP/USD']);
  });

  it('the strip shows whom the day moved most, up and down', async () => {
    app = await openApp('/', { products: withChanges({ XAUUSD: 2, GBPUSD: -3, BTCUSD: 1, ETHUSD: 5, EURJPY: -1 }) });
    const strip = await screen.findByRole('region', { name: 'Movers of the day' });
    expect([...strip.querySelectorAll('b')].map((node) => node.textContent)).toEqual(['ETH/USD', 'XAU/USD', 'GBP/USD', 'EUR/JPY']);
  });

  it('a closed market still tells its last change, in grey beside a moon, and when it opens', async () => {
    putSite({ timezone: '0' });
    const OpensAt = Date.now() + 3 * 86_400_000;
    app = await openApp('/', { products: [product(91, 'GBPUSD', { MarketStatus: 2, OpensAt }), product(92, 'EURUSD')] });
    await waitFor(() => expect(rows().length).toBe(2));
    const [closed, open] = rows() as [HTMLElement, HTMLElement];
    expect(closed.querySelector('[data-icon="moon"]')).not.toBeNull();
    expect(closed.querySelector('small')?.textContent).toMatch(/^Opens (Mon|Tue|Wed|Thu|Fri|Sat|Sun) \d\d:\d\d$/);
    const change = (row: HTMLElement) => row.querySelector('.product-link-change') as HTMLElement;
    expect(change(closed).textContent).toBe(change(open).textContent);
    expect(getComputedStyle(change(closed)).color).not.toBe(getComputedStyle(change(open)).color);
    expect(open.querySelector('[data-icon="moon"]')).toBeNull();
    expect(open.querySelector('small')?.textContent).toBe('Name of EURUSD');
  });
});

describe('search', () => {
  it('D9.387 the field keeps its distance from the mark of play money', async () => {
    app = await openApp('/product', { token: 'demo-token' });
    await screen.findByRole('searchbox', { name: 'Search markets' });
    await expect.poll(() => document.querySelector('.product-search .demo-chip')).not.toBeNull();
    expect(box('.product-search .demo-chip').left - box('.product-search-box').right).toBeGreaterThanOrEqual(8);
  });

  it('the first letter moves nothing', async () => {
    server.on('/v2/api/forex/search', () => SILENT);
    app = await openApp('/product');
    const field = await screen.findByRole('searchbox', { name: 'Search markets' });
    await waitFor(() => expect(screen.getByRole('list', { name: 'Results' }).childElementCount).toBe(12));
    const tops = () => [box('.product-search').bottom, screen.getByRole('list', { name: 'Results' }).getBoundingClientRect().top];
    const before = tops();
    await userEvent.type(field, 'u');
    await screen.findByRole('button', { name: 'Clear' });
    expect(tops()).toEqual(before);
  });
});
