/** The chips of the stops on the first screen of Trade: whole above the bar of Buy and Sell, on a low one behind it; never half. */
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { storage } from '#ui/browser/storage.ts';
import { needTexts } from '#ui/language/i18n.ts';
import { putSite } from '#ui/state/site.ts';
import '#ui/shell/frame.css';
import { chartOf, chip, leaveTrade, lots, openTrade, resetTrade, stop, world, type as write } from './open-trade.tsx';

beforeAll(() => needTexts('shell', 'trade', 'errors'));
beforeEach(resetTrade);
afterEach(async () => {
  await leaveTrade();
  storage.remove('chart.1');
  await page.viewport(360, 740);
});

it.each([
  [360, 700, 'behind'],
  [360, 740, 'above'],
  [360, 780, 'above'],
  [360, 800, 'above'],
  [412, 915, 'above'],
  [430, 932, 'above'],
] as const)('D9.436 D9.447 at %i x %i they begin %s the bar, and the lots stand whole above it', async (width, height, where) => {
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

it('D9.447 with indicators the prices of a phone have the room of the chips, and nothing moves for a chip', async () => {
  storage.set('chart.1', JSON.stringify({ indicators: [{ kind: 'rsi', numbers: [14] }], hasVolume: true }));
  openTrade();
  await expect.poll(() => world.engine.charts.at(-1)?.productId).toBe(1);
  const heightPx = () => document.querySelector('.candle-chart')?.getBoundingClientRect().height ?? 0;
  const before = heightPx();
  expect(before).toBeGreaterThan(260);
  (await chip('Stop loss')).click();
  expect(heightPx()).toBe(before);
});

it('D9.492 at 360 x 740 the candles stay in sight above a stop that is being chosen, which ends above the bar', async () => {
  document.body.style.paddingBlockEnd = 'var(--tab-bar)';
  putSite({ currency: 'USD', timezone: '0', is_micro: '1' });
  openTrade();
  await expect.poll(() => world.engine.charts.at(-1)?.productId).toBe(1);
  chartOf(1);
  const boxOf = (selector: string) => document.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect();
  for (const [name, leastPx] of [
    ['Stop loss', 200],
    ['Take profit', 160],
  ] as const) {
    await expect.poll(() => document.querySelector('.trade-bar-cost dd')).not.toBeNull();
    const button = await chip(name);
    button.click();
    await expect.poll(() => button.getAttribute('aria-expanded')).toBe('true');
    // It is brought into sight behind the drawing.
    await expect.poll(() => boxOf('.candle-chart').bottom - Math.max(0, boxOf('.candle-chart').top)).toBeGreaterThanOrEqual(leastPx);
    await expect.poll(() => boxOf('.ticket-stop:last-of-type').bottom).toBeLessThanOrEqual(boxOf('.trade-bar').top + 1);
  }
  document.body.style.removeProperty('padding-block-end');
});

it('D9.492 a chip has the digits that were typed, of more than a float keeps too', async () => {
  openTrade();
  (await chip('Take profit')).click();
  await expect.poll(async () => (await chip('Take profit')).getAttribute('aria-expanded')).toBe('true');
  for (const [typed, text] of [
    ['9999999999.99999999', '9,999,999,999.99999999'],
    ['0012.50', '12.50'],
    ['7.', '7'],
  ] as const) {
    write(stop('Take profit'), typed);
    await expect.poll(async () => (await chip('Take profit')).querySelector('.ticket-chip-value')?.textContent).toBe(text);
  }
});

it('D9.494 at 320 x 568 with every indicator prices keep 140 px beside their legend and a pane, above Buy and Sell', async () => {
  const kinds = { ma: [5, 10, 30], boll: [20, 2], macd: [12, 26, 9], rsi: [14] };
  const indicators = Object.entries(kinds).map(([kind, numbers]) => ({ kind, numbers }));
  storage.set('chart.1', JSON.stringify({ indicators, hasVolume: true }));
  await page.viewport(320, 568);
  openTrade();
  await expect.poll(() => world.engine.charts.at(-1)?.productId).toBe(1);
  // 140 of prices, 52 of legend, 64 of a pane and the times.
  await expect.poll(() => document.querySelector('.candle-chart')?.getBoundingClientRect().height).toBeGreaterThanOrEqual(255);
});
