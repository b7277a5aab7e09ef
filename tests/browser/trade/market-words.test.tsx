/** What the trade screen says of a closed market, of a stop-out far away, of wrong lots, and to who has gone elsewhere. */
import { fireEvent, screen } from '@testing-library/preact';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { needTexts } from '#ui/language/i18n.ts';
import { toasts } from '../support/toasts.ts';
import { answer, order, push } from './fake-market.ts';
import { buy, figure, isActive, leaveTrade, lots, openTrade, reason, resetTrade, world } from './open-trade.tsx';

beforeAll(() => needTexts('shell', 'trade', 'errors'));
beforeEach(resetTrade);
afterEach(leaveTrade);

it('D9.386 a closed market has no colour, says so once, and what its day came to', async () => {
  await page.viewport(360, 740);
  openTrade('#/trade?id=1');
  await expect.poll(() => reason()).toBe('');
  const barHeight = () => document.querySelector('.trade-bar')?.getBoundingClientRect().height;
  const height = barHeight();
  const inkOf = (selector: string) => getComputedStyle(document.querySelector(selector) as Element).color;
  location.hash = '#/trade?id=5';
  await expect.poll(() => document.querySelector('.trade-day')?.textContent).toBe('+0.40%');
  const head = document.querySelector('.trade-head')?.textContent ?? '';
  const line = document.querySelector('.trade-price') as HTMLElement;
  expect((head + line.textContent).match(/Closed/g)).toHaveLength(1);
  expect(inkOf('.trade-price .price')).toBe(inkOf('.trade-closed'));
  expect(line.querySelector('[data-tone="up"], [data-tone="down"]')).toBeNull();
  // All of it in one line, and the bar as high as over an open market.
  expect(line.getBoundingClientRect().height).toBeLessThan(50);
  await expect.poll(barHeight).toBe(height);
});

it('D9.387 a stop-out farther than half the price away is far', async () => {
  openTrade();
  await expect.poll(() => buy().disabled).toBe(false);
  push({ estimate: { price: 1.1, margin: '110', fee: '0.6', level: '900', stopOutBuy: 0.56, stopOutSell: 2.08101 } });
  await expect.poll(() => [figure('Stop-out if Buy'), figure('Stop-out if Sell')]).toEqual(['0.56000', 'far']);
  push({ estimate: { price: 1.1, margin: '110', fee: '0.6', level: '900', stopOutBuy: 0.54, stopOutSell: 0 } });
  await expect.poll(() => [figure('Stop-out if Buy'), figure('Stop-out if Sell')]).toEqual(['far', '--']);
});

it('D9.388 lots that cannot be are said at their field, and nothing moves for it', async () => {
  openTrade();
  await expect.poll(() => lots().value).toBe('0.10');
  const places = () => ['.ticket-lots', '.ticket-stops'].map((part) => document.querySelector(part)?.getBoundingClientRect().bottom);
  const before = places();
  fireEvent.input(lots(), { target: { value: '0.05' } });
  await expect.poll(() => screen.queryByRole('alert')?.textContent).toBe('At least 0.10 lots');
  expect(places()).toEqual(before);
  const [note, field] = [screen.getByRole('alert'), lots()].map((part) => part.getBoundingClientRect()) as [DOMRect, DOMRect];
  expect([note.height > 8, note.top >= field.top, note.bottom <= field.bottom]).toEqual([true, true, true]);
});

it('D9.384 says in a toast, wherever they are by then, that an order was taken whose answer came late', async () => {
  let release: (value: { data: unknown }) => void = () => undefined;
  world.calls = answer({ '/v2/api/forex/submit': () => new Promise((resolve) => (release = resolve)) });
  openTrade();
  await expect.poll(() => buy().disabled).toBe(false);
  fireEvent.click(buy());
  await expect.poll(() => world.calls.length).toBe(1);
  isActive.value = false;
  await expect.poll(() => world.engine.tickets.at(-1)).toBeNull();
  release({ data: { Id: 501, Seq: 81_234, Order: order({}) } });
  await expect.poll(toasts).toBe('Bought 0.10 EUR/USD at 1.08342');
});
