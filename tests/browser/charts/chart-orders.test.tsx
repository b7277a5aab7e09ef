import { fireEvent } from '@testing-library/preact';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { needTexts } from '#ui/language/i18n.ts';
import { orderToShow } from '#ui/orders/order-to-show.ts';
import { forgetOrders } from '#ui/state/orders.ts';
import { order, push } from '../trade/fake-market.ts';
import { chart, leaveTrade, resetTrade, world } from '../trade/open-trade.tsx';
import { orders, showOrders, topOf } from './chart-hand.tsx';

const stopLine = () => document.querySelector<HTMLElement>('.price-tag[data-kind="stopLoss"]');

beforeAll(() => needTexts('shell', 'trade', 'errors'));
beforeEach(async () => {
  forgetOrders();
  await resetTrade();
  vi.spyOn(HTMLElement.prototype, 'setPointerCapture').mockImplementation(() => undefined);
});
afterEach(async () => {
  await leaveTrade();
  forgetOrders();
  vi.restoreAllMocks();
});

describe('the orders upon the chart', () => {
  it('are lines at entry, order price, stop loss and take profit, with side, lots and live net', async () => {
    await showOrders(
      order({ TargetLossPrice: 1.0828, TargetProfitPrice: 1.084 }),
      order({ Id: 502, Status: 0, OrderType: 2, OriginPrice: 1.0839, Price: 0, Quantity: '0.25' }),
      order({ Id: 503, ForexTradeLists: { Id: 2, Code: 'XAUUSD', ShowCode: 'XAU/USD', PricePrecision: 2 } }),
    );
    const tags = () => [...document.querySelectorAll<HTMLElement>('.price-tag')].map((tag) => [tag.dataset.kind, tag.textContent]);
    await expect.poll(tags).toEqual([
      ['pending', 'Sell 0.25 at 1.08390'],
      ['entry', 'Buy 0.10 −0.60'],
      ['takeProfit', 'TP 1.08400 +5.20'],
      ['stopLoss', 'SL 1.08280 −6.80'],
    ]);
    await expect.poll(() => world.engine.watchesOrders).toBe(true);
    push({ orders: [{ id: 501, price: 1.08352, profit: '1' }] });
    await expect.poll(() => tags()[1]).toEqual(['entry', 'Buy 0.10 +0.40']);
  });

  it('D9.380 lead by a tap to the order in its list', async () => {
    await showOrders(
      order({ TargetLossPrice: 1.0828 }),
      order({ Id: 502, Status: 0, OrderType: 2, OriginPrice: 1.0839, Price: 0, Quantity: '0.25' }),
    );
    for (const [kind, list, id, hash] of [
      ['entry', 'holding', 501, '#/order?type=1'],
      ['stopLoss', 'holding', 501, '#/order?type=1'],
      ['pending', 'pending', 502, '#/order?type=0'],
    ] as const) {
      const tag = document.querySelector<HTMLElement>(`.price-tag[data-kind="${kind}"]`) as HTMLElement;
      fireEvent.keyDown(tag.matches('[tabindex]') ? tag : (tag.querySelector('[tabindex]') ?? tag), { key: 'Enter' });
      expect(orderToShow.peek()).toEqual({ list, id });
      expect(location.hash).toBe(hash);
    }
    orderToShow.value = undefined;
  });

  it.each([320, 360])('D9.247 a pending one says its side, lots and whole price inside its tag on a phone %i px wide', async (width) => {
    await page.viewport(width, 740);
    await showOrders(order({ Id: 502, Status: 0, OrderType: 2, OriginPrice: 1.0839, Price: 0, Quantity: '12.5' }));
    const tag = () => document.querySelector<HTMLElement>('.price-tag') as HTMLElement;
    await expect.poll(() => tag()?.textContent).toBe('Sell 12.50 at 1.08390');
    const { right } = tag().getBoundingClientRect();
    expect([(tag().querySelector('b') as Element).getBoundingClientRect().right < right, right <= width]).toEqual([true, true]);
    await page.viewport(360, 740);
  });

  it('stand where their price stands, follow the scale, and go when the order closes', async () => {
    await showOrders(order({ TargetLossPrice: 1.083 }));
    const [entry, stop] = [...document.querySelectorAll('.price-tag')] as [HTMLElement, HTMLElement];
    await expect.poll(() => topOf(stop) - topOf(entry)).toBeGreaterThan(5);
    const before = topOf(stop) - topOf(entry);
    orders(order({ TargetLossPrice: 1.0832 }));
    await expect.poll(() => topOf(stop) - topOf(entry)).toBeLessThan(before);
    orders();
    await expect.poll(() => document.querySelectorAll('.price-tag').length).toBe(0);
  });

  it('a stop far away waits at the edge and does not press the candles flat', async () => {
    await showOrders(order({ TargetLossPrice: 1.02 }));
    await expect.poll(() => stopLine()?.dataset.off).toBe('below');
    const bottom = stopLine()?.getBoundingClientRect().top ?? 0;
    expect(bottom).toBeLessThanOrEqual(chart().getBoundingClientRect().bottom);
  });

  it('D9.436 the frame of a tag with an arrow is around all of it, in a font as wide as any', async () => {
    await showOrders(order({ TargetLossPrice: 1.02, TargetProfitPrice: 1.2, Quantity: '20' }));
    await expect.poll(() => document.querySelectorAll('.price-tag:is([data-off="above"], [data-off="below"])').length).toBe(2);
    for (const tag of document.querySelectorAll<HTMLElement>('.price-tag')) {
      if (!tag.dataset.off) continue;
      tag.style.letterSpacing = '0.125rem';
      const words = document.createRange();
      words.selectNodeContents(tag);
      const [inside, frame] = [words.getBoundingClientRect(), tag.getBoundingClientRect()];
      expect([inside.left >= frame.left, inside.right <= frame.right], tag.textContent ?? '').toEqual([true, true]);
    }
  });
});
