import { fireEvent, screen, within } from '@testing-library/preact';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { storage } from '#ui/browser/storage.ts';
import { needTexts } from '#ui/language/i18n.ts';
import { chooseConfirm, chooseVibration, vibrates } from '#ui/state/order-habits.ts';
import { selectProduct } from '#ui/state/products.ts';
import { dropSession, sessionStatus } from '#ui/state/session.ts';
import { putSite } from '#ui/state/site.ts';
import { user } from '#ui/state/user.ts';
import { problemsOf } from '../support/axe.ts';
import { demoUser, realUser } from '../support/fake-server.ts';
import { toasts } from '../support/toasts.ts';
import { answer, order, push } from './fake-market.ts';
import {
  buy,
  leaveTrade,
  lots,
  openTrade,
  reason,
  refusal,
  resetTrade,
  sell,
  stop,
  strip,
  toggle,
  world,
  type as write,
} from './open-trade.tsx';

beforeAll(() => needTexts('shell', 'trade', 'errors'));
beforeEach(resetTrade);
afterEach(leaveTrade);

const SUBMIT = '/v2/api/forex/submit';
const submits = () => world.calls.filter(({ path }) => path === SUBMIT).map(({ fields }) => Object.fromEntries(fields));
const ready = () => expect.poll(() => buy().disabled).toBe(false);

describe('D9.109 a question before the order', () => {
  const question = () => screen.findByRole('dialog', { name: 'Confirm the order' });
  const send = (dialog: HTMLElement) => within(dialog).getByRole<HTMLButtonElement>('button', { name: /^(Buy|Sell) / });
  beforeEach(() => {
    user.value = realUser;
  });
  afterEach(() => {
    user.value = realUser;
    chooseConfirm(true);
    user.value = demoUser;
    chooseConfirm(false);
  });

  it('D9.507 ends with its product: under the thumb it does not become another one’s', async () => {
    openTrade();
    await ready();
    fireEvent.click(buy());
    await question();
    selectProduct(2);
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
    await expect.poll(() => buy().textContent).toContain('2,381.40');
    expect(submits()).toEqual([]);
  });

  it('stands before every order of real money: side, lots, price, margin, fee, stops; its one button sends at the price that stands on it', async () => {
    openTrade();
    await ready();
    await toggle('Stop loss');
    write(stop('Stop loss'), '1.08');
    push({ estimate: { price: 1.08342, margin: '108.342', fee: '0.6' } });
    fireEvent.click(buy());
    const dialog = await question();
    for (const text of ['Buy 0.10 EUR/USD', '1.08342', '100×', '108.34 USD', '0.60', 'Stop loss1.08', 'Take profitoff'])
      expect(dialog.textContent).toContain(text);
    expect(submits()).toEqual([]);
    push({ quotes: [{ id: 1, close: 1.0835 }] });
    await expect.poll(() => send(dialog).textContent).toBe('Buy 0.10 at 1.08350');
    expect(await problemsOf(dialog)).toEqual([]);
    fireEvent.click(send(dialog));
    await expect.poll(submits).toMatchObject([{ type: '1', cont: '0.1', stop_loss_price: '1.08', seen_price: '1.0835' }]);
    await strip();
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  });

  it('is closed without an order, and says why it cannot send while the price is old or on the wrong side of a stop', async () => {
    openTrade();
    await ready();
    await toggle('Stop loss');
    write(stop('Stop loss'), '1.09');
    fireEvent.click(sell());
    const dialog = await question();
    push({ quotes: [{ id: 1, close: 1.08342, state: 1 }] });
    await expect.poll(() => dialog.textContent).toMatch(/Waiting for a fresh price/);
    expect(send(dialog).disabled).toBe(true);
    push({ quotes: [{ id: 1, close: 1.1 }] });
    await expect.poll(() => dialog.textContent).toContain('Stop loss must be above');
    fireEvent.click(send(dialog));
    fireEvent.click(within(dialog).getByRole('button', { name: 'Close' }));
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
    expect(submits()).toEqual([]);
  });

  it('follows what another tab has chosen, before the next press', async () => {
    user.value = demoUser;
    openTrade();
    await ready();
    storage.set('confirm_orders_demo', '1');
    dispatchEvent(new StorageEvent('storage', { key: 'confirm_orders_demo' }));
    fireEvent.click(sell());
    fireEvent.click(within(await question()).getByRole('button', { name: 'Close' }));
    storage.set('vibration', '0');
    dispatchEvent(new StorageEvent('storage', { key: 'vibration' }));
    expect([vibrates.value, submits()]).toEqual([false, []]);
    chooseVibration(true);
  });

  it('is a switch of the ticket, kept on the device for each realm apart: play money asks only once it is turned on', async () => {
    user.value = demoUser;
    openTrade();
    await ready();
    const control = () => screen.getByRole('switch', { name: 'Confirm orders' });
    expect(control().getAttribute('aria-checked')).toBe('false');
    fireEvent.click(control());
    await expect.poll(() => control().getAttribute('aria-checked')).toBe('true');
    fireEvent.click(sell());
    fireEvent.click(within(await question()).getByRole('button', { name: 'Close' }));
    expect([storage.get('confirm_orders_demo'), storage.get('confirm_orders_real')]).toEqual(['1', '1']);
    fireEvent.click(control());
    await expect.poll(() => control().getAttribute('aria-checked')).toBe('false');
    user.value = realUser;
    await expect.poll(() => control().getAttribute('aria-checked')).toBe('true');
  });
});

describe('D9.108 S1-5.24 an order of a visitor', () => {
  const DEMO = {
    '/api/user/createAccountDemoForU': () => ({ data: { demo_id: 'd'.repeat(32) } }),
    '/api/user/loginDemoForU': () => ({ data: { token: 'demo-token', user: demoUser } }),
    [SUBMIT]: () => ({ msg: 'Done', data: { Id: 501, Seq: 81_234, Order: order({}) } }),
  };
  const door = () => screen.findByRole('dialog', { name: 'Start trading' });
  const startButton = (dialog: HTMLElement) => within(dialog).getByRole<HTMLButtonElement>('button', { name: /^Start/ });
  const visit = () => {
    user.value = null;
    sessionStatus.value = 'visitor';
    putSite({ currency: 'USD', timezone: '0', is_mock_login: '1', demo_balance: '10000' });
  };
  beforeEach(visit);
  afterEach(() => {
    dropSession();
    storage.remove('demo_id');
  });

  it('asks how to begin: play money first, with its amount, then the login, which leads back here; nothing is sent', async () => {
    world.calls = answer(DEMO);
    openTrade();
    await ready();
    fireEvent.click(buy());
    const dialog = await door();
    expect(dialog.textContent).toContain('Buy 0.10 EUR/USD');
    const ways = [...dialog.querySelectorAll('.ticket-send > *')].map((way) => way.textContent);
    expect(ways).toEqual(['Start demo · 10,000 USD', 'Log in']);
    expect(within(dialog).getByRole('link', { name: 'Log in' }).getAttribute('href')).toBe('#/login?from=%2Ftrade%3Fid%3D1');
    expect(await problemsOf(dialog)).toEqual([]);
    expect(world.calls).toEqual([]);
  });

  it('is sent as it was filled in once the demo is entered, once, under a key of its own', async () => {
    world.calls = answer(DEMO);
    openTrade();
    await ready();
    write(lots(), '0.25');
    await toggle('Take profit');
    write(stop('Take profit'), '1.07');
    await expect.poll(() => sell().disabled).toBe(false);
    fireEvent.click(sell());
    fireEvent.click(startButton(await door()));
    await expect.poll(submits).toMatchObject([{ type: '2', cont: '0.25', target_profit_price: '1.07', seen_price: '1.08342' }]);
    expect(submits()[0]?.client_id).toMatch(/^[0-9a-f-]{36}$/);
    await strip();
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
    expect([lots().value, submits().length]).toEqual(['0.25', 1]);
  });

  it('is not sent when the demo is refused: the reason is said, and the order is still there to begin with', async () => {
    world.calls = answer({ ...DEMO, '/api/user/loginDemoForU': () => ({ code: 1015, msg: 'Frozen' }) });
    openTrade();
    await ready();
    fireEvent.click(buy());
    const dialog = await door();
    fireEvent.click(startButton(dialog));
    await expect.poll(toasts).toContain('frozen');
    await expect.poll(() => startButton(dialog).disabled).toBe(false);
    expect([sessionStatus.value, submits()]).toEqual(['visitor', []]);
  });

  it('is not sent when its price cannot be traded on by then: it stands in the ticket, and the bar says why', async () => {
    let enter: () => void = () => undefined;
    world.calls = answer({
      ...DEMO,
      '/api/user/loginDemoForU': () => new Promise((resolve) => (enter = () => resolve(DEMO['/api/user/loginDemoForU']()))),
    });
    openTrade();
    await ready();
    write(lots(), '0.3');
    await ready();
    fireEvent.click(buy());
    fireEvent.click(startButton(await door()));
    await expect.poll(() => world.calls.some(({ path }) => path.endsWith('loginDemoForU'))).toBe(true);
    push({ quotes: [{ id: 1, close: 1.08342, state: 1 }] });
    enter();
    await expect.poll(() => sessionStatus.value).toBe('in');
    await expect.poll(() => lots().value).toBe('0.3');
    await expect.poll(() => reason()).toMatch(/Waiting for a fresh price/);
    expect([submits(), refusal()]).toEqual([[], undefined]);
  });

  it('goes to nobody else: who logs in by another way finds it in the ticket, not sent', async () => {
    world.calls = answer(DEMO);
    openTrade();
    await ready();
    write(lots(), '0.4');
    await ready();
    fireEvent.click(buy());
    fireEvent.click(within(await door()).getByRole('link', { name: 'Log in' }));
    await expect.poll(() => location.hash).toContain('/login');
    const { logIn } = await import('#ui/credentials/log-in.ts');
    world.calls = answer({ '/api/user/loginForU': () => ({ data: { token: 'real-token', user: realUser } }) });
    await logIn('demo@example.com', 'right', 'email');
    await expect.poll(() => lots().value).toBe('0.4');
    expect(submits()).toEqual([]);
  });

  it('has to be whole before it begins', async () => {
    openTrade();
    await ready();
    write(lots(), '');
    await expect.poll(() => reason()).toBe('Enter the number of lots');
    expect(buy().disabled).toBe(true);
  });
});
