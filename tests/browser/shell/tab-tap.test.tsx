/** A tap on a tab shows its page in the very next picture. */
import { screen } from '@testing-library/preact';
import { options } from 'preact';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { goBack } from '#ui/navigation/navigate.ts';
import { type FakeServer, startFakeServer } from '../support/fake-server.ts';
import { type OpenApp, openApp } from '../support/open-app.tsx';

let server: FakeServer;
let app: OpenApp;
beforeEach(() => {
  server = startFakeServer();
});
afterEach(() => {
  app.close();
  server.stop();
});

const isHidden = (path: string) => app.root.querySelector<HTMLElement>(`[data-page="${path}"]`)?.hidden;
const tab = (name: string) => screen.getByRole('link', { name });

it('D9.190 D9.347 a kept page is shown within the tap on its tab, before any frame has passed, and becomes a step of the history behind that', async () => {
  app = await openApp('/');
  await expect.poll(() => screen.queryByRole('tab', { name: 'Metals' })).not.toBeNull();
  await userEvent.click(tab('Copy'));
  await expect.poll(() => [isHidden('/'), location.hash]).toEqual([true, '#/follow']);
  const steps = vi.spyOn(history, 'pushState');
  let frames = 0;
  const frame = requestAnimationFrame(() => frames++);
  tab('Market').click();
  await Promise.resolve();
  expect([location.hash, isHidden('/'), isHidden('/follow'), frames]).toEqual(['#/follow', false, true, 0]);
  cancelAnimationFrame(frame);
  await expect.poll(() => location.hash).toBe('#/');
  // A browser keeps 50 steps, and those of earlier tests are among them: their number may stay as it is.
  expect(steps).toHaveBeenCalledTimes(1);
  steps.mockRestore();
  history.back();
  await expect.poll(() => isHidden('/follow')).toBe(false);
});

it('D9.347 of two taps within one frame each is a step of the history, and so is one before a way back', async () => {
  app = await openApp('/');
  await expect.poll(() => screen.queryByRole('tab', { name: 'Metals' })).not.toBeNull();
  tab('Copy').click();
  tab('Market').click();
  await expect.poll(() => location.hash).toBe('#/');
  history.back();
  await expect.poll(() => location.hash).toBe('#/follow');
  expect(isHidden('/follow')).toBe(false);
  tab('Market').click();
  goBack();
  await expect.poll(() => isHidden('/follow')).toBe(false);
  expect(location.hash).toBe('#/follow');
});

it('D9.190 a page that is come back to at the address it was left with is not drawn anew: none of what reads the address is', async () => {
  app = await openApp('/order?type=3', { token: 'demo-token' });
  await expect.poll(() => screen.queryByRole('tab', { name: 'History', selected: true })).not.toBeNull();
  await userEvent.click(tab('Copy'));
  await expect.poll(() => location.hash).toBe('#/follow');
  const drawn: string[] = [];
  const hooks = options as { __r?: (vnode: { type: unknown }) => void };
  const before = hooks.__r;
  hooks.__r = (vnode) => {
    drawn.push((vnode.type as { name?: string }).name ?? '');
    before?.(vnode);
  };
  tab('Orders').click();
  await Promise.resolve();
  if (before) hooks.__r = before;
  else delete hooks.__r;
  expect(isHidden('/order')).toBe(false);
  // It counts: the page's frame is told that it is shown.
  expect(drawn).toContain('PageFrame');
  expect(drawn).not.toContain('OrderScreen');
  // Another query of it is drawn as ever.
  await expect.poll(() => location.hash).toBe('#/order?type=3');
  location.hash = '#/order?type=1';
  await expect.poll(() => screen.queryByRole('tab', { name: 'History', selected: true })).toBeNull();
});
