/** What a pending order is called on its buttons, that its price lies far, and that its fields can be seen. */
import { fireEvent } from '@testing-library/preact';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { needTexts } from '#ui/language/i18n.ts';
import { push } from './fake-market.ts';
import { buy, chip, leaveTrade, openTrade, orderPrice, resetTrade, sell, tab, type as write } from './open-trade.tsx';

beforeAll(() => needTexts('shell', 'trade', 'errors'));
beforeEach(resetTrade);
afterEach(leaveTrade);

/** Its name and the price on it. */
const said = (button: HTMLElement) => `${button.getAttribute('aria-label')} ${button.querySelector('small')?.textContent}`;

async function openPending(): Promise<void> {
  openTrade();
  fireEvent.click(await tab('Pending'));
  await expect.poll(() => orderPrice().value).not.toBe('');
}

it('D9.475 the buttons say the kind of order, and the bar that its price lies far; the market can make it another kind', async () => {
  await openPending();
  const bar = () => document.querySelector('.trade-bar-far')?.textContent;
  write(orderPrice(), '1.0');
  await expect.poll(() => [buy(), sell()].map(said)).toEqual(['Buy limit 1.00000', 'Sell stop 1.00000']);
  expect([buy().getAttribute('aria-label'), bar()]).toEqual(['Buy limit', 'Far: 7.70% below 1.08342']);
  const far = document.querySelector('.trade-bar-far') as HTMLElement;
  expect(getComputedStyle(far).color).not.toBe(getComputedStyle(far.parentElement as HTMLElement).color);
  expect(document.querySelector('.trade-bar-cost')?.getBoundingClientRect().height).toBeGreaterThan(0);
  write(orderPrice(), '1.08');
  await expect.poll(bar).toBeUndefined();
  push({ quotes: [{ id: 1, close: 1.07 }] });
  await expect.poll(() => [buy(), sell()].map(said)).toEqual(['Buy stop 1.08000', 'Sell limit 1.08000']);
  fireEvent.click(await tab('Market'));
  await expect.poll(() => said(buy())).toBe('Buy 1.07000');
});

it('D9.475 all of its fields stand above the bar, down to the stops, on a phone of 360 x 740', async () => {
  await openPending();
  const barTop = () => document.querySelector('.trade-bar')?.getBoundingClientRect().top ?? Number.NaN;
  for (const name of ['Stop loss', 'Take profit'] as const) {
    const box = await chip(name);
    await expect.poll(() => box.getBoundingClientRect().bottom <= barTop() + 1).toBe(true);
  }
  expect(orderPrice().getBoundingClientRect().top).toBeGreaterThan(0);
});
