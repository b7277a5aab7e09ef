/** What comes after the first prices: flags and coins, and the line of the day; nothing moves for them. */
import { waitFor } from '@testing-library/preact';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { frameByFrame } from '#ui/products/pictures/frame-by-frame.ts';
import { problemsOf } from '../support/axe.ts';
import { type FakeServer, product, startFakeServer } from '../support/fake-server.ts';
import { type OpenApp, openApp } from '../support/open-app.tsx';

const CLOSES = '/v2/api/forex/abbreviated_cache_kline';
let server: FakeServer;
let app: OpenApp | undefined;
beforeEach(() => {
  server = startFakeServer();
});
afterEach(() => {
  app?.close();
  app = undefined;
  server.stop();
  document.documentElement.dataset.theme = 'light';
});

const rows = () => [...(app?.root.querySelectorAll<HTMLElement>('.home-list .product-link') ?? [])];

describe('D9.106 marks and D9.104 lines', () => {
  const mark = (code: string) => app?.root.querySelector(`.home-list [data-mark="${code}"]`) as HTMLElement;
  const line = (at: number) => rows()[at]?.querySelector('.mini-area-line')?.getAttribute('d') ?? '';

  it('D9.434 the room stays plain until flags and coins come; one call asks for the day of all products; nothing moves', async () => {
    server.on(CLOSES, ({ query }) =>
      String(query.forex_id)
        .split(',')
        .map((id) => ({ Id: Number(id), Closes: Array.from({ length: 24 }, (_, at) => 2 + Math.sin(at + Number(id))) })),
    );
    app = await openApp('/');
    await waitFor(() => expect(rows().length).toBe(12));
    expect([mark('EURUSD').textContent, mark('EURUSD').querySelectorAll('use').length]).toEqual(['', 0]);
    const before = rows().map((row) => JSON.stringify(row.getBoundingClientRect()));
    await waitFor(() => expect(mark('EURUSD').querySelectorAll('use')).toHaveLength(2));
    await waitFor(() => expect(mark('BTCUSD').querySelectorAll('use').length).toBeGreaterThan(0));
    const [back, front] = [...mark('EURUSD').querySelectorAll('svg')].map((svg) => svg.getBoundingClientRect()) as [DOMRect, DOMRect];
    expect(front.left).toBeLessThan(back.left);
    expect(front.right).toBeGreaterThan(back.left);
    expect(mark('EURUSD').textContent).toBe('');
    // What it uses is there.
    for (const use of mark('BTCUSD').querySelectorAll('use')) {
      expect(document.querySelector(use.getAttribute('href') ?? '')?.childElementCount).toBeGreaterThan(0);
    }
    await waitFor(() => expect(line(11)).toMatch(/^M0\.0 .*L100\.0 /));
    await waitFor(() => expect(app?.root.querySelectorAll('.mover-card .mini-area-fill[d^="M"]')).toHaveLength(4));
    expect(rows().map((row) => JSON.stringify(row.getBoundingClientRect()))).toEqual(before);
    expect(server.asked.filter((call) => call.path === CLOSES).map((call) => String(call.query.forex_id).split(',').length)).toEqual([12]);
  });

  it('an unknown product keeps its letters, and one with a picture of the server has that', async () => {
    const Logo = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';
    app = await openApp('/', { products: [product(1, 'QQQQQQ'), product(2, 'EURUSD', { Logo }), product(3, 'GBPUSD')] });
    await waitFor(() => expect(mark('GBPUSD').querySelectorAll('use')).toHaveLength(2));
    expect(mark('QQQQQQ').textContent).toBe('QQ');
    expect(mark('EURUSD').querySelector('img')?.getAttribute('src')).toBe(Logo);
  });

  it('D9.181 of a page that stays on screen the lines are read again as the day goes on, while somebody looks', async () => {
    const [wait, now] = [globalThis.setTimeout, performance.now.bind(performance)];
    let laterMs = 1e6;
    const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(false);
    vi.spyOn(performance, 'now').mockImplementation(() => now() + laterMs);
    vi.spyOn(globalThis, 'setTimeout').mockImplementation(((run: () => void, ms = 0, ...more: []) =>
      wait(run, ms === 60_000 ? 50 : ms, ...more)) as typeof setTimeout);
    const asked = () => server.count(CLOSES);
    try {
      server.on(CLOSES, ({ query }) =>
        String(query.forex_id)
          .split(',')
          .map((id) => ({ Id: Number(id), Closes: [1, 2] })),
      );
      app = await openApp('/');
      await waitFor(() => expect(asked()).toBe(1), { timeout: 3_000 });
      hidden.mockReturnValue(true);
      laterMs *= 2;
      await new Promise((resolve) => wait(resolve, 300));
      expect(asked()).toBe(1);
      hidden.mockReturnValue(false);
      await waitFor(() => expect(asked()).toBe(2));
      await new Promise((resolve) => wait(resolve, 300));
      expect(asked()).toBe(2);
    } finally {
      vi.restoreAllMocks();
    }
  });

  it('D9.186: they come in their order, a few in a frame, so that no finger waits for all of them', async () => {
    const drawn: number[] = [];
    const drawing = frameByFrame(Array.from({ length: 10 }, (_, at) => () => drawn.push(at)));
    expect(drawn).toEqual([0, 1, 2, 3]);
    await drawing;
    expect(drawn).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  it.each(['light', 'dark'])('passes axe with flags and lines, %s', async (theme) => {
    document.documentElement.dataset.theme = theme;
    app = await openApp('/', { token: 'demo-token' });
    await waitFor(() => expect(mark('EURUSD').querySelectorAll('use')).toHaveLength(2));
    expect(await problemsOf(app.root)).toEqual([]);
    document.documentElement.dataset.theme = 'light';
  });
});
