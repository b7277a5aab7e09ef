/** Prices that the page itself puts into the ghost stand where the list will have them (decision D9.514). */

import { batch } from '@preact/signals';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { QUOTE_STATE } from '#protocol/frame.ts';
import { routeOf } from '#ui/routes.ts';
import { endGlance } from '#ui/shell/glance.ts';
import { glanceAhead } from '#ui/shell/last-glance.ts';
import { putProducts } from '#ui/state/products.ts';
import { writeQuote } from '#ui/state/quotes.ts';
import '#ui/tokens.css';
import '#ui/shell/frame.css';
import page from '../../../index.html?raw';
import { product } from '../support/fake-server.ts';

beforeEach(() => {
  const body = new DOMParser().parseFromString(page, 'text/html').body;
  document.body.replaceChildren(...body.childNodes);
  document.documentElement.dataset.route = 'home';
});
afterEach(() => {
  endGlance();
  document.body.replaceChildren();
  delete document.documentElement.dataset.route;
});

it('D9.514 what is behind a closed market in the list is not put into its place', async () => {
  putProducts([product(1, 'EURUSD', { MarketStatus: 0 }), product(2, 'GBPUSD', { MarketStatus: 0 }), product(3, 'BTCUSD')]);
  const quote = (id: number, close: number, state: number) =>
    batch(() => writeQuote(id, { close, open: 1, high: 2, low: 1, change: 0, timeMs: 5e12, state, heardAt: performance.now() }));
  quote(1, 1.08, QUOTE_STATE.closed);
  quote(2, 1.26, QUOTE_STATE.closed);
  quote(3, 51_000, QUOTE_STATE.live);
  const end = await glanceAhead(routeOf('/'), undefined);
  const rows = [...document.querySelectorAll('.ghost-home .ghost-rows p')].map((row) => row.textContent);
  end();
  expect(rows).toEqual([]);
});
