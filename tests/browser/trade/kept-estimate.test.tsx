/** What the ticket comes to, from one change of it to the engine's next word. */
import { fireEvent, screen, within } from '@testing-library/preact';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { needTexts } from '#ui/language/i18n.ts';
import { estimate } from '#ui/state/estimate.ts';
import { push } from './fake-market.ts';
import {
  barFee,
  buy,
  figure,
  isActive,
  leaveTrade,
  lots,
  openTrade,
  resetTrade,
  stop,
  strip,
  toggle,
  world,
  type as write,
} from './open-trade.tsx';

beforeAll(() => needTexts('shell', 'trade', 'errors'));
beforeEach(resetTrade);
afterEach(leaveTrade);

const margin = () => figure('Margin', '.trade-bar');
const money = () => document.querySelector('.ticket-stop-money')?.textContent;
const AT_STOP = {
  price: 1.08342,
  margin: '108.342',
  fee: '0.6',
  level: '9230.02',
  stopOutBuy: 0.08887,
  stopOutSell: 2.07795,
  stopLossBuy: '-21.7',
};

it('D9.513 margin and fee stand while stops are chosen and as the order is filled; of other lots they are not said', async () => {
  openTrade();
  await expect.poll(() => buy().disabled).toBe(false);
  push({ estimate: AT_STOP });
  await expect.poll(margin).toBe('108.34 USD');
  const gone: (string | null)[] = [];
  const bar = document.querySelector('.trade-bar') as HTMLElement;
  const watch = new MutationObserver(() => gone.push(...[margin() ?? null, barFee() ?? null].filter((text) => text === '--')));
  watch.observe(bar, { characterData: true, childList: true, subtree: true });
  await toggle('Stop loss');
  fireEvent.click(within(screen.getByRole('group', { name: 'Stop loss' })).getAllByRole('button')[1] as HTMLElement);
  await expect.poll(() => stop('Stop loss').value).toBe('1.08125');
  push({ estimate: AT_STOP });
  await expect.poll(money).toContain('−22.30');
  fireEvent.click(buy());
  await strip();
  await expect.poll(() => stop('Stop loss').value).toBe('');
  watch.disconnect();
  expect(gone).toEqual([]);
  write(lots(), '0.2');
  await expect.poll(margin).toBe('--');
});

it('D9.513 what a stop comes to is not said of another price', async () => {
  openTrade();
  await expect.poll(() => buy().disabled).toBe(false);
  await toggle('Stop loss');
  await expect.poll(() => stop('Stop loss').disabled).toBe(false);
  write(stop('Stop loss'), '1.08125');
  push({ estimate: AT_STOP });
  await expect.poll(money).toContain('−22.30');
  write(stop('Stop loss'), '1.07');
  await expect.poll(money).toBe('--');
  expect(margin()).toBe('108.34 USD');
});

it('D9.513 nothing of it is left for who comes back', async () => {
  openTrade();
  await expect.poll(() => world.engine.tickets.length).toBeGreaterThan(0);
  push({ estimate: AT_STOP });
  await expect.poll(margin).toBe('108.34 USD');
  isActive.value = false;
  await expect.poll(() => world.engine.tickets.at(-1)).toBeNull();
  expect(estimate.peek()).toBeUndefined();
  isActive.value = true;
  await expect.poll(() => world.engine.tickets.at(-1)).not.toBeNull();
  expect(margin()).toBe('--');
});
