/** Headlines on the smallest phones. */
import { screen, within } from '@testing-library/preact';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { type FakeServer, startFakeServer } from '../support/fake-server.ts';
import { type OpenApp, openApp } from '../support/open-app.tsx';

const LONG = 'Your demo account starts with 10,000 USD and can be reset at any time';
const SHORT = 'Prices are computed';
let server: FakeServer;
let app: OpenApp | undefined;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  server = startFakeServer();
});
afterEach(async () => {
  vi.useRealTimers();
  app?.close();
  server.stop();
  await page.viewport(360, 740);
});

it.each([
  ['360 px', 360],
  ['320 px', 320],
  // All sizes are in rem: half the window is what 360 px with text of 200 % have.
  ['360 px, text of 200 %', 180],
])('D9.435 at %s a headline is read whole, and nothing below moves for a longer one', async (_name, width) => {
  await page.viewport(width, 740);
  server.on('/api/news/homeList', () => [
    { id: 1, title: SHORT },
    { id: 2, title: LONG },
  ]);
  app = await openApp('/');
  const news = await screen.findByRole('region', { name: 'News' });
  await within(news).findByText(SHORT);
  const height = () => Math.round(news.getBoundingClientRect().height);
  const before = height();
  while (vi.getTimerCount() === 0) await new Promise(requestAnimationFrame);
  vi.advanceTimersByTime(3_000);
  const text = await within(news).findByText(LONG);
  expect([text.scrollWidth <= text.clientWidth, text.scrollHeight <= text.clientHeight]).toEqual([true, true]);
  expect(getComputedStyle(text).textOverflow).toBe('clip');
  expect(height()).toBe(before);
});
