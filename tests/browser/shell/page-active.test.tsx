/** What a page does when it comes on screen, and when it goes, costs no tap its picture. */
import { signal } from '@preact/signals';
import { cleanup, render } from '@testing-library/preact';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { PageActive, useWhileActive, useWhileActiveAtOnce } from '#ui/navigation/page-active.ts';

const active = signal(true);
let told: string[] = [];
beforeEach(() => {
  active.value = true;
  told = [];
});
afterEach(cleanup);

function Part() {
  useWhileActiveAtOnce(() => {
    told.push('live');
    return () => void told.push('live ends');
  });
  useWhileActive(() => {
    told.push('reads');
    return () => void told.push('reads end');
  });
  return null;
}

const open = () =>
  render(
    <PageActive.Provider value={active}>
      <Part />
    </PageActive.Provider>,
  );

it('D9.346 what a page watched ends, and what it reads begins, behind the paint; what is live in its picture begins within the tap', async () => {
  open();
  expect(told).toEqual(['live', 'reads']);
  told = [];
  let frames = 0;
  requestAnimationFrame(() => frames++);
  active.value = false;
  expect([told, frames]).toEqual([[], 0]);
  await expect.poll(() => [...told].sort()).toEqual(['live ends', 'reads end']);
  expect(frames).toBe(1);
  told = [];
  active.value = true;
  expect(told).toEqual(['live']);
  await expect.poll(() => told).toEqual(['live', 'reads']);
});

it('D9.346 a page that comes back before that paint has never left, and one that is gone by then does nothing more', async () => {
  const { unmount } = open();
  told = [];
  active.value = false;
  active.value = true;
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(() => setTimeout(resolve))));
  expect(told).toEqual([]);
  active.value = false;
  unmount();
  await expect.poll(() => [...told].sort()).toEqual(['live ends', 'reads end']);
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(() => setTimeout(resolve))));
  expect(told).toHaveLength(2);
});
