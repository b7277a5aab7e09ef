/** What became of an order whose answer was late, where it was not executed: which order, and the way to try again. */
import { fireEvent, screen } from '@testing-library/preact';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { needTexts } from '#ui/language/i18n.ts';
import { isOffline } from '#ui/state/link.ts';
import { problemsOf } from '../support/axe.ts';
import { toasts } from '../support/toasts.ts';
import { answer, order } from './fake-market.ts';
import { buy, isActive, leaveTrade, openTrade, resetTrade, strip, world } from './open-trade.tsx';

const SUBMIT = '/v2/api/forex/submit';

beforeAll(() => needTexts('shell', 'trade', 'errors'));
beforeEach(resetTrade);
afterEach(leaveTrade);

it('D9.481 names an order that was late and is void, in place of words about no order, and presses its button again', async () => {
  let sent = 0;
  world.calls = answer({
    [SUBMIT]: () => (sent++ === 0 ? { code: 1109, msg: 'cancelled' } : { data: { Id: 501, Seq: 1, Order: order({}) } }),
  });
  openTrade();
  await expect.poll(() => buy().disabled).toBe(false);
  fireEvent.click(buy());
  await expect.poll(() => document.querySelector('.fill')?.textContent).toBe('Buy 0.10 EUR/USD was not executedAgain');
  const said = [...document.querySelectorAll<HTMLElement>('[role="alert"]')].filter((one) => one.checkVisibility());
  expect(said.map((one) => one.textContent)).toEqual(['Buy 0.10 EUR/USD was not executedAgain']);
  expect(await problemsOf(document.body)).toEqual([]);
  fireEvent.click(screen.getByRole('button', { name: 'Again' }));
  expect((await strip()).textContent).toContain('Bought 0.10');
  expect(screen.queryByText(/was not executed/)).toBeNull();
  expect(sent).toBe(2);
});

it('D9.495 names an order that never left for want of a network, in words that stay true once it is back', async () => {
  world.calls = answer({ [SUBMIT]: () => ({ data: { Id: 501, Seq: 1, Order: order({}) } }) });
  openTrade();
  await expect.poll(() => buy().disabled).toBe(false);
  fireEvent.click(buy());
  isOffline.value = true;
  await expect.poll(() => document.querySelector('.fill')?.textContent).toBe('Buy 0.10 EUR/USD was not executedAgain');
  isOffline.value = false;
  await expect.poll(() => buy().disabled).toBe(false);
  expect(screen.queryByText(/You are offline/)).toBeNull();
  expect(world.calls.some(({ path }) => path === SUBMIT)).toBe(false);
  fireEvent.click(screen.getByRole('button', { name: 'Again' }));
  expect((await strip()).textContent).toContain('Bought 0.10');
});

it('D9.481 names it in a toast too, to who has gone elsewhere meanwhile', async () => {
  let reply: () => void = () => undefined;
  const asked = new Promise<void>((resolve) => {
    reply = resolve;
  });
  world.calls = answer({ [SUBMIT]: () => asked.then(() => ({ code: 1109, msg: 'cancelled' })) });
  openTrade();
  await expect.poll(() => buy().disabled).toBe(false);
  fireEvent.click(buy());
  isActive.value = false;
  reply();
  await expect.poll(toasts).toContain('Buy 0.10 EUR/USD was not executed');
});
