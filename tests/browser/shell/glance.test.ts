import { batch } from '@preact/signals';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { GlanceRow } from '#protocol/engine-api.ts';
import { routeOf } from '#ui/routes.ts';
import { endGlance, startGlance } from '#ui/shell/glance.ts';
import { glanceAhead } from '#ui/shell/last-glance.ts';
import { takeGhost } from '#ui/shell/route-ghost.tsx';
import { putProducts } from '#ui/state/products.ts';
import { writeQuote } from '#ui/state/quotes.ts';
import '#ui/tokens.css';
import '#ui/shell/frame.css';
import page from '../../../index.html?raw';
import { product } from '../support/fake-server.ts';

const EUR: GlanceRow = { code: 'EURUSD', name: 'EUR/USD', digits: 5, price: 1.08, liveMs: 5_000 };
const GOLD: GlanceRow = { code: 'XAUUSD', name: 'XAU/USD', digits: 2, price: 2381.4, liveMs: 5_000 };

let worker: EventTarget;
beforeEach(() => {
  const body = new DOMParser().parseFromString(page, 'text/html').body;
  document.body.replaceChildren(...body.childNodes);
  worker = new EventTarget();
  startGlance(worker as Worker);
});
afterEach(() => {
  endGlance();
  vi.useRealTimers();
  document.body.replaceChildren();
  delete document.documentElement.dataset.route;
});

const open = (route: string) => {
  document.documentElement.dataset.route = route;
};
const tell = (...glance: GlanceRow[]) => worker.dispatchEvent(new MessageEvent('message', { data: { glance } }));
const shown = () => (document.querySelector<HTMLElement>('.ghost')?.innerText ?? '').split(/\s+/).filter(Boolean);
const heightOf = (selector: string) => document.querySelector(selector)?.getBoundingClientRect().height;

it('D9.159: live prices stand in the rows of the ghost of Home as the app will write them, and move nothing', () => {
  open('home');
  const before = [heightOf('.ghost'), heightOf('.ghost-rows')];
  tell(EUR, GOLD);
  expect(shown()).toEqual(['EUR/USD', '1.08000', 'XAU/USD', '2,381.40']);
  expect([heightOf('.ghost'), heightOf('.ghost-rows')]).toEqual(before);
  tell({ ...EUR, price: 1.08001 });
  expect(shown()).toEqual(['EUR/USD', '1.08001']);
});

it('D9.159: on Trade it is the product that is opened, and on other pages none', () => {
  open('trade');
  const before = heightOf('.ghost');
  tell(GOLD);
  expect(shown()).toEqual(['XAU/USD', '2,381.40']);
  expect(heightOf('.ghost')).toBe(before);
  open('order');
  tell(GOLD);
  expect(document.querySelectorAll('[data-glance]').length).toBe(0);
});

it('D9.159: no price is shown longer than it is fresh, and none is left for the ghosts of later pages', () => {
  vi.useFakeTimers();
  open('home');
  tell(EUR);
  vi.advanceTimersByTime(4_900);
  expect(shown()).toEqual(['EUR/USD', '1.08000']);
  tell(EUR);
  vi.advanceTimersByTime(5_000);
  expect(shown()).toEqual([]);
  // The oldest of them decides: one that was nearly old when it was told stays no longer for it.
  tell(EUR, { ...GOLD, liveMs: 100 });
  vi.advanceTimersByTime(100);
  expect(shown()).toEqual([]);
  tell(EUR);
  endGlance();
  tell(GOLD);
  expect(shown()).toEqual([]);
  takeGhost(document.getElementById('ghost'));
});

it('D9.185: what stands in the ghost is the newest that the page knows, and stays so while the screen is drawn under it', async () => {
  open('home');
  putProducts([product(1, 'EURUSD')]);
  tell(EUR);
  const move = (close: number) =>
    batch(() => writeQuote(1, { close, open: 1, high: 2, low: 1, change: 0, timeMs: close * 1e6, state: 0, heardAt: performance.now() }));
  move(1.5);
  const end = await glanceAhead(routeOf('/'), undefined);
  expect(shown()[1]).toBe('1.50000');
  move(1.6);
  expect(shown()[1]).toBe('1.60000');
  end();
  move(1.7);
  expect(shown()[1]).toBe('1.60000');
  endGlance();
  takeGhost(document.getElementById('ghost'));
});
