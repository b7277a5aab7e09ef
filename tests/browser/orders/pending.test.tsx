import { fireEvent, screen, within } from '@testing-library/preact';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { needTexts } from '#ui/language/i18n.ts';
import { tellOrderNews } from '#ui/orders/order-news.ts';
import { minuteSaid, shortSaid } from '../support/moments.ts';
import { toasts } from '../support/toasts.ts';
import { answer, order, ordersEvent, push } from '../trade/fake-market.ts';
import {
  buttonOf,
  CANCEL,
  detailOf,
  LISTS,
  leaveRecords,
  lists,
  opened,
  openRecords,
  press,
  putWaiting,
  resetRecords,
  rowsOf,
  STOPS,
  sentTo,
  tab,
  world,
} from './open-records.tsx';

beforeAll(async () => {
  await needTexts('shell', 'orders', 'errors');
  tellOrderNews();
});
beforeEach(() => {
  resetRecords();
  putWaiting();
});
afterEach(leaveRecords);

const openPending = async () => {
  openRecords('#/order?type=0');
  await expect.poll(() => rowsOf('Pending').length).toBe(2);
  push({ events: [ordersEvent(...world.held, ...world.waiting)], quotes: [{ id: 1, close: 1.08384 }] });
};
const askCancel = async () => {
  await openPending();
  await press('Pending', 'Cancel order');
  const sheet = await screen.findByRole('dialog', { name: 'Cancel Sell 0.10 EUR/USD' });
  await expect.poll(() => sheet.querySelector('.ask-buttons')).not.toBeNull();
  return sheet;
};

describe('a pending order', () => {
  it('shows its price, how far the market is from it, and what is locked', async () => {
    await openPending();
    const card = opened('Pending').textContent;
    expect(card).toContain('1.09000');
    expect(card).toContain('109.60 locked');
    // 1.09 - 1.08384, and that in percent of the market.
    await expect.poll(() => rowsOf('Pending')[0]?.textContent).toContain('0.00616 · +0.57%away');
    expect(rowsOf('Pending')[0]?.textContent).toContain('Locked margin109.00Locked fee0.60');
    const totals = screen.getByRole('region', { name: 'Totals' }).textContent;
    expect(totals).toContain('340.20 USDOf it fees1.20');
    expect(tab('Pending').textContent).toContain('2');
  });

  it('D9.62 says how long it waits: in its row, in its sheet, and in words when it has waited in vain', async () => {
    const until = Date.UTC(2026, 2, 6, 23);
    const [first] = world.waiting;
    if (!first) throw new Error('nothing waits');
    Object.assign(first, { GoodTill: until });
    await openPending();
    await expect.poll(() => opened('Pending', 1).textContent).toContain('Good tillUntil cancelled');
    await expect.poll(() => opened('Pending').textContent).toContain(`Good till${shortSaid('2026-03-06 23:00')}`);
    const sheet = await detailOf('Pending');
    await expect.poll(() => sheet.textContent).toContain(`Good till${minuteSaid('2026-03-06 23:00')}`);
  });

  it('S1-4.07 S1-7.41 S1-7.51 can be cancelled: it leaves the list and the msg is shown', async () => {
    world.calls = answer({
      [LISTS]: lists,
      [CANCEL]: () => ({
        msg: 'Order cancelled',
        data: { Id: world.firstId + 3, Seq: 1, Order: order({ Id: world.firstId + 3, Status: 4 }) },
      }),
    });
    const sheet = await askCancel();
    expect(sheet.textContent).toContain('109.60');
    fireEvent.click(buttonOf(sheet, 'Cancel order'));
    await expect.poll(() => sentTo(CANCEL)).toEqual([{ id: String(world.firstId + 3) }]);
    await expect.poll(() => rowsOf('Pending').length).toBe(1);
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
    expect(toasts()).toContain('Order cancelled');
    expect(world.engine.orders.map(({ id, state }) => [id, state])).toEqual([[world.firstId + 3, 'cancelled']]);
  });

  it('takes "has already changed" for done: a fill that was faster becomes a position (decision D1.4.25)', async () => {
    const filled = () => order({ Id: world.firstId + 3, OrderType: 2, Price: 1.09001 });
    world.calls = answer({
      [LISTS]: lists,
      [CANCEL]: () => ({ code: 1106, msg: 'The order has already changed', data: { Id: world.firstId + 3, Seq: 1, Order: filled() } }),
    });
    const sheet = await askCancel();
    fireEvent.click(buttonOf(sheet, 'Cancel order'));
    await expect.poll(() => world.engine.orders.at(-1)).toMatchObject({ id: world.firstId + 3, state: 'holding' });
    push({ events: [ordersEvent(...world.held, filled(), world.waiting[1] as never)] });
    await expect.poll(() => rowsOf('Pending').length).toBe(1);
    fireEvent.click(tab('Holding'));
    await expect.poll(() => rowsOf('Holding').length).toBe(3);
  });

  it('can have its stops edited against its own price, also while its market is closed', async () => {
    world.calls = answer({ [LISTS]: lists, [STOPS]: () => ({ msg: 'saved', data: { Id: 1, Seq: 1, Order: world.waiting[0] } }) });
    await openPending();
    push({ quotes: [{ id: 1, close: 1.08384, state: 2 }] });
    await press('Pending', 'Edit stops');
    const sheet = await screen.findByRole('dialog', { name: 'Stops of Sell 0.10 EUR/USD' });
    fireEvent.click(await within(sheet).findByRole('switch', { name: 'Stop loss' }));
    await expect.poll(() => sheet.textContent).toContain('Above 1.09000');
    fireEvent.input(within(sheet).getByRole('spinbutton', { name: 'Stop loss' }), { target: { value: '1.0905' } });
    fireEvent.click(buttonOf(sheet, 'Save'));
    await expect
      .poll(() => sentTo(STOPS))
      .toEqual([{ id: String(world.firstId + 3), stop_loss_price: '1.0905', target_profit_price: '0' }]);
  });

  it('moves to the positions when it fills, without a reload, and a toast says so', async () => {
    await openPending();
    const filled = order({ Id: world.firstId + 3, OrderType: 2, Price: 1.09002 });
    push({ events: [ordersEvent(...world.held, filled, world.waiting[1] as never)] });
    await expect.poll(() => rowsOf('Pending').length).toBe(1);
    await expect.poll(toasts).toContain('Pending order filled: Sell 0.10 EUR/USD at 1.09002');
    expect(tab('Holding').textContent).toContain('3');
    fireEvent.click(tab('Holding'));
    await expect.poll(() => rowsOf('Holding').length).toBe(3);
  });

  it('a stop that closes a position is told too', async () => {
    openRecords();
    await expect.poll(() => rowsOf('Holding').length).toBe(2);
    push({ events: [ordersEvent(...world.held)] });
    push({ events: [{ type: 'closed', ids: [world.firstId + 1], reasons: { [world.firstId + 1]: 'sl' } }] });
    await expect.poll(toasts).toContain('Stop loss closed Buy 0.10 EUR/USD');
    await expect.poll(() => rowsOf('Holding').length).toBe(1);
  });
});

describe('the history', () => {
  it('S1-4.07 S1-3.06 is read-only, tells cancelled from closed and buy from sell', async () => {
    world.past = [
      order({ Id: world.firstId + 61, Status: 4, OrderType: 2, FactProfits: '0', CompleteTimeHandler: '2026-03-04 11:00:00' }),
      order({ Id: world.firstId + 60, Status: 3, CloseReason: 'tp', CompleteTimeHandler: '2026-03-04 11:00:00' }),
    ];
    openRecords('#/order?type=3');
    await expect.poll(() => rowsOf('History').length).toBe(2);
    const [cancelled, closed] = rowsOf('History') as [HTMLElement, HTMLElement];
    expect(cancelled.textContent).toContain('Cancelled');
    expect(cancelled.textContent).toContain('Sell');
    expect(closed.textContent).toContain('Take profit');
    expect(closed.textContent).toContain('Buy');
    // The row itself is the only thing to press: it opens to its figures, and the ways to the sheet and to the receipt of its fill; neither changes anything.
    expect(within(closed).getAllByRole('button').length).toBe(1);
    opened('History', 1);
    await expect
      .poll(() =>
        within(closed)
          .getAllByRole('button')
          .map((node) => node.textContent)
          .slice(1),
      )
      .toEqual(['Details', 'Receipt']);
    const sheet = await detailOf('History', 1);
    const own = within(sheet)
      .getAllByRole('button')
      .filter((node) => !node.closest('.toasts'))
      .map((node) => (node.getAttribute('aria-label') ?? node.textContent).trim());
    expect(own).toEqual(['Close', 'Receipt: check this fill']);
  });
});
