import { screen } from '@testing-library/preact';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { page as browserPage, userEvent } from 'vitest/browser';
import { holdFarRows } from '#ui/shell/far-rows.ts';
import { type FakeServer, startFakeServer } from '../support/fake-server.ts';
import { type OpenApp, openApp } from '../support/open-app.tsx';

let server: FakeServer;
let app: OpenApp;
beforeEach(() => {
  server = startFakeServer();
});
afterEach(async () => {
  app.close();
  server.stop();
  await browserPage.viewport(414, 896);
});

const list = () => app.root.querySelector<HTMLElement>('.product-list');
const held = () => [...(list()?.children ?? [])].filter((row) => getComputedStyle(row).contentVisibility === 'hidden').length;

it('D9.190 the tab of the market is painted with the rows that a phone shows, and those further down behind that picture, where they were', async () => {
  await browserPage.viewport(360, 740);
  holdFarRows();
  app = await openApp('/');
  await expect.poll(() => document.querySelectorAll('#home-list a').length).toBe(12);
  // More rows than the market of the test has.
  const rows = [...(list()?.children ?? [])].slice(0, 4).map((row) => row.cloneNode(true));
  list()?.append(...rows);
  await userEvent.click(screen.getByRole('link', { name: 'Copy' }));
  await expect.poll(() => location.hash).toBe('#/follow');
  const before = list()?.offsetHeight;
  screen.getByRole('link', { name: 'Market' }).click();
  await Promise.resolve();
  expect([held(), list()?.offsetHeight]).toEqual([3, before]);
  await expect.poll(held).toBe(0);
  expect(list()?.offsetHeight).toBe(before);
  for (const row of rows) (row as Element).remove();
});
