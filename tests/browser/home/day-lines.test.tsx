/** The small line of a product and the percent beside it tell the same day. */
import { waitFor } from '@testing-library/preact';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Quotation } from '#domain/product.ts';
import { putProducts } from '#ui/state/products.ts';
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
  server.stop();
});

const EURO = product(1, 'EURUSD');
const OTHER = product(2, 'GBPUSD');
/** How high the points of the line are, from left to right; the higher the price. */
const heights = () => {
  const path = app?.root.querySelector('.home-list .mini-area-line')?.getAttribute('d') ?? '';
  return [...path.matchAll(/[ML][\d.]+ ([\d.]+)/g)].map((match) => -Number(match[1]));
};
const tone = () => app?.root.querySelector('.home-list .product-link-day')?.getAttribute('data-tone');
let quotedMs = 1_000;
function quote(values: Partial<Quotation>): void {
  quotedMs += 1_000;
  putProducts([{ ...EURO, quotation: { ...EURO.quotation, ...values, timeMs: quotedMs } }, OTHER]);
}

it('D9.181 it begins at the open that the percent counts from, ends at the price now, and never falls under a gain', async () => {
  server.on(CLOSES, () => [{ Id: 1, Closes: [1.075, 1.09], Open: 1.08 }]);
  app = await openApp('/', { products: [EURO, OTHER] });
  await waitFor(() => expect(heights().length).toBe(4));
  expect(server.asked.filter(({ path }) => path === CLOSES).map(({ query }) => query.day)).toEqual(['1']);
  const rises = () => Math.sign((heights().at(-1) ?? 0) - (heights()[0] ?? 0));
  expect([tone(), rises()]).toEqual(['up', 1]);
  quote({ open: 1.08, close: 1.077, change: -0.28 });
  await waitFor(() => expect([tone(), rises(), heights().length]).toEqual(['down', -1, 4]));
  // Another day has begun: nothing of the last one is left.
  quote({ open: 1.076, close: 1.0775, change: 0.14 });
  await waitFor(() => expect([tone(), rises(), heights().length]).toEqual(['up', 1, 2]));
});
