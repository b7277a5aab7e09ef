import { fireEvent, screen, within } from '@testing-library/preact';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { decimal, formatDecimal } from '#domain/decimal.ts';
import { tradeFee } from '#domain/fee.ts';
import { initialMargin } from '#domain/margin.ts';
import { needTexts } from '#ui/language/i18n.ts';
import { isAccountKnown } from '#ui/state/account.ts';
import { isOffline } from '#ui/state/link.ts';
import { selectProduct } from '#ui/state/products.ts';
import { sessionStatus } from '#ui/state/session.ts';
import { toasts } from '../support/toasts.ts';
import { answer, type Call, order, product, push } from './fake-market.ts';
import { ALL, buy, figure, isActive, leaveTrade, lots, market, openTrade, reason, resetTrade, sell, strip, world } from './open-trade.tsx';

beforeAll(() => needTexts('shell', 'trade', 'errors'));
beforeEach(resetTrade);
afterEach(leaveTrade);

describe('the contract ticket', () => {
  it('S1-2.63 offers the multiples of the product, the default chosen, and hides the picker in MarginMode 1', async () => {
    openTrade();
    const picker = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Leverage' });
    expect([...picker.options].map((option) => option.value)).toEqual(['20', '50', '100', '200']);
    expect(picker.value).toBe('100');
    selectProduct(3);
    await expect.poll(() => screen.queryByRole('combobox', { name: 'Leverage' })).toBeNull();
    expect(screen.queryByText('Leverage')).toBeNull();
    await expect.poll(() => buy().disabled).toBe(false);
  });

  it('S1-2.65 shows "no multiple config" when the product has no multiples', async () => {
    openTrade('#/trade?id=4');
    expect(await screen.findByText('no multiple config')).toBeTruthy();
  });

  it('S1-5.25 a product without leverage blocks ordering with its message, and sends nothing', async () => {
    openTrade('#/trade?id=4');
    await expect.poll(() => reason()).toBe('No lever configured, unable to place an order temporarily');
    expect(buy().disabled && sell().disabled).toBe(true);
    fireEvent.click(buy());
    expect(world.calls).toEqual([]);
  });

  it('S1-2.70 plus and minus change the lots by exactly one Pip', async () => {
    openTrade();
    await expect.poll(() => lots().value).toBe('0.10');
    const seen: string[] = [];
    for (let i = 0; i < 7; i++) {
      fireEvent.click(screen.getByRole('button', { name: 'More lots' }));
      await expect.poll(() => lots().value).not.toBe(seen.at(-1) ?? '0.10');
      seen.push(lots().value);
    }
    expect(seen).toEqual(['0.11', '0.12', '0.13', '0.14', '0.15', '0.16', '0.17']);
    fireEvent.click(screen.getByRole('button', { name: 'Fewer lots' }));
    await expect.poll(() => lots().value).toBe('0.16');
    await expect.poll(() => world.engine.tickets.at(-1)).toEqual({ productId: 1, lots: '0.16', leverage: 100 });
  });

  it('S1-5.26 empty lots block, lots at or below Pip are shown as invalid, and the form keeps them', async () => {
    openTrade();
    await expect.poll(() => lots().value).toBe('0.10');
    fireEvent.input(lots(), { target: { value: '' } });
    await expect.poll(() => buy().disabled).toBe(true);
    expect(reason()).toBe('Enter the number of lots');
    fireEvent.input(lots(), { target: { value: '0.01' } });
    await expect.poll(() => lots().getAttribute('aria-invalid')).toBe('true');
    expect(within(screen.getByRole('region', { name: 'Market order' })).getByRole('alert').textContent).toBe('At least 0.10 lots');
    expect(lots().value).toBe('0.01');
    fireEvent.input(lots(), { target: { value: '0.12' } });
    await expect.poll(() => buy().disabled).toBe(false);
    expect(world.calls).toEqual([]);
  });

  it('S1-2.71 says what one lot is', async () => {
    openTrade();
    await expect.poll(() => figure('Unit')).toBe('1 lot = 100,000 EUR');
  });

  it('S1-2.72 shows fee and margin as the formulas give them, and -- before a price is known', async () => {
    openTrade();
    const order = {
      contractNumber: decimal('100000'),
      marginMode: 0 as const,
      quoteRate: decimal('1'),
      lots: decimal('0.5'),
      price: decimal('1.08345'),
      leverage: 100,
    };
    const margin = initialMargin(order);
    const fee = tradeFee({ feeType: '1', lots: order.lots, margin, rate: decimal('6') });
    push({ estimate: { price: 1.08345, margin: formatDecimal(margin), fee: formatDecimal(fee) } });
    await expect.poll(() => figure('Margin needed')).toBe('541.73');
    expect(figure('Fee', '.ticket-figures')).toBe('3.00');
    selectProduct(2);
    await expect.poll(() => figure('Margin needed')).toBe('--');
  });

  it('S1-2.74 shows the balance, and -- to a visitor', async () => {
    openTrade();
    await expect.poll(() => figure('Balance')).toBe('10,000.00');
    expect(figure('Available')).toBe('9,876.50');
    sessionStatus.value = 'visitor';
    await expect.poll(() => figure('Balance')).toBe('--');
    expect(figure('Available')).toBe('--');
    isAccountKnown.value = false;
  });

  it('S1-9.29 follows a changed row of the product', async () => {
    openTrade();
    await expect.poll(() => figure('Unit')).toBe('1 lot = 100,000 EUR');
    market([
      product({ ForexContNum: '50000', ForexMinCont: '0.2', Pip: '0.1', HasForexMultiple: [{ Value: 30, Default: 1 }] }),
      ...ALL.slice(1),
    ]);
    await expect.poll(() => figure('Unit')).toBe('1 lot = 50,000 EUR');
    await expect.poll(() => screen.getByRole<HTMLSelectElement>('combobox', { name: 'Leverage' }).value).toBe('30');
    expect(lots().value).toBe('0.10');
    expect(reason()).toBe('At least 0.20 lots');
  });

  it('says why Buy and Sell wait for a stale price, a lost link and a missing network, and lets go when prices are live', async () => {
    openTrade();
    await expect.poll(() => buy().disabled).toBe(false);
    push({ quotes: [{ id: 1, close: 1.08342, state: 1 }] });
    await expect.poll(() => reason()).toMatch(/^Waiting for a fresh price: this one is \d+ s old$/);
    push({ link: 2, silenceMs: 7000 });
    await expect.poll(() => reason()).toBe('Connection lost: waiting for live prices');
    isOffline.value = true;
    await expect.poll(() => reason()).toBe('You are offline: waiting for live prices');
    expect(buy().disabled && sell().disabled).toBe(true);
    isOffline.value = false;
    push({ link: 1, quotes: [{ id: 1, close: 1.08342 }] });
    await expect.poll(() => buy().disabled).toBe(false);
    expect(reason()).toBe('');
  });

  it('says how much is missing when the account cannot carry the order', async () => {
    openTrade();
    push({ estimate: { price: 1.08342, margin: '54171', fee: '300', problem: 1301 } });
    await expect.poll(() => reason()).toBe('Not enough available: 54,471.00 USD needed, 9,876.50 there');
    expect(buy().disabled).toBe(true);
    // By less than a cent it is missing too: the two never read the same.
    push({ estimate: { price: 1.08342, margin: '9875', fee: '1.503', problem: 1301 } });
    await expect.poll(() => reason()).toBe('Not enough available: 9,876.51 USD needed, 9,876.50 there');
  });
});

describe('sending an order', () => {
  it('S1-2.75 Buy sends type 1 and Sell type 2, with the price on the button and its bound', async () => {
    openTrade();
    await expect.poll(() => buy().disabled).toBe(false);
    fireEvent.click(buy());
    await expect.poll(() => world.calls.length).toBe(1);
    const [call] = world.calls as [Call];
    expect(Object.fromEntries(call.fields)).toMatchObject({
      type: '1',
      cont: '0.1',
      forex_id: '1',
      status: '1',
      multiple: '100',
      seen_price: '1.08342',
      slippage: '0.00054171',
    });
    await expect.poll(() => sell().disabled).toBe(false);
    fireEvent.click(sell());
    await expect.poll(() => world.calls[1]?.fields.get('type')).toBe('2');
  });

  it('is one order a press: both buttons wait until the final answer', async () => {
    let release: (value: { data: unknown }) => void = () => undefined;
    world.calls = answer({ '/v2/api/forex/submit': () => new Promise((resolve) => (release = resolve)) });
    openTrade();
    await expect.poll(() => buy().disabled).toBe(false);
    fireEvent.click(buy());
    await expect.poll(() => buy().getAttribute('aria-busy')).toBe('true');
    expect(buy().disabled && sell().disabled).toBe(true);
    fireEvent.click(buy());
    fireEvent.click(sell());
    await expect.poll(() => world.calls.length).toBe(1);
    release({ data: { Id: 501, Seq: 1, Order: order({}) } });
    await expect.poll(() => buy().disabled).toBe(false);
  });

  it('S1-2.77 D9.110 says what happened; one tap on is the sheet with margin, fee and the way to the order; the engine is told', async () => {
    openTrade();
    await expect.poll(() => buy().disabled).toBe(false);
    fireEvent.click(buy());
    const told = await strip();
    expect(told.textContent).toContain('Bought 0.101.08342');
    expect(screen.queryByRole('dialog')).toBeNull();
    fireEvent.click(within(told).getByRole('button', { name: 'View' }));
    const sheet = await screen.findByRole('dialog', { name: 'Order filled' });
    expect(sheet.textContent).toContain('Bought 0.10 EUR/USD at 1.08342');
    expect(sheet.textContent).toContain('108.34 USD');
    expect(sheet.textContent).toContain('0.60');
    expect(within(sheet).getByRole('link', { name: 'View order' }).getAttribute('href')).toBe('#/order?type=1');
    expect(world.engine.orders.map(({ id }) => id)).toEqual([501]);
    fireEvent.click(within(sheet).getByRole('button', { name: 'Done' }));
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
    expect(screen.queryByRole('region', { name: 'Last order' })).toBeNull();
  });

  it("says the server's refusal above Buy and Sell, where the thumb is, and keeps what was typed", async () => {
    world.calls = answer({ '/v2/api/forex/submit': () => ({ code: 1107, msg: 'The price has moved' }) });
    openTrade();
    await expect.poll(() => lots().value).toBe('0.10');
    fireEvent.input(lots(), { target: { value: '0.25' } });
    await expect.poll(() => buy().disabled).toBe(false);
    fireEvent.click(buy());
    await expect.poll(() => screen.queryByRole('alert')?.textContent).toBe('The price has moved');
    const alert = screen.getByRole('alert').getBoundingClientRect();
    expect(toasts()).toBe('');
    const above = buy().getBoundingClientRect().top - alert.bottom;
    expect(above >= 0 && above < 60).toBe(true);
    expect(lots().value).toBe('0.25');
    expect(screen.queryByRole('region', { name: 'Last order' })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'More lots' }));
    await expect.poll(() => screen.queryByRole('alert')).toBeNull();
  });

  it('says a refusal in a toast to who has gone to another page meanwhile', async () => {
    let release: (value: { code: number; msg: string }) => void = () => undefined;
    world.calls = answer({ '/v2/api/forex/submit': () => new Promise((resolve) => (release = resolve)) });
    openTrade();
    await expect.poll(() => buy().disabled).toBe(false);
    fireEvent.click(buy());
    await expect.poll(() => world.calls.length).toBe(1);
    isActive.value = false;
    await expect.poll(() => world.engine.tickets.at(-1)).toBeNull();
    release({ code: 1107, msg: 'The price has moved' });
    await expect.poll(toasts).toBe('The price has moved');
  });

  it('S1-5.24 leads a visitor to the login with from where there is no demo, and sends nothing', async () => {
    sessionStatus.value = 'visitor';
    openTrade();
    await expect.poll(() => buy().disabled).toBe(false);
    fireEvent.click(buy());
    await expect.poll(() => location.hash).toBe('#/login?from=%2Ftrade%3Fid%3D1');
    expect(world.calls).toEqual([]);
  });
});
