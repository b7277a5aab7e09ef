/** What was measured belongs to what was looked at: it does not lie over another product, another period or the other form. */
import { fireEvent, screen } from '@testing-library/preact';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { needTexts } from '#ui/language/i18n.ts';
import { selectProduct } from '#ui/state/products.ts';
import { resetMicroTrade } from './open-micro.tsx';
import { chart, chartOf, heading, leaveTrade, legend, openTrade, orderPrice, tab } from './open-trade.tsx';

beforeAll(() => needTexts('shell', 'trade', 'errors'));
beforeEach(resetMicroTrade);
afterEach(leaveTrade);

const measure = () => document.querySelector<HTMLElement>('.candle-chart-measure:not([hidden])');
async function measureSomething(): Promise<void> {
  openTrade();
  await tab('Micro');
  chartOf(1);
  await expect.poll(legend).toBeTruthy();
  await expect
    .poll(() => {
      if (!measure()) fireEvent.keyDown(chart(), { key: 'm' });
      return measure();
    })
    .not.toBeNull();
}

it('D9.503 goes with the change to the form of micro trades, and is not there again on the way back', async () => {
  await measureSomething();
  fireEvent.click(await tab('Micro'));
  await expect.poll(measure).toBeNull();
  fireEvent.click(await tab('Contract'));
  await expect.poll(async () => (await tab('Contract')).ariaSelected).toBe('true');
  expect(measure()).toBeNull();
});

it('D9.503 goes with the choice of another product, before its candles are there', async () => {
  await measureSomething();
  selectProduct(2);
  await expect.poll(() => heading().textContent).toContain('XAU/USD');
  await expect.poll(measure).toBeNull();
});

it('D9.508 an order that is asked for on the chart beside micro trades has its ticket at once, and not whenever that is come back to', async () => {
  openTrade();
  fireEvent.click(await tab('Micro'));
  chartOf(1);
  await expect.poll(legend).toBeTruthy();
  await expect
    .poll(() => {
      for (const key of ['ArrowDown', 'ArrowDown', 'Enter']) fireEvent.keyDown(chart(), { key });
      return screen.queryByRole('button', { name: /^Buy limit/ });
    })
    .not.toBeNull();
  fireEvent.click(screen.getByRole('button', { name: /^Buy limit/ }));
  await expect.poll(async () => (await tab('Contract')).ariaSelected).toBe('true');
  await expect.poll(async () => (await tab('Pending')).ariaSelected).toBe('true');
  expect(Number(orderPrice().value)).toBeLessThan(1.08342);
});
