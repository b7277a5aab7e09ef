/** A pending order at a price of the chart that fills the screen: asked about over it, sent by one tap (decision D9.478). */
import { fireEvent, screen, within } from '@testing-library/preact';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { needTexts } from '#ui/language/i18n.ts';
import { forgetOrders } from '#ui/state/orders.ts';
import { selectProduct } from '#ui/state/products.ts';
import { problemsOf } from '../support/axe.ts';
import { inside, Touch } from '../support/touch.ts';
import { answer, order } from '../trade/fake-market.ts';
import {
  buy,
  chart,
  chartOf,
  chip,
  leaveTrade,
  openTrade,
  resetTrade,
  stop,
  tab,
  toggle,
  world,
  type as write,
} from '../trade/open-trade.tsx';

const SUBMIT = '/v2/api/forex/submit';
const page = () => document.querySelector('.trade') as HTMLElement;
const steps = () => (history.state as { layers?: number } | null)?.layers ?? 0;

async function enterFull(): Promise<void> {
  fireEvent.click(await screen.findByRole('button', { name: 'Full screen' }));
  await expect.poll(() => page().dataset.full).toBe('layer');
  await expect.poll(steps).toBe(1);
}
async function leaveFull(): Promise<void> {
  if (page().dataset.full) fireEvent.click(screen.getByRole('button', { name: 'Leave full screen' }));
  await expect.poll(() => page().dataset.full).toBeUndefined();
  await expect.poll(steps).toBe(0);
}

beforeAll(() => needTexts('shell', 'trade', 'errors'));
beforeEach(async () => {
  forgetOrders();
  await resetTrade();
  world.calls = answer({ [SUBMIT]: () => ({ msg: 'Done', data: { Id: 501, Seq: 81_234, Order: order({ Status: 0 }) } }) });
  vi.spyOn(document, 'fullscreenEnabled', 'get').mockReturnValue(false);
  openTrade();
  await expect.poll(() => world.engine.charts.at(-1)?.productId).toBe(1);
  chartOf(1);
  await expect.poll(() => Number(chart().dataset.candles)).toBeGreaterThan(10);
  await expect.poll(() => buy().disabled).toBe(false);
  await enterFull();
});
afterEach(async () => {
  await leaveFull();
  await leaveTrade();
  vi.restoreAllMocks();
});

/** Holds a finger below the newest price, and takes the buy limit that is offered there: its question, and its price. */
async function askLimit(): Promise<{ question: HTMLElement; price: string }> {
  const touch = new Touch();
  await touch.down(1, inside(chart(), 0.3, 0.6));
  const offer = await screen.findByRole('group', { name: /^Order or alert at/ });
  await touch.up(1);
  const button = within(offer).getByRole('button', { name: /^Buy limit/ });
  const price = /1\.08\d{3}/.exec(button.textContent ?? '')?.[0] ?? '';
  fireEvent.click(button);
  const question = await screen.findByRole('dialog');
  await expect.poll(() => within(question).queryByRole('button', { name: `Buy limit 0.10 at ${price}` })).not.toBeNull();
  return { question, price };
}
const sent = () => world.calls.filter(({ path }) => path === SUBMIT);

it('D9.478 Buy and Sell say how many lots they are for', () => {
  expect(buy().querySelector('span')?.textContent).toBe('Buy 0.10');
});

it('D9.478 it is asked over the chart, which goes on filling the screen, and one tap sends it', async () => {
  const { question, price } = await askLimit();
  expect(page().dataset.full).toBe('layer');
  expect(question.getBoundingClientRect().height).toBeLessThan(innerHeight / 2);
  expect(await problemsOf(question)).toEqual([]);
  fireEvent.click(within(question).getByRole('button', { name: /^Buy limit/ }));
  await expect.poll(() => sent().length).toBe(1);
  expect([Number(sent()[0]?.fields.get('target_price')), sent()[0]?.fields.get('status')]).toEqual([Number(price), '0']);
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  expect(page().dataset.full).toBe('layer');
});

it('D9.478 what stands in the ticket that nobody sees is none of that order, and stands there again afterwards', async () => {
  await leaveFull();
  await toggle('Stop loss');
  await expect.poll(() => stop('Stop loss').disabled).toBe(false);
  write(stop('Stop loss'), '1.05');
  await enterFull();
  const { question } = await askLimit();
  fireEvent.click(within(question).getByRole('button', { name: /^Buy limit/ }));
  await expect.poll(() => sent().length).toBe(1);
  const { fields } = sent()[0] ?? {};
  expect([fields?.get('stop_loss_price'), fields?.get('target_profit_price'), fields?.get('good_till')]).toEqual(['0', '0', null]);
  await leaveFull();
  expect((await chip('Stop loss')).textContent).toContain('1.05');
});

it.each([
  ['Escape', () => userEvent.keyboard('{Escape}')],
  ['Back', async () => history.back()],
])('D9.478 %s closes the question alone, and the buttons are of the market again', async (_, close) => {
  await askLimit();
  await expect.poll(steps).toBe(2);
  await close();
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  expect([page().dataset.full, sent().length]).toEqual(['layer', 0]);
  await expect.poll(steps).toBe(1);
  expect(buy().textContent).toContain('1.08342');
  fireEvent.click(screen.getByRole('button', { name: 'Leave full screen' }));
  await expect.poll(async () => (await tab('Market')).getAttribute('aria-selected')).toBe('true');
});

it('D9.507 the question ends with its product: nothing of it is sent, and the ticket is the other one’s, at the market', async () => {
  await askLimit();
  selectProduct(2);
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  await expect.poll(() => buy().textContent).toContain('2,381.40');
  await expect.poll(() => buy().disabled).toBe(false);
  fireEvent.click(buy());
  await expect.poll(() => sent().length).toBe(1);
  const { fields } = sent()[0] ?? {};
  expect([fields?.get('forex_id'), fields?.get('status')]).toEqual(['2', '1']);
});
