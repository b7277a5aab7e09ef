import { cleanup, fireEvent, render, screen } from '@testing-library/preact';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { decimal, type Price } from '#domain/decimal.ts';
import type { Order } from '#domain/order.ts';
import type { OrderRow } from '#protocol/rest/forex.ts';
import { SpokenToasts, ToastHost } from '#ui/kit/toast.tsx';
import { needTexts } from '#ui/language/i18n.ts';
import { tellNotice } from '#ui/notices/tell-notice.ts';
import { endedOrder } from '#ui/orders/ended-orders.ts';
import { tellOrderNews } from '#ui/orders/order-news.ts';
import { toastStops } from '#ui/orders/stops-toast.ts';
import { listen } from '#ui/state/events.ts';
import { chooseVibration } from '#ui/state/order-habits.ts';
import { forgetOrders, openOrders } from '#ui/state/orders.ts';
import { sessionNumber } from '#ui/state/session.ts';
import { putSite } from '#ui/state/site.ts';
import '#ui/tokens.css';
import { toasts } from '../support/toasts.ts';
import { answer, order, ordersEvent, plugEngine, push } from '../trade/fake-market.ts';
import { LISTS, leaveRecords, openRecords, pageOf, resetRecords, rowsOf, world } from './open-records.tsx';

let shaken: unknown[];
let past: OrderRow[];
let id = 70_000;

beforeAll(async () => {
  await needTexts('shell', 'orders', 'errors');
  tellOrderNews();
  listen('notice', (event) => void tellNotice(event));
});
beforeEach(() => {
  id += 100;
  shaken = [];
  past = [];
  forgetOrders();
  putSite({ currency: 'USD', timezone: '0' });
  plugEngine();
  answer({ [LISTS]: ({ fields }) => pageOf(fields.get('status') === '3' ? past : [], fields) });
  vi.spyOn(navigator, 'vibrate').mockImplementation((pattern) => {
    shaken.push(pattern);
    return true;
  });
});
afterEach(() => {
  cleanup();
  chooseVibration(true);
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const show = () =>
  render(
    <>
      <ToastHost />
      <SpokenToasts />
    </>,
  );
/** An order is held, then the server closes it; `row` is how the history has it. */
function close(row: OrderRow, reason: 'tp' | 'sl' | 'stopout'): void {
  past = [row, ...past];
  push({ events: [ordersEvent(order({ Id: row.Id, OrderType: row.OrderType }))] });
  push({ events: [{ type: 'closed', ids: [row.Id], reasons: { [row.Id]: reason } }] });
}
const ended = (over: Partial<OrderRow>) => order({ Id: id, Status: 3, CautionMoney: '0', ...over });
/** Toasts of the test before may stand above it for a while. */
const newest = () => document.querySelector('.toast:last-child');
const words = () => newest()?.querySelector('p')?.textContent;
const kind = () => newest()?.getAttribute('data-kind');
const money = () => newest()?.querySelector('.toast-money')?.textContent;
const countOf = (text: string) => [...document.querySelectorAll('.toast')].filter((node) => node.textContent?.includes(text)).length;

describe('D9.117 a toast carries what it came to', () => {
  it('a take profit that won: side, product, price, net in green, and it is felt', async () => {
    show();
    close(ended({ UpdatePrice: 1.08942, FactProfits: '60', CloseReason: 'tp' }), 'tp');
    await expect.poll(words).toBe('Take profit closed Buy 0.10 EUR/USD at 1.08942');
    expect([money(), kind()]).toEqual(['+59.40 USD', 'good']);
    expect(toasts()).toContain('Net of profit +60.00 and fees −0.60');
    expect(document.querySelector('[aria-live="polite"]')?.textContent).toContain('at 1.08942, +59.40 USD');
    expect(shaken.length).toBe(1);
  });

  it('and nobody who has come meanwhile reads of another person’s money', async () => {
    show();
    let tell: () => void = () => undefined;
    const told = new Promise<void>((resolve) => {
      tell = resolve;
    });
    const asked = answer({ [LISTS]: ({ fields }) => told.then(() => pageOf(fields.get('status') === '3' ? past : [], fields)) });
    close(ended({ Id: id + 1, UpdatePrice: 1.07123, FactProfits: '-99', CloseReason: 'sl' }), 'sl');
    await expect.poll(() => asked.length).toBe(1);
    sessionNumber.value++;
    tell();
    await expect.poll(() => endedOrder(id + 1)).toBeTruthy();
    await new Promise(requestAnimationFrame);
    expect(countOf('1.07123')).toBe(0);
  });

  it('what the server notices of an account is told in the words of trading', async () => {
    show();
    push({ events: [{ type: 'notice', kind: 'margin_call', level: '80', text: '' }] });
    await expect.poll(words).toMatch(/^Margin call: your margin level is 80%/);
    expect(kind()).toBe('bad');
  });

  it('a stop that lost: net in red, said at once', async () => {
    show();
    close(ended({ OrderType: 2, UpdatePrice: 1.08542, FactProfits: '-20', Financing: '-2.64', CloseReason: 'sl' }), 'sl');
    await expect.poll(words).toBe('Stop loss closed Sell 0.10 EUR/USD at 1.08542');
    expect([money(), kind()]).toEqual(['−23.24 USD', 'bad']);
    expect(document.querySelector('[aria-live="assertive"]')?.textContent).toContain('−23.24 USD');
  });

  it('a stop that was drawn behind the price and won is a gain', async () => {
    show();
    close(ended({ UpdatePrice: 1.08442, FactProfits: '10', CloseReason: 'sl' }), 'sl');
    await expect.poll(money).toBe('+9.40 USD');
    expect(kind()).toBe('good');
  });

  it('a profit that its fee has eaten is no gain', async () => {
    show();
    close(ended({ UpdatePrice: 1.08346, FactProfits: '0.4', CloseReason: 'tp' }), 'tp');
    await expect.poll(money).toBe('−0.20 USD');
    expect(kind()).toBe('bad');
  });

  it('names nights among what was charged where there were any', async () => {
    show();
    close(ended({ UpdatePrice: 1.08942, FactProfits: '60', Financing: '-2.64', CloseReason: 'tp' }), 'tp');
    await expect.poll(money).toBe('+56.76 USD');
    expect(toasts()).toContain('Net of profit +60.00, fees and nights −3.24');
  });

  it('a stop-out of many is one toast with their sum', async () => {
    show();
    const rows = [0, 1, 2, 3].map((at) => ended({ Id: id + at, UpdatePrice: 1.08, FactProfits: '-34.2', CloseReason: 'stopout' }));
    past = rows;
    push({ events: [ordersEvent(...rows.map(({ Id }) => order({ Id })))] });
    const reasons = Object.fromEntries(rows.map(({ Id }) => [Id, 'stopout' as const]));
    push({ events: [{ type: 'closed', ids: rows.map(({ Id }) => Id), reasons }] });
    await expect.poll(words).toBe('Stop-out closed 4 positions');
    // Four times -34.2 - 0.6.
    expect([money(), kind(), countOf('Stop-out')]).toEqual(['−139.20 USD', 'bad', 1]);
  });

  it('what it came to is not made up where the history cannot be read', async () => {
    show();
    answer({});
    close(ended({ UpdatePrice: 1.08942, FactProfits: '60' }), 'tp');
    await expect.poll(words).toBe('Take profit closed Buy 0.10 EUR/USD');
    expect(money()).toBeUndefined();
    expect(kind()).toBe('good');
  });

  it('a fill says what it took', async () => {
    show();
    const waiting = { Status: 0, OriginPrice: 1.09, Price: 0, Seq: 0 };
    push({ events: [ordersEvent(order({ Id: id, ...waiting }))] });
    push({ events: [ordersEvent(order({ Id: id, Price: 1.09002, CautionMoney: '109.002' }))] });
    await expect.poll(toasts).toContain('Pending order filled: Buy 0.10 EUR/USD at 1.09002');
    expect(toasts()).toContain('Margin 109.00 USD, fee 0.60 USD');
  });

  it('D9.360 and of less than a cent its own digits', async () => {
    show();
    push({ events: [ordersEvent(order({ Id: id, Status: 0, OriginPrice: 1.09, Price: 0, Seq: 0 }))] });
    push({ events: [ordersEvent(order({ Id: id, Price: 1.09002, CautionMoney: '0.9', TradeFee: '0.0045' }))] });
    await expect.poll(toasts).toContain('Margin 0.90 USD, fee 0.0045 USD');
  });

  it('fills of many at once are one toast with what they took together', async () => {
    show();
    const ids = [0, 1, 2, 3].map((at) => id + at);
    push({ events: [ordersEvent(...ids.map((Id) => order({ Id, Status: 0, OriginPrice: 1.09, Price: 0, Seq: 0 })))] });
    push({ events: [ordersEvent(...ids.map((Id) => order({ Id, Price: 1.09002, CautionMoney: '109.002' })))] });
    await expect.poll(toasts).toContain('4 pending orders filled');
    // Four times 109.002 and 0.6.
    expect([toasts().includes('Margin 436.01 USD, fee 2.40 USD'), countOf('orders filled'), shaken.length]).toEqual([true, 1, 1]);
  });

  it('D9.511 the newest word of an order takes the place of an older one, and of no other order', async () => {
    show();
    push({ events: [ordersEvent(...[0, 1].map((at) => order({ Id: id + at })))] });
    const held = openOrders.peek()?.find((one) => one.id === id) as Order;
    await toastStops(undefined, { ...held, stopLoss: decimal<Price>('1.08'), takeProfit: decimal<Price>('1.09') });
    expect(countOf('Stop loss set at 1.08000 · Take profit set at 1.09000')).toBe(1);
    close(ended({ Id: id + 1, UpdatePrice: 1.08, FactProfits: '-20', CloseReason: 'sl' }), 'sl');
    await expect.poll(() => countOf('Stop loss closed')).toBe(1);
    expect(countOf('Stop loss set at 1.08000')).toBe(1);
    close(ended({ UpdatePrice: 1.09, FactProfits: '60', CloseReason: 'tp' }), 'tp');
    await expect.poll(() => countOf('Take profit closed')).toBe(1);
    expect([countOf('Stop loss set at 1.08000'), countOf('Stop loss closed')]).toEqual([0, 1]);
    // The answer to a call that came late takes no money away.
    await toastStops(undefined, { ...held, stopLoss: decimal<Price>('1.07') });
    expect([countOf('Stop loss set at 1.07000'), countOf('Take profit closed')]).toEqual([1, 1]);
  });

  it('an order that lapsed is told; one that was taken back is not', async () => {
    show();
    const waiting = { Status: 0, OriginPrice: 1.09, Price: 0, Seq: 0, GoodTill: Date.UTC(2026, 2, 6, 23) };
    const rows = [order({ Id: id, ...waiting }), order({ Id: id + 1, ...waiting, OrderType: 2 })];
    past = [
      { ...(rows[0] as OrderRow), Status: 4, CloseReason: 'manual' },
      { ...(rows[1] as OrderRow), Status: 4, CloseReason: 'expired' },
    ];
    push({ events: [ordersEvent(...rows)] });
    push({ events: rows.map(({ Id }) => ({ type: 'order', id: Id, state: 'cancelled' }) as const) });
    await expect.poll(toasts).toContain('Pending order lapsed: Sell 0.10 EUR/USD at 1.09000');
    expect(countOf('lapsed')).toBe(1);
  });
});

describe('D9.117 a toast of an order', () => {
  it('is not felt where vibration is switched off', async () => {
    chooseVibration(false);
    show();
    close(ended({ UpdatePrice: 1.08942, FactProfits: '60' }), 'tp');
    await expect.poll(money).toBe('+59.40 USD');
    expect(shaken).toEqual([]);
  });

  it('leads to its order, which stands open in the history', async () => {
    resetRecords();
    openRecords();
    await expect.poll(() => rowsOf('Holding').length).toBe(2);
    const target = world.firstId + 58;
    push({ events: [ordersEvent(order({ Id: target, Quantity: '0.3' }))] });
    push({ events: [{ type: 'closed', ids: [target], reasons: { [target]: 'tp' } }] });
    fireEvent.click(await screen.findByRole('button', { name: /^View: Take profit closed Buy 0.30 EUR/ }));
    await expect.poll(() => location.hash).toBe('#/order?type=3');
    await expect.poll(() => document.querySelector('[data-open]')?.textContent).toContain(`Order${target}`);
    expect(document.querySelectorAll('[data-open]').length).toBe(1);
    await leaveRecords();
  });
});
