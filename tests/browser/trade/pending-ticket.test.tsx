import { fireEvent, screen, within } from '@testing-library/preact';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { needTexts } from '#ui/language/i18n.ts';
import { selectProduct } from '#ui/state/products.ts';
import { sessionStatus } from '#ui/state/session.ts';
import { problemsOf } from '../support/axe.ts';
import { answer, type Call, order, push } from './fake-market.ts';
import {
  buy,
  figure,
  heading,
  leaveTrade,
  lots,
  openTrade,
  orderPrice,
  reason,
  resetTrade,
  sell,
  stop,
  strip,
  tab,
  toggle,
  world,
  type as write,
} from './open-trade.tsx';

const PLACED = order({ Id: 502, Status: 0, Price: 0, OriginPrice: 1.08, CautionMoney: '108', TargetLossPrice: 1.07, UpdatePrice: 1.08342 });

beforeAll(() => needTexts('shell', 'trade', 'errors'));
beforeEach(async () => {
  await resetTrade();
  world.calls = answer({ '/v2/api/forex/submit': () => ({ msg: 'Done', data: { Id: 502, Seq: 81_234, Order: PLACED } }) });
});
afterEach(leaveTrade);

async function openPending(hash?: string): Promise<void> {
  openTrade(hash);
  fireEvent.click(await tab('Pending'));
  await expect.poll(() => orderPrice().value).not.toBe('');
}
const form = () => screen.getByRole('region', { name: 'Pending order' });

describe('the two modes of the ticket', () => {
  it('S1-2.61 has a switch of two modes; the order price stands there in one of them only', async () => {
    openTrade();
    const modes = within(await screen.findByRole('tablist', { name: 'Kind of order' })).getAllByRole('tab');
    expect(modes.map((mode) => [mode.textContent, mode.getAttribute('aria-selected')])).toEqual([
      ['Market', 'true'],
      ['Pending', 'false'],
    ]);
    expect(screen.queryByRole('spinbutton', { name: 'Order price' })).toBeNull();
    fireEvent.keyDown(modes[0] as HTMLElement, { key: 'ArrowRight' });
    await expect.poll(() => form()).toBeTruthy();
    expect(orderPrice().value).toBe('1.08342');
    fireEvent.click(await tab('Market'));
    await expect.poll(() => screen.queryByRole('spinbutton', { name: 'Order price' })).toBeNull();
  });

  it('D1.2.26 the order price is filled in once, does not follow the market, and comes back as it was typed', async () => {
    await openPending();
    push({ quotes: [{ id: 1, close: 1.09 }] });
    await expect.poll(() => document.querySelector('.trade-last')?.textContent).toBe('1.09000');
    expect(orderPrice().value).toBe('1.08342');
    write(orderPrice(), '1.07');
    fireEvent.click(await tab('Market'));
    fireEvent.click(await tab('Pending'));
    await expect.poll(() => orderPrice().value).toBe('1.07');
  });

  it('S1-9.29 D9.496 steps to round prices with the digits of the product, by button and key, and cuts what is finer when the field is left', async () => {
    await openPending();
    fireEvent.click(screen.getByRole('button', { name: 'Higher price' }));
    await expect.poll(() => orderPrice().value).toBe('1.08350');
    fireEvent.keyDown(orderPrice(), { key: 'ArrowDown' });
    await expect.poll(() => orderPrice().value).toBe('1.08300');
    write(orderPrice(), '1.0799999');
    await expect.poll(() => within(form()).getByRole('alert').textContent).toBe('At most 5 digits after the point');
    expect(buy().disabled && sell().disabled).toBe(true);
    fireEvent.blur(orderPrice());
    await expect.poll(() => orderPrice().value).toBe('1.07999');
    await expect.poll(() => buy().disabled).toBe(false);
    write(orderPrice(), '-1');
    expect(orderPrice().value).toBe('1.07999');
    selectProduct(2);
    await expect.poll(() => heading().textContent).toContain('XAU/USD');
    await expect.poll(() => orderPrice().value).toBe('2381.40');
    fireEvent.click(screen.getByRole('button', { name: 'Higher price' }));
    await expect.poll(() => orderPrice().value).toBe('2382.00');
  });

  it('S1-5.28 an empty order price blocks, says so, and sends nothing', async () => {
    await openPending();
    write(orderPrice(), '');
    await expect.poll(() => reason()).toBe('Enter the order price');
    expect(orderPrice().getAttribute('aria-invalid')).toBe('true');
    fireEvent.click(buy());
    fireEvent.click(sell());
    expect(world.calls).toEqual([]);
  });

  it('D9.250 D9.254 a price that cannot be sent stands on no button; one that is far says so', async () => {
    await openPending();
    write(orderPrice(), '999999999999');
    await expect.poll(() => within(form()).getByRole('alert').textContent).toBe('Enter a price below 10,000,000,000');
    expect([buy(), sell()].map((it) => it.querySelector('small')?.textContent)).toEqual(['--', '--']);
    expect(buy().disabled).toBe(true);
    write(orderPrice(), '1.2');
    await expect.poll(() => buy().textContent).toMatch(/^Buy stop.*1\.20000$/);
    push({ estimate: { price: 1.2, margin: '120', fee: '0.6', trigger: 2 } });
    expect(within(form()).getByText('Far: 10.76% above 1.08342')).toBeTruthy();
  });

  it('D1.5.15 says first that lots are wrong, then the order price, then a stop', async () => {
    await openPending();
    await toggle('Stop loss');
    await expect.poll(() => stop('Stop loss').disabled).toBe(false);
    write(stop('Stop loss'), '');
    await expect.poll(() => reason()).toBe('Enter the stop loss');
    write(orderPrice(), '');
    await expect.poll(() => reason()).toBe('Enter the order price');
    write(lots(), '');
    await expect.poll(() => reason()).toBe('Enter the number of lots');
  });

  it('D1.2.22 may be sent while the market is closed, where a market order may not', async () => {
    openTrade('#/trade?id=5');
    await expect.poll(() => reason()).toBe('Closed · opens 03-06 09:30 · pending orders are taken');
    fireEvent.click(await tab('Pending'));
    await expect.poll(() => buy().disabled).toBe(false);
    expect(reason()).toBe('');
    expect(orderPrice().value).toBe('2.50000');
    fireEvent.click(await tab('Market'));
    await expect.poll(() => buy().disabled).toBe(true);
  });

  it('S1-5.24 leads a visitor of a closed market to the login where there is no demo', async () => {
    sessionStatus.value = 'visitor';
    openTrade('#/trade?id=5');
    fireEvent.click(await tab('Pending'));
    await expect.poll(() => sell().disabled).toBe(false);
    fireEvent.click(sell());
    await expect.poll(() => location.hash).toBe('#/login?from=%2Ftrade%3Fid%3D5');
    expect(world.calls).toEqual([]);
  });

  it('asks the engine to compute with the order price, and says what fills the order', async () => {
    await openPending();
    write(orderPrice(), '1.08');
    await expect.poll(() => world.engine.tickets.at(-1)).toEqual({ productId: 1, lots: '0.10', leverage: 100, orderPrice: '1.08' });
    push({ estimate: { price: 1.08, margin: '108', fee: '0.6', trigger: 1 } });
    await expect.poll(() => figure('Margin')).toBe('108.00 USD');
    expect(form().textContent).toContain('Filled when the price falls to it');
    push({ estimate: { price: 1.08, margin: '108', fee: '0.6', trigger: 2 } });
    await expect.poll(() => form().textContent).toContain('Filled when the price rises to it');
    push({ estimate: { price: 1.08, margin: '108', fee: '0.6', trigger: 3 } });
    await expect.poll(() => form().textContent).toContain('This is the price now: filled at once');
  });
});

describe('sending a pending order', () => {
  it('S1-3.08 S1-2.61 sends all eight fields, status 0 and the order price as target_price, and no bound', async () => {
    await openPending();
    write(orderPrice(), '1.08000');
    await toggle('Stop loss');
    await expect.poll(() => stop('Stop loss').disabled).toBe(false);
    write(stop('Stop loss'), '1.07');
    await expect.poll(() => buy().textContent).toContain('1.08000');
    fireEvent.click(buy());
    await expect.poll(() => world.calls.length).toBe(1);
    const [call] = world.calls as [Call];
    const { client_id, outbox, ...fields } = Object.fromEntries(call.fields);
    expect(outbox).toBe('1');
    expect(client_id).toMatch(/^[0-9a-f-]{36}$/);
    expect(fields).toEqual({
      type: '1',
      cont: '0.1',
      forex_id: '1',
      status: '0',
      target_price: '1.08',
      stop_loss_price: '1.07',
      target_profit_price: '0',
      multiple: '100',
    });
    // Its answer belongs to this test.
    await expect.poll(() => world.engine.orders.length).toBe(1);
  });

  it('S1-2.77 says what was placed, links to the pending orders, and closes by its button', async () => {
    await openPending();
    fireEvent.click(buy());
    expect((await strip()).textContent).toContain('Buy 0.10 waits1.08000');
    fireEvent.click(screen.getByRole('button', { name: 'View' }));
    const sheet = await screen.findByRole('dialog', { name: 'Order placed' });
    expect(sheet.textContent).toContain('Placed: buy 0.10 EUR/USD at 1.08000');
    expect(sheet.textContent).toContain('Margin set aside108.00 USD');
    expect(sheet.textContent).toContain('Stop loss1.07000');
    expect(within(sheet).getByRole('link', { name: 'View order' }).getAttribute('href')).toBe('#/order?type=0');
    expect(world.engine.orders.map(({ id }) => id)).toEqual([502]);
    fireEvent.click(within(sheet).getByRole('button', { name: 'Done' }));
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
    expect(orderPrice().value).toBe('1.08342');
  });

  it('S1-2.77 one that was filled at once is told as a fill, with the way to the positions', async () => {
    world.calls = answer({ '/v2/api/forex/submit': () => ({ data: { Id: 503, Seq: 1, Order: order({ Id: 503, OrderType: 2 }) } }) });
    await openPending();
    fireEvent.click(sell());
    await strip();
    fireEvent.click(screen.getByRole('button', { name: 'View' }));
    const sheet = await screen.findByRole('dialog', { name: 'Order filled' });
    expect(sheet.textContent).toContain('Sold 0.10 EUR/USD at 1.08342');
    expect(within(sheet).getByRole('link', { name: 'View order' }).getAttribute('href')).toBe('#/order?type=1');
  });

  it('has no accessibility problem that a machine can find with everything on, light and dark', async () => {
    await openPending();
    await toggle('Stop loss');
    await toggle('Take profit');
    await expect.poll(() => stop('Take profit').disabled).toBe(false);
    for (const theme of ['light', 'dark']) {
      document.documentElement.setAttribute('data-theme', theme);
      expect(await problemsOf(document.body)).toEqual([]);
    }
    document.documentElement.setAttribute('data-theme', 'light');
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(innerWidth);
  });
});
