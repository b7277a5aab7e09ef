/** Tags at rest hide no candle that there is room for: stops stand at the scale, orders are seen through (decision D9.447). */
import { screen } from '@testing-library/preact';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { needTexts } from '#ui/language/i18n.ts';
import { forgetOrders } from '#ui/state/orders.ts';
import { order } from '../trade/fake-market.ts';
import { chart, leaveTrade, resetTrade } from '../trade/open-trade.tsx';
import { showOrders } from './chart-hand.tsx';

/** What a finger meets at the middle of a tag. */
const metAt = (tag: HTMLElement) => {
  const { left, top, width, height } = tag.getBoundingClientRect();
  return document.elementFromPoint(left + width / 2, top + height / 2)?.closest('.price-tag');
};

beforeAll(() => needTexts('shell', 'trade', 'errors'));
beforeEach(async () => {
  forgetOrders();
  await resetTrade();
});
afterEach(async () => {
  await leaveTrade();
  forgetOrders();
});

describe('D9.447 what lies over the candles', () => {
  it('a stop stands at the scale, beside the newest candle and not over it, and says what it comes to once it is touched', async () => {
    await showOrders(order({ TargetLossPrice: 1.083, TargetProfitPrice: 1.084 }));
    const axisPx = Number.parseFloat(getComputedStyle(document.querySelector('.price-tags') as Element).getPropertyValue('--axis-width'));
    // Three bars of six pixels are free at the right of the newest one.
    const free = chart().getBoundingClientRect().right - axisPx - 18;
    for (const name of [/^Stop loss/, /^Take profit/]) {
      const tag = await screen.findByRole('slider', { name });
      const money = tag.querySelector('b') as HTMLElement;
      expect([tag.getBoundingClientRect().left >= free, money.checkVisibility()]).toEqual([true, false]);
      tag.focus();
      expect([money.checkVisibility(), metAt(tag)]).toEqual([true, tag]);
      tag.blur();
    }
  });

  it('D9.479 that of a position is what it comes to alone, until it is touched: it covers a fifth of the plot at most', async () => {
    await showOrders(order({}));
    const tag = await screen.findByRole('slider', { name: /^Buy 0\.10/ });
    const name = tag.querySelector('.price-tag-name') as HTMLElement;
    const widths = () => [tag.offsetWidth <= chart().offsetWidth / 5, name.offsetWidth > 10];
    expect(widths()).toEqual([true, false]);
    expect(tag.textContent).toBe('Buy 0.10 −0.60');
    const { left, top } = tag.getBoundingClientRect();
    expect(document.elementFromPoint(left + 39, top + 10)?.closest('.price-tag')).toBe(tag);
    tag.focus();
    expect(name.offsetWidth).toBeGreaterThan(10);
    expect(metAt(tag)).toBe(tag);
  });

  it('the oldest candles are seen through the tag of an order, until it is touched', async () => {
    await showOrders(order({}));
    const tag = await screen.findByRole('slider', { name: /^Buy 0\.10/ });
    const isClear = () => /\/ 0\.\d+\)$/.test(getComputedStyle(tag).backgroundColor);
    expect(isClear()).toBe(true);
    tag.focus();
    expect(isClear()).toBe(false);
  });
});
