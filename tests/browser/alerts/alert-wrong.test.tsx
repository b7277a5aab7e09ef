/** An alert that is filled in wrong: the button waits, and nothing moves for what is said. */
import { fireEvent, screen, within } from '@testing-library/preact';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { needTexts } from '#ui/language/i18n.ts';
import { sessionNumber } from '#ui/state/session.ts';
import { answer } from '../trade/fake-market.ts';
import { chartOf, leaveTrade, openTrade, resetTrade, world } from '../trade/open-trade.tsx';
import { alertBook } from './alert-book.ts';

beforeAll(() => needTexts('shell', 'trade', 'errors', 'alerts'));
beforeEach(async () => {
  await resetTrade();
  sessionNumber.value++;
});
afterEach(leaveTrade);

async function open() {
  world.calls = answer(alertBook().routes);
  openTrade();
  await expect.poll(() => world.engine.charts.at(-1)?.productId).toBe(1);
  chartOf(1);
  fireEvent.click(await screen.findByRole('button', { name: /^Price alerts of EUR\/USD/ }));
  return within(await screen.findByRole('dialog'));
}
type Sheet = Awaited<ReturnType<typeof open>>;
const type = async (sheet: Sheet, text: string) =>
  fireEvent.input(await sheet.findByRole('spinbutton', { name: 'Price' }), { target: { value: text } });
const set = (sheet: Sheet) => fireEvent.click(sheet.getByRole('button', { name: 'Set alert' }));
const problem = (sheet: Sheet) => sheet.queryByRole('alert')?.textContent;

it('D9.388 nothing moves for what is said at the price', async () => {
  const sheet = await open();
  // Within the sheet, which may still be on its way up.
  const topOf = (part: string) => document.querySelector(`.alert-editor ${part}`)?.getBoundingClientRect().top ?? Number.NaN;
  const top = () => Math.round(topOf('.alert-away') - topOf('.stepper'));
  await expect.poll(() => sheet.queryByText(/^Fires when/)).not.toBeNull();
  const before = top();
  for (const text of ['', '1.08342', '1.083421', '1.09']) {
    await type(sheet, text);
    await new Promise(requestAnimationFrame);
    expect(top()).toBe(before);
  }
});

it('D9.384 the button waits from the press that something was wrong at until that is mended', async () => {
  const sheet = await open();
  const button = () => sheet.getByRole<HTMLButtonElement>('button', { name: 'Set alert' });
  await type(sheet, '');
  expect(button().disabled).toBe(false);
  set(sheet);
  await expect.poll(() => problem(sheet)).toBe('Enter the price');
  expect(button().disabled).toBe(true);
  await type(sheet, '1.09');
  await expect.poll(() => button().disabled).toBe(false);
});

it('D9.474 a price of nothing is no alert: the button waits, and nothing is said of how far away it lies', async () => {
  const sheet = await open();
  const button = () => sheet.getByRole<HTMLButtonElement>('button', { name: 'Set alert' });
  await type(sheet, '0');
  await expect.poll(() => problem(sheet)).toBe('Enter the price');
  expect([button().disabled, document.querySelector('.alert-editor')?.textContent?.includes('100.00%')]).toEqual([true, false]);
  await type(sheet, '1.09');
  await expect.poll(() => button().disabled).toBe(false);
});

it('D9.250 a price that lies far is said to, in place of the side, and can be set all the same', async () => {
  const sheet = await open();
  await type(sheet, '1.15');
  await expect.poll(() => sheet.queryByText('Far: 6.15% above 1.08342')).not.toBeNull();
  await type(sheet, '1.02');
  await expect.poll(() => sheet.queryByText('Far: 5.85% below 1.08342')).not.toBeNull();
  expect(sheet.getByRole<HTMLButtonElement>('button', { name: 'Set alert' }).disabled).toBe(false);
  await type(sheet, '1.09');
  await expect.poll(() => sheet.queryByText(/^Fires when/)).not.toBeNull();
  expect(sheet.queryByText(/^Far/)).toBeNull();
});
