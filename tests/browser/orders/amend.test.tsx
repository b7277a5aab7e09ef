/** Another price for a pending order, from its row. */
import { fireEvent, screen, within } from '@testing-library/preact';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { needTexts } from '#ui/language/i18n.ts';
import { problemsOf } from '../support/axe.ts';
import { toasts } from '../support/toasts.ts';
import { answer, order, ordersEvent, push } from '../trade/fake-market.ts';
import {
  buttonOf,
  LISTS,
  leaveRecords,
  lists,
  openRecords,
  press,
  putWaiting,
  resetRecords,
  rowsOf,
  sentTo,
  world,
} from './open-records.tsx';

const AMEND = '/v2/api/forex/amend';

beforeAll(() => needTexts('shell', 'orders', 'errors'));
beforeEach(() => {
  resetRecords();
  putWaiting();
});
afterEach(leaveRecords);

async function ask(): Promise<HTMLElement> {
  openRecords('#/order?type=0');
  await expect.poll(() => rowsOf('Pending').length).toBe(2);
  push({ events: [ordersEvent(...world.held, ...world.waiting)], quotes: [{ id: 1, close: 1.08384 }] });
  await press('Pending', 'Change price');
  const sheet = await screen.findByRole('dialog', { name: 'Price of Sell 0.10 EUR/USD' });
  await expect.poll(() => sheet.querySelector('.ask-buttons')).not.toBeNull();
  return sheet;
}
const price = (sheet: HTMLElement) => within(sheet).getByRole<HTMLInputElement>('spinbutton', { name: 'Requested price' });
const type = (sheet: HTMLElement, text: string) => fireEvent.input(price(sheet), { target: { value: text } });
const save = (sheet: HTMLElement) => fireEvent.click(buttonOf(sheet, 'Change price'));

describe('D9.430 the price of a pending order', () => {
  it('is changed in its sheet, which begins with it; the row shows the new one', async () => {
    const amended = order({ ...world.waiting[0], OriginPrice: 1.095 });
    world.calls = answer({
      [LISTS]: lists,
      [AMEND]: () => ({ msg: 'Price of the order changed', data: { Id: amended.Id, Seq: 7, Order: amended } }),
    });
    const sheet = await ask();
    expect(price(sheet).value).toBe('1.09000');
    expect(sheet.textContent).toContain('Filled when the price rises to it');
    type(sheet, '1.08');
    await expect.poll(() => sheet.textContent).toContain('Filled when the price falls to it');
    type(sheet, '1.095');
    expect(await problemsOf(sheet)).toEqual([]);
    save(sheet);
    await expect.poll(() => sentTo(AMEND)).toEqual([{ id: String(world.firstId + 3), target_price: '1.095' }]);
    await expect.poll(toasts).toBe('Price of the order changed');
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
    push({ events: [ordersEvent(...world.held, amended)] });
    await expect.poll(() => rowsOf('Pending')[0]?.textContent).toContain('1.09500');
  });

  it('says what it cannot be, and what lies far, and sends nothing wrong', async () => {
    world.waiting = [order({ Id: world.firstId + 3, Status: 0, Price: 0, OrderType: 2, OriginPrice: 1.09, TargetLossPrice: 1.1 })];
    world.waiting.push(order({ Id: world.firstId + 2, Status: 0, Price: 0, OriginPrice: 1.05 }));
    const sheet = await ask();
    const alert = () => within(sheet).queryByRole('alert')?.textContent;
    for (const [text, words] of [
      ['', 'Enter the order price'],
      ['1.0912345', 'At most 5 digits after the point'],
      ['99999999999', 'Enter a price below 10,000,000,000'],
      ['1.11', 'The stop loss or the take profit would be on the wrong side of it. Edit the stops first.'],
    ] as const) {
      type(sheet, text);
      await expect.poll(alert).toBe(words);
      save(sheet);
    }
    type(sheet, '1');
    await expect.poll(() => sheet.querySelector('[data-warning]')?.textContent).toBe('Far: 7.74% below 1.08384');
    expect(sentTo(AMEND)).toEqual([]);
  });

  it('stays as it was typed when the server refuses it, with the reason', async () => {
    world.calls = answer({ [LISTS]: lists, [AMEND]: () => ({ code: 1301, msg: 'Not enough available balance' }) });
    const sheet = await ask();
    type(sheet, '1.2');
    save(sheet);
    await expect.poll(() => within(sheet).queryByRole('alert')?.textContent).toContain('Not enough');
    expect(price(sheet).value).toBe('1.2');
  });

  it('is not sent where nothing was changed', async () => {
    const sheet = await ask();
    save(sheet);
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
    expect(sentTo(AMEND)).toEqual([]);
  });
});
