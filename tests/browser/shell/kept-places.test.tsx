/** Where a page of the tab bar was left is where it stands when Back or Forward brings it back; a link, its tab too, begins at its top. */
import { screen } from '@testing-library/preact';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { navigate } from '#ui/navigation/navigate.ts';
import { keepPlaces } from '#ui/shell/kept-places.ts';
import { type FakeServer, startFakeServer } from '../support/fake-server.ts';
import { type OpenApp, openApp } from '../support/open-app.tsx';

let server: FakeServer;
let app: OpenApp;
let isKept = false;
beforeEach(() => {
  server = startFakeServer();
});
afterEach(() => {
  history.scrollRestoration = 'auto';
  app.close();
  server.stop();
});

const tab = (name: string) => screen.getByRole('link', { name });
const isHidden = (path: string) => app.root.querySelector<HTMLElement>(`[data-page="${path}"]`)?.hidden;
const nextFrames = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 50))));

/** Home, moved down to a place of its list. */
async function scrolledHome(): Promise<number> {
  app = await openApp('/');
  // Once, and later than the page itself has begun to listen, as `settle` does.
  if (!isKept) keepPlaces();
  isKept = true;
  await expect.poll(() => screen.queryAllByRole('listitem').length).toBeGreaterThan(10);
  scrollTo(0, 240);
  await nextFrames();
  expect(scrollY).toBeGreaterThan(100);
  return scrollY;
}

it('D9.477 Back and Forward bring the market list back at the row where it was left', async () => {
  const left = await scrolledHome();
  await userEvent.click(tab('Copy'));
  await expect.poll(() => isHidden('/')).toBe(true);
  await nextFrames();
  expect(scrollY).toBe(0);
  // The browser's own place for it may be another: it was noted when the next page was drawn already.
  history.scrollRestoration = 'manual';
  history.back();
  await expect.poll(() => isHidden('/')).toBe(false);
  await nextFrames();
  expect(scrollY).toBe(left);
});

it.each([
  ['its tab', () => userEvent.click(tab('Market'))],
  ['an address', async () => location.assign('#/')],
])('S1-2.02 D9.477 %s begins the market list at its top', async (_, goHome) => {
  await scrolledHome();
  await userEvent.click(tab('Copy'));
  await expect.poll(() => isHidden('/')).toBe(true);
  await nextFrames();
  await goHome();
  await expect.poll(() => isHidden('/')).toBe(false);
  await nextFrames();
  expect(scrollY).toBe(0);
});

it('D9.477 whatever else leads to the market begins at its top', async () => {
  await scrolledHome();
  await userEvent.click(tab('Copy'));
  await expect.poll(() => isHidden('/')).toBe(true);
  await nextFrames();
  navigate('/');
  await expect.poll(() => isHidden('/')).toBe(false);
  await nextFrames();
  expect(scrollY).toBe(0);
});
