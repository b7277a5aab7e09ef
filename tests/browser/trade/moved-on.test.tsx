/** An order on its way, and its answer, on the page of another product: it is named there, and told by a toast. */
import { fireEvent } from '@testing-library/preact';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { needTexts } from '#ui/language/i18n.ts';
import { forgetOrders } from '#ui/state/orders.ts';
import { toasts } from '../support/toasts.ts';
import { answer, order } from './fake-market.ts';
import { buy, heading, leaveTrade, openTrade, resetTrade, world } from './open-trade.tsx';

const SUBMIT = '/v2/api/forex/submit';
beforeAll(() => needTexts('shell', 'trade', 'errors'));
beforeEach(resetTrade);
afterEach(async () => {
  await leaveTrade();
  forgetOrders();
});

async function pressedAndGone(reply: object) {
  let go: () => void = () => undefined;
  const asked = new Promise<void>((resolve) => {
    go = resolve;
  });
  world.calls = answer({ [SUBMIT]: () => asked.then(() => reply) });
  openTrade();
  await expect.poll(() => buy().disabled).toBe(false);
  fireEvent.click(buy());
  await expect.poll(() => world.calls.filter(({ path }) => path === SUBMIT).length).toBe(1);
  location.hash = '#/trade?id=2';
  await expect.poll(() => heading().textContent).toContain('XAU/USD');
  await new Promise((r) => setTimeout(r, 300));
  go();
  await new Promise((r) => setTimeout(r, 500));
}
it('a fill stands in no bar but its own', async () => {
  await pressedAndGone({ data: { Id: 501, Seq: 1, Order: order({}) } });
  await expect.poll(toasts).toContain('EUR/USD');
  expect(document.querySelector('section.fill')).toBeNull();
});
it('nor does a refusal', async () => {
  await pressedAndGone({ code: 1101, msg: 'Market closed' });
  await expect.poll(toasts).toContain('Buy 0.10 EUR/USD');
  expect(document.querySelector('.trade-bar-refusal')).toBeNull();
});
it('nor one that belongs to a field', async () => {
  await pressedAndGone({ code: 1102, msg: 'Lots must be at most 5.00' });
  expect([...document.querySelectorAll('.ticket, .trade-bar, form')].map((one) => one.textContent).join()).not.toContain('at most 5.00');
});
