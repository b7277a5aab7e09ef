/** The strip of periods above the chart: whatever the screen, the letters and the direction, each period is whole or out of sight. */
import { fireEvent, screen } from '@testing-library/preact';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { needTexts } from '#ui/language/i18n.ts';
import { period } from '#ui/screens/trade/chart/period-bar.tsx';
import { isActive, leaveTrade, openTrade, resetTrade } from './open-trade.tsx';

const root = document.documentElement;

beforeAll(() => needTexts('shell', 'trade', 'errors'));
beforeEach(async () => {
  // As on a phone, where the bar takes no room.
  root.style.scrollbarWidth = 'none';
  await resetTrade();
});
afterEach(async () => {
  await leaveTrade();
  root.removeAttribute('dir');
  root.style.removeProperty('font-size');
  root.style.removeProperty('scrollbar-width');
  await page.viewport(360, 740);
});

const strip = () => document.querySelector('.trade-period-strip') as HTMLElement;
const tabs = () => [...document.querySelectorAll<HTMLElement>('.trade-period-strip [role="tab"]')];

/** Words of the periods that are in sight, and of those that the edge cuts. */
function inSight(): { whole: string[]; cut: string[] } {
  const edge = strip().getBoundingClientRect();
  const found: { whole: string[]; cut: string[] } = { whole: [], cut: [] };
  for (const tab of tabs()) {
    const words = document.createRange();
    words.selectNodeContents(tab);
    const { left, right } = words.getBoundingClientRect();
    if (right <= edge.left || left >= edge.right) continue;
    found[left >= edge.left && right <= edge.right ? 'whole' : 'cut'].push(tab.textContent ?? '');
  }
  return found;
}

it.each([
  { width: 360, size: '100%', dir: 'ltr', count: 5 },
  { width: 320, size: '100%', dir: 'ltr', count: 4 },
  { width: 320, size: '100%', dir: 'rtl', count: 4 },
  { width: 412, size: '100%', dir: 'ltr', count: 6 },
  { width: 360, size: '200%', dir: 'ltr', count: 3 },
  { width: 320, size: '200%', dir: 'rtl', count: 2 },
])('D9.70 at $width px with letters of $size, $dir, $count periods are whole and none is cut', async ({ width, size, dir, count }) => {
  await page.viewport(width, 740);
  root.style.fontSize = size;
  root.dir = dir;
  openTrade();
  await screen.findByRole('tablist', { name: 'Chart period' });
  await expect.poll(() => inSight()).toEqual({ whole: ['1m', '5m', '15m', '30m', '1h', '4h'].slice(0, count), cut: [] });
  for (const tab of tabs()) expect(tab.getBoundingClientRect().width).toBeGreaterThanOrEqual(43);
  fireEvent.click(tabs().at(-1) as HTMLElement);
  await expect.poll(() => inSight()).toEqual({ whole: ['30m', '1h', '4h', '1D', '1W', '1M'].slice(-count), cut: [] });
});

it('D9.494 the last period in sight fades where there are more behind it', async () => {
  await page.viewport(360, 740);
  openTrade();
  await screen.findByRole('tablist', { name: 'Chart period' });
  await expect.poll(() => inSight().whole.at(-1)).toBe('1h');
  const words = document.createRange();
  words.selectNodeContents(tabs().find((tab) => tab.textContent === '1h') as HTMLElement);
  const fromEnd = strip().getBoundingClientRect().right - words.getBoundingClientRect().right;
  const row = strip().firstElementChild as HTMLElement;
  const fade = Number.parseFloat(getComputedStyle(row).getPropertyValue('--fade')) * 16;
  expect(fade - fromEnd).toBeGreaterThan(8);
});

/** px that fade at an end behind which there are more periods; where two have room nothing does. */
const FADE = 24;

/** Whether the chosen period lies within the strip and under no fade. */
function chosenInSight(): boolean {
  const row = strip().firstElementChild as HTMLElement;
  const edge = row.getBoundingClientRect();
  const tab = row.querySelector('[aria-selected="true"]')?.getBoundingClientRect() as DOMRect;
  const [start, end] = root.dir === 'rtl' ? [edge.right - tab.right, tab.left - edge.left] : [tab.left - edge.left, edge.right - tab.right];
  const fade = edge.width < 2.5 * tab.width ? 0 : FADE;
  const scrolled = Math.abs(row.scrollLeft);
  const isFree = (room: number, behind: number) => room >= (behind > 1 ? fade : 0) - 1;
  return isFree(start, scrolled) && isFree(end, row.scrollWidth - row.clientWidth - scrolled);
}

it.each([
  { width: 360, size: '100%', dir: 'ltr', chosen: '60min' },
  { width: 320, size: '100%', dir: 'rtl', chosen: '30min' },
  { width: 320, size: '200%', dir: 'ltr', chosen: '60min' },
  { width: 320, size: '200%', dir: 'rtl', chosen: '1week' },
] as const)(
  'D9.385 at $width px with letters of $size, $dir, $chosen is whole when it is chosen, after a load and when the room changes',
  async (scene) => {
    await page.viewport(scene.width, 740);
    root.style.fontSize = scene.size;
    root.dir = scene.dir;
    period.value = scene.chosen;
    // As behind another tab: it is laid out before anybody sees it.
    isActive.value = false;
    openTrade();
    await expect.poll(() => tabs().length).toBeGreaterThan(5);
    isActive.value = true;
    await screen.findByRole('tablist', { name: 'Chart period' });
    await expect.poll(chosenInSight).toBe(true);
    for (const tab of [0, 3, 4, 5, 2]) {
      fireEvent.click(tabs()[tab] as HTMLElement);
      await expect.poll(() => [tabs()[tab]?.getAttribute('aria-selected'), chosenInSight()]).toEqual(['true', true]);
    }
    fireEvent.click(tabs()[4] as HTMLElement);
    await page.viewport(430, 740);
    await expect.poll(chosenInSight).toBe(true);
    await page.viewport(scene.width, 740);
    await expect.poll(chosenInSight).toBe(true);
  },
);
