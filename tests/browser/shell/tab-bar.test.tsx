/** The six words of the tab bar on the smallest phone, with letters enlarged. */
import { cleanup, render } from '@testing-library/preact';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { needTexts } from '#ui/language/i18n.ts';
import { TabBar } from '#ui/shell/tab-bar.tsx';
import '#ui/tokens.css';
import '#ui/shell/frame.css';

const root = document.documentElement;

beforeAll(() => needTexts('shell'));
afterEach(async () => {
  cleanup();
  root.style.removeProperty('font-size');
  await page.viewport(360, 740);
});

it.each([
  [320, '100%'],
  [320, '125%'],
  [360, '150%'],
  [320, '200%'],
  [360, '200%'],
])('at %i px with letters of %s no word runs into the next one, and each tab keeps its name', async (width, size) => {
  await page.viewport(width, 640);
  root.style.fontSize = size;
  const { container } = render(<TabBar path="/" />);
  const tabs = [...container.querySelectorAll<HTMLElement>('.tab')];
  expect(tabs.map((tab) => tab.textContent)).toEqual(['Market', 'Trade', 'Orders', 'Copy', 'Ranking', 'Account']);
  for (const tab of tabs) {
    const [own, word] = [tab, tab.querySelector('span') as Element].map((node) => node.getBoundingClientRect()) as [DOMRect, DOMRect];
    expect([word.left >= own.left - 0.5, word.right <= own.right + 0.5], tab.textContent ?? '').toEqual([true, true]);
  }
  expect(root.scrollWidth).toBeLessThanOrEqual(width);
});

it('D9.494 what is not open yet is lighter than what is', () => {
  const { container } = render(<TabBar path="/" />);
  const weights = [...container.querySelectorAll('.tab')].map((tab) => Number(getComputedStyle(tab).fontWeight));
  expect(weights).toEqual([600, 600, 600, 400, 400, 600]);
});
