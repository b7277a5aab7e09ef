import { fireEvent, screen, within } from '@testing-library/preact';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OrderRow } from '#protocol/rest/forex.ts';
import { needTexts } from '#ui/language/i18n.ts';
import { problemsOf } from '../support/axe.ts';
import { newestToast, toasts } from '../support/toasts.ts';
import { answer, EURUSD, order, ordersEvent, product, push } from '../trade/fake-market.ts';
import {
  buttonOf,
  CANCEL_ALL,
  CLOSE_ALL,
  LISTS,
  leaveRecords,
  lists,
  openRecords,
  putWaiting,
  resetRecords,
  rowsOf,
  sentTo,
  world,
} from './open-records.tsx';

beforeAll(() => needTexts('shell', 'orders', 'errors'));
beforeEach(resetRecords);
afterEach(leaveRecords);

const SHUT = product({ Id: 5, Code: 'US500', ShowCode: 'US500', MarketStatus: 2 });
const result = (Order: OrderRow, Code: number, Msg: string) => ({ Id: Order.Id, Code, Msg, Order });

describe('closing everything', () => {
  it('tells before what goes, what it earns and what must stay and why; afterwards what happened to each', async () => {
    const shut = order({ Id: world.firstId + 5, ForexTradeLists: { Id: 5, Code: 'US500', ShowCode: 'US500', PricePrecision: 2 } });
    world.held.push(shut);
    const [first, second] = world.held as [OrderRow, OrderRow];
    world.calls = answer({
      [LISTS]: lists,
      [CLOSE_ALL]: () => ({
        msg: 'Positions closed',
        data: {
          Done: 1,
          Failed: 2,
          FactProfits: '4.2',
          Seq: 9,
          Results: [
            result({ ...first, Status: 3, UpdatePrice: 1.08384, FactProfits: '4.2' }, 1, 'Position closed'),
            result(second, 1108, 'There is no fresh price. Please try again.'),
            result(shut, 1101, 'The market is closed'),
          ],
        },
      }),
    });
    openRecords();
    await expect.poll(() => rowsOf('Holding').length).toBe(3);
    push({
      events: [{ type: 'products', rows: [EURUSD, SHUT] }, ordersEvent(...world.held)],
      quotes: [
        { id: 1, close: 1.08384 },
        { id: 5, close: 6000, state: 2 },
      ],
      orders: [
        { id: first.Id, price: 1.08384, profit: '4.2' },
        { id: second.Id, price: 1.08384, profit: '-1.7' },
        { id: shut.Id, price: 6000, profit: '-100' },
      ],
    });
    fireEvent.click(screen.getByRole('button', { name: 'Close all' }));
    const sheet = await screen.findByRole('dialog', { name: 'Close all positions' });
    await expect.poll(() => sheet.textContent).toContain('2 of 3');
    // 4.2 - 1.7, the fees of the two, and both together.
    expect(sheet.textContent).toContain('Profit+2.50 USDFees−1.20 USDNet+1.30 USD');
    const stays = within(sheet).getByRole('region', { name: 'Positions that stay' });
    expect(stays.textContent).toContain('Buy 0.10 US500');
    expect(stays.textContent).toContain('The market is closed');
    await expect.poll(() => Math.round(sheet.getBoundingClientRect().bottom)).toBe(innerHeight);
    expect(await problemsOf(sheet)).toEqual([]);
    fireEvent.click(buttonOf(sheet, 'Close 2'));
    await expect.poll(() => sentTo(CLOSE_ALL).length).toBe(1);
    const results = await within(sheet).findByRole('region', { name: 'What happened' });
    expect(results.textContent).toContain('at 1.08384 · net +3.60');
    expect(results.textContent).toContain('There is no fresh price');
    expect(results.querySelectorAll('[data-failed]').length).toBe(2);
    await expect.poll(() => rowsOf('Holding').length).toBe(2);
    expect(newestToast()).toEqual(['Closed 1 position', '+3.60 USD', 'good']);
    fireEvent.click(buttonOf(sheet, 'Done'));
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  });

  it('waits with its reason when none can be closed now', async () => {
    openRecords();
    await expect.poll(() => rowsOf('Holding').length).toBe(2);
    push({ events: [ordersEvent(...world.held)], quotes: [{ id: 1, close: 1.08384, state: 1 }] });
    fireEvent.click(screen.getByRole('button', { name: 'Close all' }));
    const sheet = await screen.findByRole('dialog', { name: 'Close all positions' });
    await expect.poll(() => sheet.querySelector('.ask-reason')?.textContent).toBe('None can be closed now');
    expect(buttonOf(sheet, 'Close 0').disabled).toBe(true);
    expect(sentTo(CLOSE_ALL)).toEqual([]);
  });
});

describe('cancelling everything that waits', () => {
  it('tells what comes free, and afterwards what happened to each', async () => {
    putWaiting();
    const [first, second] = world.waiting as [OrderRow, OrderRow];
    world.calls = answer({
      [LISTS]: lists,
      [CANCEL_ALL]: () => ({
        msg: 'Orders cancelled',
        data: {
          Done: 2,
          Failed: 0,
          FactProfits: '0',
          Seq: 9,
          Results: [result({ ...first, Status: 4 }, 1, 'Order cancelled'), result({ ...second, Status: 4 }, 1, 'Order cancelled')],
        },
      }),
    });
    openRecords('#/order?type=0');
    await expect.poll(() => rowsOf('Pending').length).toBe(2);
    push({ events: [ordersEvent(...world.waiting)] });
    fireEvent.click(screen.getByRole('button', { name: 'Cancel all' }));
    const sheet = await screen.findByRole('dialog', { name: 'Cancel all pending orders' });
    await expect.poll(() => sheet.textContent).toContain('340.20');
    fireEvent.click(buttonOf(sheet, 'Cancel 2'));
    const results = await within(sheet).findByRole('region', { name: 'What happened' });
    expect(results.querySelectorAll('li').length).toBe(2);
    await expect.poll(() => document.body.textContent).toContain('No data yet');
    expect(toasts()).toContain('Orders cancelled');
  });
});

describe('the margin level', () => {
  it("is explained with this account's own numbers", async () => {
    openRecords();
    await expect.poll(() => rowsOf('Holding').length).toBe(2);
    fireEvent.click(screen.getByRole('button', { name: 'What is the margin level?' }));
    const sheet = await screen.findByRole('dialog', { name: 'Margin level' });
    await expect.poll(() => sheet.textContent).toContain('9,268%');
    expect(sheet.textContent).toContain('10,041.30');
    // 10041.3 - 108.342 and 10041.3 - 54.171
    expect(sheet.textContent).toContain('Warning at 100%9,932.95 USD away');
    // 9987.129 is cut: the way to a level is never shown too long.
    expect(sheet.textContent).toContain('Stop-out at 50%9,987.12 USD away');
    expect(await problemsOf(sheet)).toEqual([]);
  });
});
