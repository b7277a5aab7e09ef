/** The question before a position is reversed. */
import { fireEvent, within } from '@testing-library/preact';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { needTexts } from '#ui/language/i18n.ts';
import { newestToast } from '../support/toasts.ts';
import { answer, order, push } from '../trade/fake-market.ts';
import { ask } from './ask-order.ts';
import { buttonOf, LISTS, leaveRecords, lists, REVERSE, resetRecords, sentTo, world } from './open-records.tsx';

beforeAll(() => needTexts('shell', 'orders', 'errors'));
beforeEach(resetRecords);
afterEach(leaveRecords);

describe('reversing a position', () => {
  it('shows what it books and costs, and both rows arrive together', async () => {
    const opened = () => order({ Id: world.firstId + 70, OrderType: 2, Quantity: '0.5' });
    const closed = () => order({ Id: world.firstId + 1, Status: 3, Quantity: '0.5', FactProfits: '-21' });
    world.calls = answer({
      [LISTS]: lists,
      [REVERSE]: () => ({ msg: 'Position reversed', data: { Id: world.firstId + 70, Seq: 3, Order: opened(), Closed: closed() } }),
    });
    const sheet = await ask('Reverse');
    expect(sheet.textContent).toContain('Profit booked+21.00 USDFees−0.60 USDNet+20.40 USD');
    expect(sheet.textContent).toContain('Sell 0.50');
    // 0.5 x 100000 x 1.08384 / 100, and 0.5 lots x 6
    expect(sheet.textContent).toContain('541.92');
    expect(sheet.textContent).toContain('3.00');
    fireEvent.click(buttonOf(sheet, 'Reverse'));
    await expect.poll(() => sentTo(REVERSE)[0]).toMatchObject({ id: String(world.firstId + 1), seen_price: '1.08384' });
    await expect.poll(newestToast).toEqual(['Reversed to Sell 0.50 EUR/USD at 1.08342', '−21.60 USD', 'bad']);
    expect(world.engine.orders.map(({ id, state }) => [id, state])).toEqual([
      [world.firstId + 1, 'closed'],
      [world.firstId + 70, 'holding'],
    ]);
  });

  it('waits with its reason while the market is closed, and a refusal keeps the sheet', async () => {
    world.calls = answer({ [LISTS]: lists, [REVERSE]: () => ({ code: 1301, msg: 'The available balance is too small' }) });
    const sheet = await ask('Reverse');
    push({ quotes: [{ id: 1, close: 1.08384, state: 2 }] });
    await expect.poll(() => sheet.querySelector('.ask-reason')?.textContent).toBe('The market is closed');
    expect(buttonOf(sheet, 'Reverse').disabled).toBe(true);
    push({ quotes: [{ id: 1, close: 1.08384, state: 0 }] });
    await expect.poll(() => buttonOf(sheet, 'Reverse').disabled).toBe(false);
    fireEvent.click(buttonOf(sheet, 'Reverse'));
    await expect.poll(() => within(sheet).queryByRole('alert')?.textContent).toBe('The available balance is too small');
  });
});
