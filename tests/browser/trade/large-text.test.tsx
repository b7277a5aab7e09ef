/** Trade with letters of 200 % on a phone: a chart that can be used, the ticket below it, and no number in two parts (decision D9.480). */
import { screen } from '@testing-library/preact';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { needTexts } from '#ui/language/i18n.ts';
import '#ui/shell/frame.css';
import { chart, chartOf, leaveTrade, openTrade, resetTrade, world } from './open-trade.tsx';

beforeAll(() => needTexts('shell', 'trade', 'errors'));
beforeEach(async () => {
  await page.viewport(360, 740);
  document.documentElement.style.fontSize = '200%';
  await resetTrade();
  openTrade();
  await expect.poll(() => world.engine.charts.at(-1)?.productId).toBe(1);
  chartOf(1);
  await expect.poll(() => Number(chart().dataset.candles)).toBeGreaterThan(5);
  await expect.poll(() => document.querySelector('.trade-bar-cost dd')).not.toBeNull();
});
afterEach(async () => {
  document.documentElement.style.fontSize = '';
  await leaveTrade();
});

const boxOf = (selector: string) => (document.querySelector(selector) as HTMLElement).getBoundingClientRect();
/** Heights of the lines of a text. */
const linesOf = (node: Element) => {
  const range = document.createRange();
  range.selectNodeContents(node);
  return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
};

it('D9.480 shows 140 px of chart and the beginning of the ticket above the bar, and nothing too wide', () => {
  const bar = boxOf('.trade-bar');
  const plot = boxOf('.candle-chart-plot');
  expect(Math.min(plot.bottom, bar.top) - plot.top).toBeGreaterThanOrEqual(140);
  expect(boxOf('.ticket').top).toBeLessThan(bar.top - 16);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360);
});

it('D9.480 code, bell and star are one row, and no price or amount is parted', () => {
  const tops = ['.trade-head > :first-child', '.trade-code', '.trade-bell', '.trade-head > :last-child'].map((one) => {
    const { top, height } = boxOf(one);
    return top + height / 2;
  });
  expect(Math.max(...tops) - Math.min(...tops)).toBeLessThan(4);
  for (const price of [...document.querySelectorAll('.trade-bar-price, .trade-bar-cost dd, .trade-last')]) {
    expect([price.textContent, linesOf(price)]).toEqual([price.textContent, 1]);
  }
  expect(screen.getAllByRole('button', { name: /^(Buy|Sell)/ }).every((one) => one.scrollWidth <= one.clientWidth)).toBe(true);
});
