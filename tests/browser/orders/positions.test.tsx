import { fireEvent, screen, within } from '@testing-library/preact';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { needTexts } from '#ui/language/i18n.ts';
import { wasEverOpen } from '#ui/state/link.ts';
import { secondSaid } from '../support/moments.ts';
import { newestToast, toasts } from '../support/toasts.ts';
import { answer, order, ordersEvent, push } from '../trade/fake-market.ts';
import {
  asked,
  CLOSE,
  detailOf,
  LISTS,
  leaveRecords,
  lists,
  openRecords,
  press,
  resetRecords,
  rowsOf,
  tab,
  world,
} from './open-records.tsx';

beforeAll(() => needTexts('shell', 'orders', 'errors'));
beforeEach(resetRecords);
afterEach(leaveRecords);

describe('an open position', () => {
  it('moves with the market without a new call', async () => {
    openRecords();
    await expect.poll(() => rowsOf('Holding').length).toBe(2);
    expect(world.engine.watchesOrders).toBe(true);
    push({ events: [ordersEvent(...world.held)], orders: [{ id: world.firstId + 1, price: 1.08384, profit: '4.2' }] });
    await expect.poll(() => rowsOf('Holding')[0]?.textContent).toContain('Profit+4.20Fees');
    expect(rowsOf('Holding')[0]?.textContent).toContain('1.08384');
    push({ orders: [{ id: world.firstId + 1, price: 1.08301, profit: '-4.1' }] });
    await expect.poll(() => rowsOf('Holding')[0]?.textContent).toContain('Profit−4.10Fees');
    expect(asked()).toEqual(['1/1']);
    expect(tab('Holding').textContent).toContain('2');
  });

  it('S1-2.98 D9.116 a tap opens the row, and from there a sheet with all fields', async () => {
    openRecords();
    await expect.poll(() => rowsOf('Holding').length).toBe(2);
    const sheet = await detailOf('Holding', 1);
    const fields = [...sheet.querySelectorAll('dl:not(details dl) dt')].map((node) => node.textContent);
    expect(fields).toEqual([
      'Order number',
      'Lots',
      'Leverage',
      'Requested price',
      'Open price',
      'Price now',
      'Margin',
      'Profit',
      'Fee',
      'Stop loss',
      'Take profit',
      'Opened',
      'Contract',
      'Price tape entry',
    ]);
    expect(sheet.textContent).toContain(`Order number${world.firstId}`);
    expect(sheet.textContent).toContain('Profit+1.50 USD');
    expect(sheet.textContent).toContain(secondSaid('2026-03-04 10:00:00'));
    expect(sheet.textContent).toContain('Sell');
  });

  it('D9.67 says what its nights have cost, once they have', async () => {
    Object.assign(world.held[1] ?? {}, { Financing: '-2.64' });
    openRecords();
    await expect.poll(() => rowsOf('Holding').length).toBe(2);
    const sheet = await detailOf('Holding', 1);
    expect(sheet.textContent).toContain('Overnight financing−2.64 USD');
  });

  it('S1-4.10 leaves the list when the server closes it, and its sheet closes', async () => {
    openRecords();
    await expect.poll(() => rowsOf('Holding').length).toBe(2);
    await detailOf('Holding');
    push({ events: [{ type: 'closed', ids: [world.firstId + 1], reasons: { [world.firstId + 1]: 'stopout' } }] });
    await expect.poll(() => rowsOf('Holding').length).toBe(1);
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  });

  it('appears when the engine learns of it, before any list is read again', async () => {
    openRecords();
    await expect.poll(() => rowsOf('Holding').length).toBe(2);
    push({ events: [ordersEvent(...world.held, order({ Id: world.firstId + 9, Quantity: '0.7' }))] });
    await expect.poll(() => rowsOf('Holding').length).toBe(3);
    expect(rowsOf('Holding')[0]?.textContent).toContain('Buy 0.70');
  });
});

describe('closing a position', () => {
  const ask = async () => {
    await expect.poll(() => rowsOf('Holding').length).toBe(2);
    push({ events: [ordersEvent(...world.held)], orders: [{ id: world.firstId + 1, price: 1.08384, profit: '4.2' }] });
    await press('Holding', 'Close position');
    return screen.findByRole('dialog', { name: 'Close Buy 0.10 EUR/USD' });
  };
  const confirm = (sheet: HTMLElement) => within(sheet).getByRole<HTMLButtonElement>('button', { name: 'Close position' });

  it('S1-4.05 S1-7.40 S1-7.51 D9.161 shows the quote and what it earns, sends the price that was seen, takes the row away, and says side, product and net', async () => {
    world.calls = answer({
      [LISTS]: lists,
      [CLOSE]: () => ({
        msg: 'Position closed',
        data: {
          Id: world.firstId + 1,
          Seq: 1,
          Order: order({ Id: world.firstId + 1, Status: 3, UpdatePrice: 1.08384, FactProfits: '4.2' }),
        },
      }),
    });
    openRecords();
    const sheet = await ask();
    await expect.poll(() => sheet.textContent).toContain('Profit+4.20 USD');
    expect(sheet.querySelector('.ask-price')?.textContent).toBe('1.08384');
    expect(sheet.textContent).toContain('Live');
    expect(world.calls.filter(({ path }) => path === CLOSE)).toEqual([]);
    fireEvent.click(confirm(sheet));
    await expect.poll(() => world.calls.filter(({ path }) => path === CLOSE).length).toBe(1);
    const sent = Object.fromEntries(world.calls.find(({ path }) => path === CLOSE)?.fields ?? []);
    expect(sent).toMatchObject({ id: String(world.firstId + 1), seen_price: '1.08384', slippage: '0.00054192' });
    await expect.poll(() => rowsOf('Holding').length).toBe(1);
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
    // 4.2 - 0.6 of fee: a gain, in its colour.
    expect(newestToast()).toEqual(['Closed Buy 0.10 EUR/USD at 1.08384', '+3.60 USD', 'good']);
    expect(toasts()).toContain('Net of profit +4.20 and fees −0.60');
    expect(world.engine.orders.map(({ id, state }) => [id, state])).toEqual([[world.firstId + 1, 'closed']]);
  });

  it('keeps the sheet and says why when the server refuses', async () => {
    world.calls = answer({ [LISTS]: lists, [CLOSE]: () => ({ code: 1107, msg: 'The price has moved' }) });
    openRecords();
    const sheet = await ask();
    fireEvent.click(confirm(sheet));
    await expect.poll(() => within(sheet).queryByRole('alert')?.textContent).toBe('The price has moved');
    expect(rowsOf('Holding').length).toBe(2);
    await expect.poll(() => confirm(sheet).disabled).toBe(false);
  });

  it('D9.103 D9.184 what moves with a market that is not live is grey in its row, and so is a side that may have ended meanwhile', async () => {
    openRecords();
    await ask();
    const [row] = rowsOf('Holding');
    const colours = (selector: string) => [...(row?.querySelectorAll(selector) ?? [])].map((node) => getComputedStyle(node).color);
    const [net] = colours('.order-row-net .live');
    const [side] = colours('.badge');
    push({ quotes: [{ id: 1, close: 1.08384, state: 1 }] });
    await expect.poll(() => colours('.order-row-net .live')[0]).not.toBe(net);
    // Price, net, profit and its share of the margin, all in one grey.
    expect(colours('.live').length).toBeGreaterThanOrEqual(4);
    expect(new Set(colours('.live')).size).toBe(1);
    expect(colours('.badge')[0]).not.toBe(side);
    push({ quotes: [{ id: 1, close: 1.08384, state: 0 }] });
    await expect.poll(() => colours('.order-row-net .live')[0]).toBe(net);
    expect(colours('.badge')[0]).toBe(side);
  });

  it('takes "already closed" for done and reads the lists again (decision D1.4.25)', async () => {
    world.calls = answer({ [LISTS]: lists, [CLOSE]: () => ({ code: 1106, msg: 'Already closed' }) });
    openRecords();
    const sheet = await ask();
    const before = asked().length;
    fireEvent.click(confirm(sheet));
    await expect.poll(() => rowsOf('Holding').length).toBe(1);
    await expect.poll(() => asked().length).toBeGreaterThan(before);
  });

  it('waits for the first price where the link was never open: nothing was lost', async () => {
    openRecords();
    const sheet = await ask();
    wasEverOpen.value = false;
    await expect.poll(() => sheet.textContent).toContain('Waiting for the first price');
    expect(sheet.textContent).toContain('Connecting');
    expect(confirm(sheet).disabled).toBe(true);
    wasEverOpen.value = true;
  });

  it('waits, and says why, while the price is stale or the market is closed', async () => {
    openRecords();
    const sheet = await ask();
    push({ quotes: [{ id: 1, close: 1.08384, state: 1 }] });
    await expect.poll(() => sheet.textContent).toMatch(/Waiting for a fresh price: this one is \d+ s old/);
    expect(confirm(sheet).disabled).toBe(true);
    push({ quotes: [{ id: 1, close: 1.08384, state: 2 }] });
    await expect.poll(() => sheet.textContent).toContain('The market is closed');
    push({ quotes: [{ id: 1, close: 1.08384, state: 0 }] });
    await expect.poll(() => confirm(sheet).disabled).toBe(false);
    expect(world.calls.filter(({ path }) => path === CLOSE)).toEqual([]);
  });
});
