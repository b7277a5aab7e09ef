/** Price alerts upon the chart: made where a finger is held, drawn as lines, dragged, opened. */
import { fireEvent, screen, waitFor, within } from '@testing-library/preact';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { needTexts } from '#ui/language/i18n.ts';
import { forgetOrders } from '#ui/state/orders.ts';
import { sessionNumber } from '#ui/state/session.ts';
import { drag, handle } from '../charts/chart-hand.tsx';
import { problemsOf } from '../support/axe.ts';
import { toasts } from '../support/toasts.ts';
import { inside, Touch } from '../support/touch.ts';
import { answer, order, ordersEvent, push } from '../trade/fake-market.ts';
import { chart, chartOf, leaveTrade, openTrade, resetTrade, world } from '../trade/open-trade.tsx';
import { type AlertBook, alertBook, alertRow } from './alert-book.ts';

let book: AlertBook;

beforeAll(() => needTexts('shell', 'trade', 'errors', 'alerts'));
beforeEach(async () => {
  forgetOrders();
  await resetTrade();
  sessionNumber.value++;
});
afterEach(async () => {
  vi.restoreAllMocks();
  await leaveTrade();
  forgetOrders();
});

async function show(own: AlertBook): Promise<void> {
  book = own;
  world.calls = answer(own.routes);
  openTrade();
  await expect.poll(() => world.engine.charts.at(-1)?.productId).toBe(1);
  chartOf(1);
  await expect.poll(() => document.querySelector('.candle-chart-legend')).not.toBeNull();
}
const line = () => handle(/^Alert, Rises to 1\.08390/);
const noCapture = () => vi.spyOn(HTMLElement.prototype, 'setPointerCapture').mockImplementation(() => undefined);
const one = () => alertBook(alertRow({ Price: 1.0839 }));

it('D9.150 a price that a finger is held at is offered beside the pending orders, and its sheet is filled with it', async () => {
  await show(alertBook());
  const touch = new Touch();
  await touch.down(1, inside(chart(), 0.3, 0.85));
  const offer = within(await screen.findByRole('group', { name: /^Order or alert at/ }));
  await touch.up(1);
  expect(offer.getAllByRole('button').map((button) => button.textContent?.replace(/ 1\.08\d{3}/, ''))).toEqual([
    'Buy limit',
    'Sell stop',
    'Alert at',
    '',
  ]);
  const button = offer.getByRole('button', { name: /^Alert at/ });
  const price = /1\.08\d{3}/.exec(button.textContent ?? '')?.[0] ?? '';
  await expect.poll(() => screen.queryByRole('button', { name: /^Price alerts of/ })).not.toBeNull();
  fireEvent.click(button);
  const sheet = within(await screen.findByRole('dialog'));
  expect((await sheet.findByRole<HTMLInputElement>('spinbutton')).value).toBe(price);
  fireEvent.click(sheet.getByRole('button', { name: 'Set alert' }));
  await expect.poll(() => book.asked[0]).toMatchObject({ kind: 'below', price: String(Number(price)) });
  // The new one is a line at once.
  expect(await handle(new RegExp(`^Alert, Falls to ${price}`))).toBeTruthy();
});

describe('the line of an alert', () => {
  it('D9.153 is dragged to another price, beside the lines of orders, and stays there until the server has said so', async () => {
    noCapture();
    await show(one());
    push({ events: [ordersEvent(order({ TargetLossPrice: 1.083 }))] });
    await expect.poll(() => document.querySelectorAll('.price-tag').length).toBe(3);
    const tag = await line();
    expect(tag.textContent?.trim()).toBe('1.08390');
    drag(tag, -20);
    await expect.poll(() => book.asked.length).toBe(1);
    const price = book.asked[0]?.price ?? '';
    expect(Number(price)).toBeGreaterThan(1.0839);
    expect(book.asked[0]).toEqual(expect.not.objectContaining({ kind: expect.anything() }));
    await expect.poll(() => toasts()).toContain('Alert of EUR/USD moved to');
    expect(await handle(new RegExp(`^Alert, Rises to ${Number(price).toFixed(5)}`))).toBeTruthy();
    expect(document.querySelector('.price-draft')?.hasAttribute('hidden')).toBe(true);
  });

  it('D9.153 that crosses the newest price waits on its other side', async () => {
    noCapture();
    await show(one());
    const tag = await line();
    drag(tag, 60, { holds: true });
    await expect.poll(() => tag.textContent).toMatch(/^Falls to/);
    fireEvent.pointerUp(tag, { pointerId: 1, pointerType: 'touch' });
    await expect.poll(() => book.asked[0]?.kind).toBe('below');
  });

  it('ends at the tag that it is dragged with: nothing runs through its words', async () => {
    noCapture();
    await show(one());
    const tag = await line();
    drag(tag, -20, { holds: true });
    await expect.poll(() => tag.dataset.drafted).toBe('true');
    const { top, height, left, width } = tag.getBoundingClientRect();
    // What is drawn over what, in a place that fingers pass through.
    const draft = document.querySelector<HTMLElement>('.price-draft') as HTMLElement;
    for (const node of [tag, draft]) node.style.pointerEvents = 'auto';
    draft.style.blockSize = '2px';
    expect(tag.contains(document.elementFromPoint(left + width / 2, top + height / 2))).toBe(true);
    fireEvent.pointerCancel(tag, { pointerId: 1, pointerType: 'touch' });
  });

  it('is moved by keys: Enter sends it, Escape gives it up', async () => {
    await show(one());
    const tag = await line();
    const value = () => Number(tag.getAttribute('aria-valuenow'));
    fireEvent.keyDown(tag, { key: 'ArrowUp', shiftKey: true });
    await expect.poll(value).toBeGreaterThan(1.0839);
    fireEvent.keyDown(tag, { key: 'Escape' });
    await expect.poll(value).toBe(1.0839);
    fireEvent.keyDown(tag, { key: 'ArrowUp' });
    await expect.poll(value).toBeGreaterThan(1.0839);
    fireEvent.keyDown(tag, { key: 'Enter' });
    await expect.poll(() => Number(book.asked[0]?.price)).toBeGreaterThan(1.0839);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('goes back with a word when the server refuses', async () => {
    noCapture();
    await show(one());
    book.refusal = { code: 1103, msg: 'The price is there already', data: { field: 'price' } };
    drag(await line(), -20);
    await expect.poll(toasts).toContain('The price is there already');
    await expect.poll(async () => (await line()).getAttribute('aria-valuenow')).toBe('1.0839');
  });

  it('opens its editor by a press or by Enter; there it is edited and deleted', async () => {
    noCapture();
    await show(one());
    drag(await line(), 0);
    let sheet = within(await screen.findByRole('dialog', { name: 'EUR/USD · Edit alert' }));
    fireEvent.click(await sheet.findByRole('tab', { name: 'Every time' }));
    fireEvent.click(sheet.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(book.asked).toEqual([expect.objectContaining({ id: '31', repeat: 'every' })]);
    expect(book.asked[0]).not.toHaveProperty('price');
    fireEvent.keyDown(await line(), { key: 'Enter' });
    sheet = within(await screen.findByRole('dialog'));
    expect(await problemsOf(screen.getByRole('dialog'))).toEqual([]);
    fireEvent.click(await sheet.findByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await expect.poll(() => document.querySelector('.price-tag')).toBeNull();
    expect(book.alerts).toEqual([]);
  });
});
