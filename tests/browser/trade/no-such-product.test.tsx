/** An address that names a product: the one that it names, the first for one that names none, and a plain word for one that is nobody's. */
import { screen, waitFor } from '@testing-library/preact';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { products, putProducts, selectedProduct, selectProduct } from '#ui/state/products.ts';
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
  server.stop();
});

const heading = () => screen.queryByRole('heading', { level: 1 })?.textContent ?? '';

it.each(['999', 'abc', '-1', '1.5'])('D1.2.20 id=%s: there is no such product, and a way back to those that there are', async (id) => {
  app = await openApp(`/trade?id=${id}`);
  await screen.findByText('No such product');
  expect(heading()).toBe('');
  expect(screen.queryByRole('button', { name: /Buy|Sell/ })).toBeNull();
  expect(await problemsOf(app.root)).toEqual([]);
  await userEvent.click(screen.getByRole('link', { name: 'See all markets' }));
  await expect.poll(() => location.hash).toBe('#/');
  // The tab leads to a product again.
  await userEvent.click(await screen.findByRole('link', { name: 'Trade' }));
  await expect.poll(heading).toContain('EUR/USD');
});

it('D1.2.20 a product that comes with a later list is shown', async () => {
  app = await openApp('/trade?id=12', { products: twelveProducts().slice(0, 3) });
  await screen.findByText('No such product');
  putProducts(twelveProducts());
  await expect.poll(heading).toContain('ETH/USD');
});

it.each(['/trade', '/trade?id='])('D1.2.20 %s names none: the one that was chosen last', async (address) => {
  app = await openApp(address);
  await expect.poll(heading).toContain(selectedProduct.value?.showCode ?? 'none');
});

it('D1.2.20 the product of the last visit is in no picture before it', async () => {
  selectProduct(1);
  const pictured = new Set<string>();
  let isLooking = true;
  const look = () => {
    if (heading()) pictured.add(heading());
    if (isLooking) requestAnimationFrame(look);
  };
  look();
  app = await openApp('/trade?id=5');
  await expect.poll(heading).toContain('USD/JPY');
  isLooking = false;
  expect([...pictured].filter((text) => !text.includes('USD/JPY'))).toEqual([]);
});

it('S1-2.46 a row of the market carries its id in the address, and so does what the drawer chooses', async () => {
  app = await openApp('/');
  const row = await screen.findByRole('link', { name: /^USD\/JPY/ });
  expect(row.getAttribute('href')).toBe('#/trade?id=5');
  await userEvent.click(row);
  await expect.poll(heading).toContain('USD/JPY');
  expect(location.hash).toBe('#/trade?id=5');
  await userEvent.click(screen.getByRole('button', { name: 'Choose a product' }));
  await userEvent.click(await screen.findByRole('button', { name: /^XAU\/USD/ }));
  await waitFor(() => expect(location.hash).toBe('#/trade?id=2'));
  await expect.poll(heading).toContain('XAU/USD');
  expect(products.value).toHaveLength(12);
});
