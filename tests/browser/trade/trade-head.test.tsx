/** The head of Trade: which of its figures has a colour, and that the mark of the product stays (decision D9.448). */
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { QUOTE_STATE } from '#protocol/frame.ts';
import { needTexts } from '#ui/language/i18n.ts';
import { push } from './fake-market.ts';
import { heading, leaveTrade, openTrade, resetTrade } from './open-trade.tsx';

beforeAll(() => needTexts('shell', 'trade', 'errors'));
beforeEach(resetTrade);
afterEach(leaveTrade);

describe('the head of /trade', () => {
  it('D9.448 the colour is that of the day and of its change alone: the price is as neutral as the name, in either theme', async () => {
    openTrade();
    await expect.poll(() => heading().textContent).toContain('EUR/USD');
    const colourOf = (selector: string) => getComputedStyle(document.querySelector(selector) as Element).color;
    for (const theme of ['light', 'dark']) {
      document.documentElement.setAttribute('data-theme', theme);
      for (const [close, change] of [
        [1.0835, 0.13],
        [1.0829, -0.1],
      ] as const) {
        push({ quotes: [{ id: 1, close, change }] });
        await expect.poll(() => document.querySelector('.trade-change')?.textContent).toContain(Math.abs(change).toFixed(2));
        expect(colourOf('.trade-last .price')).toBe(colourOf('.trade-code'));
        expect(colourOf('.trade-change')).not.toBe(colourOf('.trade-code'));
      }
    }
    document.documentElement.setAttribute('data-theme', 'light');
  });

  it('D9.448 the mark of the product stays beside the mark of play money, and the head keeps its height beside an old price', async () => {
    openTrade();
    await expect.poll(() => heading().textContent).toContain('EUR/USD');
    const box = (name: string) => (document.querySelector(`.trade-head${name}`) as Element).getBoundingClientRect();
    expect(document.querySelector('.trade-head .demo-chip')?.textContent).toBe('Demo');
    expect(box(' > .product-mark').width).toBe(28);
    const before = box('').height;
    push({ quotes: [{ id: 1, close: 1.08342, state: QUOTE_STATE.stale, ageMs: 59 * 60_000 }] });
    await expect.poll(() => document.querySelector('.trade-head .live-mark')?.textContent).toBe('59 min old');
    expect(box(' > .product-mark').width).toBeGreaterThanOrEqual(20);
    expect(box(' > .product-mark').right).toBeLessThanOrEqual(box(' .trade-code').left);
    expect(box('').height).toBe(before);
  });
});
