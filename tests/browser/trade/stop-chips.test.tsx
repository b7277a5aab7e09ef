/** The chips of the stops on the first screen of Trade: whole above the bar of Buy and Sell, or behind it; never half. */
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { needTexts } from '#ui/language/i18n.ts';
import { putSite } from '#ui/state/site.ts';
import '#ui/shell/frame.css';
import { chartOf, chip, leaveTrade, lots, openTrade, resetTrade, world } from './open-trade.tsx';

beforeAll(() => needTexts('shell', 'trade', 'errors'));
beforeEach(resetTrade);
afterEach(async () => {
  await leaveTrade();
  await page.viewport(360, 740);
});

it.each([
  [360, 740, 'behind'],
  [360, 780, 'behind'],
  [360, 800, 'above'],
  [412, 915, 'above'],
  [430, 932, 'above'],
] as const)('D9.436 at %i x %i they begin %s the bar, and the lots stand whole above it', async (width, height, where) => {
  await page.viewport(width, height);
  putSite({ currency: 'USD', timezone: '0', is_micro: '1' });
  openTrade();
  await expect.poll(() => world.engine.charts.at(-1)?.productId).toBe(1);
  chartOf(1);
  const boxes = await Promise.all((['Stop loss', 'Take profit'] as const).map(async (name) => (await chip(name)).getBoundingClientRect()));
  const barTop = document.querySelector('.trade-bar')?.getBoundingClientRect().top ?? Number.NaN;
  expect(lots().getBoundingClientRect().bottom).toBeLessThanOrEqual(barTop);
  for (const { top, bottom } of boxes) expect(where === 'above' ? bottom <= barTop : top >= barTop).toBe(true);
});
